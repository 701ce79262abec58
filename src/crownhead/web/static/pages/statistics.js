// The statistics of a player: results, accuracy over time and typical mistakes, as pictures; and the reviews of all games
// in the background, from which they come.

import { api } from "../lib/api.js";
import { find, h, show, toast } from "../lib/dom.js";
import { inWords } from "../lib/settings.js";

const LOOK = 1000; // milliseconds between two looks at how far the reviews are
const OWN = "you";
const PARTS = ["accuracy", "mistakes", "results"];
const counted = (number) => `${number.toLocaleString()} ${number === 1 ? "game" : "games"}`;

export class Statistics {
  #timer = 0;
  #asked = 0;
  #done = -1; // reviews that the pictures show

  constructor() {
    this.dialog = find("#results");
    const on = (id, action) => find(id).addEventListener("click", () => action().catch((error) => toast(error.message)));
    find("#results-close").addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("close", () => clearTimeout(this.#timer));
    find("#results-player").addEventListener("change", () => this.#draw().catch((error) => toast(error.message)));
    on("#review-all", async () => this.#reviews(await api.post("/api/library/reviews", {})));
    on("#review-stop", async () => this.#reviews(await api.delete("/api/library/reviews")));
  }

  // Of the player who is searched for, of oneself, or of whoever played most.
  async open(players, wanted) {
    const own = players.find(({ name }) => name.toLowerCase() === OWN);
    const chosen = wanted ?? own?.name ?? players[0]?.name ?? "";
    find("#results-player").replaceChildren(...players.map(({ name, games }) => h("option", { value: name }, `${name} (${games})`)));
    find("#results-player").value = chosen;
    this.#done = -1;
    if (!this.dialog.open) this.dialog.showModal();
    await Promise.all([this.#draw(), this.#look()]);
  }

  async #look() {
    this.#reviews(await api.get("/api/library/reviews"));
  }

  // How far the reviews are, as long as somebody looks.
  #reviews({ running, done, of, reviewed, waiting, error }) {
    clearTimeout(this.#timer);
    const all = waiting === 0 && reviewed > 0;
    find("#reviewing-text").textContent = error
      ? `The reviews stopped: ${error}`
      : running
        ? `${done.toLocaleString()} of ${counted(of)} reviewed`
        : all ? `All ${counted(reviewed)} are reviewed.` : `${counted(waiting)} without a review. Accuracy and mistakes come from reviewed games.`;
    find("#reviewing-progress").max = Math.max(of, 1);
    find("#reviewing-progress").value = done;
    show(find("#reviewing-progress"), running);
    show(find("#review-all"), !running && waiting > 0);
    show(find("#review-stop"), running);
    if (this.#done >= 0 && reviewed !== this.#done && this.dialog.open) this.#draw().catch(() => {});
    this.#done = reviewed;
    if (running && this.dialog.open) this.#timer = setTimeout(() => this.#look().catch((problem) => toast(problem.message)), LOOK);
  }

  async #draw() {
    const name = find("#results-player").value;
    if (!name) return;
    const number = ++this.#asked;
    const query = (part) => new URLSearchParams({ name, part, width: String(Math.max(1, Math.round(find("#results-picture").clientWidth))) });
    const [player, ...texts] = await Promise.all([
      api.get(`/api/library/player?${new URLSearchParams({ name })}`),
      ...PARTS.map((part) => api.get(`/api/library/player.svg?${query(part)}`)),
    ]);
    if (number !== this.#asked) return;
    texts.forEach((text, n) => find(`#${PARTS[n]}-picture`).replaceChildren(picture(text)));
    show(find("#accuracy-part"), player.accuracy.length > 0);
    show(find("#mistakes-part"), player.mistakes.length > 0);
    find("#accuracy-text").textContent = this.#inWords(player);
  }

  #inWords({ accuracy, phases, reviewed }) {
    if (accuracy.length === 0) return "";
    const mean = accuracy.reduce((sum, point) => sum + point.accuracy, 0) / accuracy.length;
    const parts = phases.filter((phase) => phase.accuracy !== null).map(({ phase, accuracy: known }) => `${phase} ${known.toFixed(0)} %`);
    return `${mean.toFixed(0)} % in ${counted(reviewed)} reviewed (${parts.join(", ")}). A dot is a game, the line the mean of ten.`;
  }
}

// Sides have the names of the theme, as everywhere on the page.
function picture(text) {
  const drawn = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  for (const label of drawn.querySelectorAll("text")) {
    for (const node of label.childNodes) if (node.nodeType === Node.TEXT_NODE) node.nodeValue = inWords(node.nodeValue);
  }
  return drawn;
}
