// A file of many games: which one?

import { find, h } from "../lib/dom.js";

const MOST_SHOWN = 200;
const known = (value) => (value && !/^[?.\s]*$/.test(value) ? value : "");

export class Chooser {
  #games = [];
  #box = null;

  // `onpick` gets the number of a game.
  constructor(onpick) {
    this.onpick = onpick;
  }

  open(games) {
    this.#games = games.map((game) => ({ ...game, words: Object.values(game).join(" ").toLowerCase() }));
    this.show();
  }

  show() {
    this.#box ??= this.#dialog();
    find("input", this.#box).value = "";
    this.#draw("");
    this.#box.showModal();
    find("input", this.#box).focus();
  }

  #dialog() {
    const search = h("input", { type: "search", id: "chooser-search", placeholder: "Player, event, date or result", autocomplete: "off", oninput: () => this.#draw(search.value) });
    search.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "ArrowDown") return;
      event.preventDefault();
      const first = find(".chooser-list button", box);
      if (event.key === "Enter") first?.click();
      else first?.focus();
    });
    const box = h("dialog", { class: "card chooser", "aria-labelledby": "chooser-title" },
      h("h2", { id: "chooser-title" }, ""),
      h("label", { class: "unseen", for: "chooser-search" }, "Search the games"), search,
      h("p", { class: "hint", role: "status", id: "chooser-count" }),
      h("ul", { class: "chooser-list" }),
      h("div", { class: "buttons" }, h("button", { type: "button", class: "plain", onclick: () => box.close() }, "Cancel")));
    box.addEventListener("keydown", (event) => {
      const step = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
      const item = event.target.closest?.(".chooser-list li");
      if (!step || !item) return;
      event.preventDefault();
      find("button", item[step] ?? item).focus();
    });
    document.body.append(box);
    return box;
  }

  #draw(text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.#games.filter((game) => words.every((word) => game.words.includes(word)));
    find("#chooser-title").textContent = `${this.#games.length} games: which one?`;
    const more = found.length > MOST_SHOWN ? ` The first ${MOST_SHOWN} are shown: type to find others.` : "";
    find("#chooser-count").textContent = `${found.length} of ${this.#games.length}.${more}`;
    find(".chooser-list", this.#box).replaceChildren(...found.slice(0, MOST_SHOWN).map((game) => this.#item(game)));
  }

  #item({ number, black, white, event, date, result }) {
    const about = [known(event), known(date), result].filter(Boolean).join(" · ");
    const pick = () => {
      this.#box.close();
      this.onpick(number);
    };
    return h("li", {}, h("button", { type: "button", onclick: pick },
      h("span", { class: "number" }, String(number)),
      h("span", { class: "who" }, `${known(black) || "?"} – ${known(white) || "?"}`),
      h("span", { class: "hint" }, about)));
  }
}
