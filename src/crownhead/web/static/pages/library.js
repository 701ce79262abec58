// A person's games: found, opened, brought in from PDN and put away.

import { api } from "../lib/api.js";
import { find, h, show, toast } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { inWords, onChange, start } from "../lib/settings.js";

const PAGE = 50;
const RESULTS = { "1-0": "Black won", "0-1": "White won", "1/2-1/2": "Draw", "*": "going on" };

class LibraryPage {
  page = 0;
  games = [];
  total = 0;

  constructor() {
    let waiting = null;
    find("#position").value = new URLSearchParams(location.search).get("position") ?? "";
    find("#search").addEventListener("input", () => {
      clearTimeout(waiting);
      this.page = 0;
      waiting = setTimeout(() => this.load(), 150);
    });
    find("#search").addEventListener("submit", (event) => event.preventDefault());
    find("#file").addEventListener("change", (event) => this.#import(event.target.files[0]));
    find("#earlier").addEventListener("click", () => this.#turn(-1));
    find("#later").addEventListener("click", () => this.#turn(1));
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      this.#import(event.dataTransfer.files[0]);
    });
    onChange(() => this.draw());
  }

  #query() {
    const query = new URLSearchParams();
    const values = {
      q: find("#words").value.trim(),
      result: find("#result").value,
      kind: find("#kind").value,
      position: find("#position").value.trim(),
    };
    for (const [name, value] of Object.entries(values)) if (value) query.set(name, value);
    return query;
  }

  async load() {
    const query = this.#query();
    find("#export").href = `/api/library.pdn?${query}`;
    query.set("page", this.page);
    try {
      Object.assign(this, await api.get(`/api/library?${query}`));
      this.draw();
    } catch (error) {
      find("#status").textContent = error.message;
    }
  }

  #turn(step) {
    this.page += step;
    this.load();
  }

  draw() {
    const { total } = this;
    find("#status").textContent = this.#found(total);
    find("#games").replaceChildren(...this.games.map((game) => this.#row(game)));
    show(find("#earlier"), this.page > 0);
    show(find("#later"), (this.page + 1) * PAGE < total);
    for (const option of find("#result").options) {
      if (RESULTS[option.value]) option.textContent = inWords(RESULTS[option.value]);
    }
  }

  #found(total) {
    if (total > 0) return `${total} ${total === 1 ? "game" : "games"}`;
    if (this.#query().size > 0) return "No game fits.";
    return "No games here yet. Those that you play are kept by themselves.";
  }

  #row(game) {
    const live = !["imported", "match"].includes(game.kind);
    const event = game.event === "?" ? "" : game.event;
    const named = [game.black, game.white].some((name) => name && name !== "?");
    const names = named ? `${game.black || "?"} – ${game.white || "?"}` : event || "A game";
    const address = live && game.result === "*" ? `/game/${game.id}` : `/analyse?game=${game.id}`;
    const put = h("button", { type: "button", class: "icon", "aria-label": `Delete ${names}`, onclick: () => this.#delete(game, names) }, icon("trash"));
    return h(
      "tr",
      {},
      h("td", {}, h("a", { href: address }, names), named && event ? h("div", { class: "hint" }, event) : null),
      h("td", { "data-label": "Result" }, inWords(RESULTS[game.result] ?? game.result)),
      h("td", { "data-label": "Opening" }, game.opening),
      h("td", { "data-label": "Moves" }, String(Math.ceil(game.plies / 2))),
      h("td", { "data-label": "Last change" }, new Date(game.changed * 1000).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })),
      h("td", { class: "act" }, put),
    );
  }

  async #delete(game, names) {
    if (!confirm(`Delete ${names}? This cannot be undone.`)) return;
    try {
      await api.delete(`/api/library/${game.id}`);
    } catch (error) {
      toast(error.message);
    }
    this.load();
  }

  async #import(file) {
    if (!file) return;
    find("#status").textContent = "Reading…";
    const bytes = await file.arrayBuffer();
    let text;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      text = new TextDecoder("windows-1252").decode(bytes);
    }
    try {
      const { games, problems } = await api.post("/api/library", { text });
      toast(`${games.length} ${games.length === 1 ? "game" : "games"} brought in.`, "note");
      find("#problems").replaceChildren(...problems.map((problem) => h("li", {}, problem)));
      show(find("#problems"), problems.length > 0);
    } catch (error) {
      toast(error.message);
    }
    find("#file").value = "";
    this.load();
  }
}

start();
new LibraryPage().load();
