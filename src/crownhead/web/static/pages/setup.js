// The form in which a new game is described.

import { find, show } from "../lib/dom.js";
import { choose, onChange, settings, word } from "../lib/settings.js";

export class Setup {
  constructor(form, oncreate, onchange) {
    this.form = form;
    this.fen = new URLSearchParams(location.search).get("fen");
    this.turn = this.fen?.[0] === "W" ? "white" : "black";
    if (this.fen) form.elements.ballot.disabled = true;
    this.oncreate = oncreate;
    this.#select(settings.level);
    form.elements.name.value = settings.name ?? "";
    form.addEventListener("input", () => {
      this.#draw();
      onchange();
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#begin();
    });
    find("#cancel-setup").addEventListener("click", () => {
      this.away();
      onchange();
    });
    this.back = () => {
      this.form.hidden = false;
      show(find("#cancel-setup"), true);
      show(find("#at-once"), false);
      onchange();
      this.form.querySelector("input").focus();
    };
    onChange(() => this.#draw());
    this.#draw();
  }

  get hidden() {
    return this.form.hidden;
  }

  away() {
    this.form.hidden = true;
  }

  get #kind() {
    return this.form.elements.kind.value;
  }

  // Which pieces can be moved before the game exists: those of the player who begins, if no lot is to be drawn.
  get movable() {
    if (!this.fen && this.form.elements.ballot.value !== "none") return "none";
    return this.#kind === "screen" || this.form.elements.colour.value === this.turn ? this.turn : "none";
  }

  get flipped() {
    return this.#kind === "screen" || this.form.elements.colour.value !== "white";
  }

  wishes() {
    const { elements } = this.form;
    const [minutes, increment] = elements.clock.value.split("+").map(Number);
    choose({ level: Number(elements.level.value), name: elements.name.value.trim() });
    return {
      kind: this.#kind,
      colour: this.#kind === "screen" ? "black" : elements.colour.value,
      level: Number(elements.level.value),
      seconds: Number(elements.seconds.value),
      clock: elements.clock.value ? { minutes, increment } : null,
      ballot: this.fen ? "none" : elements.ballot.value,
      name: elements.name.value.trim(),
      fen: this.fen,
    };
  }

  // A level that was chosen before, if there still is one; otherwise the page's own choice stays.
  #select(level) {
    const chosen = [...this.form.elements.level.options].find((option) => option.value === String(level));
    if (chosen) chosen.selected = true;
  }

  async #begin() {
    const button = this.form.querySelector("[type=submit]");
    button.disabled = true;
    try {
      await this.oncreate(this.wishes());
    } finally {
      button.disabled = false;
    }
  }

  #draw() {
    const { elements } = this.form;
    find("#level-about").textContent = elements.level.selectedOptions[0].dataset.about;
    for (const part of this.form.querySelectorAll("[data-for]")) {
      show(part, part.dataset.for.split(" ").includes(this.#kind));
    }
    find("#colour-black").textContent = word("black");
    find("#colour-white").textContent = word("white");
    const atOnce = !this.fen && this.#kind !== "link" && this.movable === "black" && elements.ballot.value === "none" && find("#cancel-setup").hidden;
    show(find("#at-once"), atOnce);
    find("#at-once").textContent = `Or just make a move: you play ${word("black")}, and you go first.`;
  }
}
