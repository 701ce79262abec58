// A person's games: found, opened, put in order, brought in from PDN and put away.

import { api } from "../lib/api.js";
import { announce, find, h, show, toast } from "../lib/dom.js";
import { inWords, onChange, start } from "../lib/settings.js";
import { Analyses } from "./analyses.js";
import { Importer } from "./importer.js";
import { Ordering } from "./ordering.js";
import { Statistics } from "./statistics.js";

const PAGE = 50;
const TYPING_PAUSE = 120; // milliseconds
const RESULTS = { "1-0": "Black won", "0-1": "White won", "1/2-1/2": "Draw", "*": "going on" };
const RECORDS = ["imported", "match"]; // kinds that were not played here

class LibraryPage {
  page = 0;
  games = [];
  total = 0;
  asked = 0;
  came = false;

  constructor() {
    let waiting = null;
    this.form = find("#search");
    this.#fill(new URLSearchParams(location.search));
    this.form.addEventListener("input", () => {
      clearTimeout(waiting);
      this.page = 0;
      waiting = setTimeout(() => this.load(), TYPING_PAUSE);
    });
    this.form.addEventListener("submit", (event) => event.preventDefault());
    find("#earlier").addEventListener("click", () => this.#turn(-1));
    find("#later").addEventListener("click", () => this.#turn(1));
    this.statistics = new Statistics();
    find("#statistics").addEventListener("click", () => this.#showStatistics());
    this.importer = new Importer(() => this.#changed());
    this.ordering = new Ordering(this);
    this.analyses = new Analyses(this);
    onChange(() => this.draw());
  }

  // What the address asks for.
  #fill(asked) {
    for (const [name, value] of asked) {
      const field = this.form.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
    }
    this.came = asked.size > 0; // by a link: the games are what is wanted
    find("#more").open = [...asked.keys()].some((name) => find(`#more [name="${CSS.escape(name)}"]`));
  }

  query() {
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(this.form)) {
      const text = String(value).trim();
      if (text) query.set(name, text);
    }
    return query;
  }

  async #changed() {
    await Promise.all([this.load(), this.loadNames()]);
  }

  async load() {
    const query = this.query();
    const number = ++this.asked;
    find("#export").href = `/api/library.pdn?${query}`;
    query.set("page", this.page);
    find("#list").setAttribute("aria-busy", "true");
    try {
      const found = await api.get(`/api/library?${query}`);
      if (number !== this.asked) return; // another search was begun meanwhile
      Object.assign(this, found);
      this.draw();
      if (this.came) find("#status").scrollIntoView({ block: "center" });
      this.came = false;
    } catch (error) {
      if (number === this.asked) find("#status").textContent = error.message;
    } finally {
      if (number === this.asked) find("#list").setAttribute("aria-busy", "false");
    }
  }

  async loadNames() {
    const [labels, players] = await Promise.all([api.get("/api/library/labels"), api.get("/api/library/players")]);
    this.labels = labels;
    for (const kind of ["collection", "tag"]) {
      const select = find(`#${kind}`);
      const chosen = select.value;
      const options = labels.filter((label) => label.kind === kind).map(({ name, games }) => h("option", { value: name }, `${name} (${games})`));
      select.replaceChildren(select.options[0], ...options);
      select.value = chosen;
      if (select.selectedIndex < 0) select.selectedIndex = 0;
    }
    this.players = new Map(players.map(({ name, games }) => [name.toLowerCase(), { name, games }]));
    find("#players").replaceChildren(...players.map(({ name }) => h("option", { value: name })));
    this.draw();
  }

  #turn(step) {
    this.page += step;
    this.load();
    find("#main").scrollIntoView();
  }

  draw() {
    const { total } = this;
    find("#status").textContent = this.#found(total);
    find("#games").replaceChildren(...this.games.map((game) => this.#row(game)));
    show(find("#earlier"), this.page > 0);
    show(find("#later"), (this.page + 1) * PAGE < total);
    show(find("#statistics"), Boolean(this.players?.size));
    for (const option of find("#result").options) {
      if (RESULTS[option.value]) option.textContent = inWords(RESULTS[option.value]);
    }
    this.ordering.draw();
  }

  #found(total) {
    if (total > 0) return `${total.toLocaleString()} ${total === 1 ? "game" : "games"}`;
    if (this.query().size > 0) return "No game fits.";
    return "No games here yet. Every game that you play is saved here.";
  }

  // The player who is searched for, by a name that somebody has.
  #player() {
    const text = (find("#player").value || find("#words").value).trim().toLowerCase();
    return this.players?.get(text)?.name;
  }

  #row(game) {
    const live = !RECORDS.includes(game.kind);
    const event = game.event === "?" ? "" : game.event;
    const named = [game.black, game.white].some((name) => name && name !== "?");
    const names = named ? `${game.black || "?"} – ${game.white || "?"}` : event || "A game";
    const review = this.query().has("mistake") ? "&review" : ""; // reviewed games show at once what was wrong
    const address = live && game.result === "*" ? `/game/${game.id}` : `/analyse?game=${game.id}${review}`;
    const box = h("input", { type: "checkbox", "aria-label": `Choose ${names}`, onchange: (change) => this.ordering.choose(game.id, change.target.checked) });
    box.checked = this.ordering.has(game.id);
    const tags = game.tags.map((tag) => h("span", { class: "tag" }, tag));
    return h(
      "tr",
      {},
      h("td", { class: "act" }, box),
      h("td", {}, h("a", { href: address }, names), ...tags, named && event ? h("div", { class: "hint" }, event) : null),
      h("td", { "data-label": "Result" }, inWords(RESULTS[game.result] ?? game.result)),
      h("td", { "data-label": "Opening" }, game.opening),
      h("td", { "data-label": "Moves" }, String(Math.ceil(game.plies / 2))),
      h("td", { "data-label": "Date" }, this.#date(game)),
    );
  }

  #date(game) {
    const known = game.date.replaceAll("?", "").replace(/\.+$/, "");
    return known || (RECORDS.includes(game.kind) ? "" : new Date(game.changed * 1000).toLocaleDateString());
  }

  #showStatistics() {
    this.statistics.open([...this.players.values()], this.#player()).catch((error) => toast(error.message));
  }

  // Says what was done, with a way back for a while.
  told(text, undo) {
    announce(text);
    const note = h("div", { class: "toast note" }, text, undo ? h("button", { type: "button", class: "plain", onclick: () => (note.remove(), undo()) }, "Undo") : null);
    find("#toasts").append(note);
    setTimeout(() => note.remove(), 15_000);
  }
}

start();
const page = new LibraryPage();
page.load();
page.loadNames().catch((error) => toast(error.message));
page.analyses.load().catch((error) => toast(error.message));
