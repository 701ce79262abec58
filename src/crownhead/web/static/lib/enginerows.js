// The engine's lines on the page. Rows and moves stay where they are and only change their text, and what counts is
// the move that stood under the finger when it went down.

import { h } from "./dom.js";
import { written } from "./treeview.js";
import { inWords } from "./settings.js";
import { worthText } from "./worth.js";

const MOST_MOVES = 16; // that the server sends
const SLIP = 14; // pixels that a press may move

export class EngineRows {
  #rows = [];
  #shown = []; // the line in each row
  #open = new Set();
  /** @type {{ meant: any, x: number, y: number } | null} */
  #press = null;

  // `onplay` gets the moves up to the one that was pressed; `onwhy` the first move of a row; `onhover` the position after
  // a move and its place, or null.
  constructor(list, { onplay, onwhy, onhover }) {
    this.list = list;
    this.onplay = onplay;
    this.onwhy = onwhy;
    this.onhover = onhover;
    list.addEventListener("pointerdown", (event) => this.#down(event));
    addEventListener("pointerup", (event) => this.#up(event));
    addEventListener("pointercancel", () => (this.#press = null));
    list.addEventListener("click", (event) => event.detail === 0 && this.#act(this.#meant(event.target))); // by keyboard
    for (const kind of ["pointerover", "focusin"]) list.addEventListener(kind, (event) => this.#hover(event.target));
    for (const kind of ["pointerleave", "focusout"]) list.addEventListener(kind, () => this.onhover(null));
  }

  draw(lines, count) {
    while (this.#rows.length < count) this.#rows.push(this.#row(this.#rows.length));
    while (this.#rows.length > count) this.#rows.pop().item.remove();
    this.#shown = Array.from({ length: count }, (_, n) => lines.get(n + 1));
    this.#rows.forEach((row, n) => this.#fill(row, this.#shown[n], n));
  }

  #row(number) {
    const worth = h("button", { type: "button", class: "worth", "data-act": "unfold" });
    const moves = Array.from({ length: MOST_MOVES }, (_, n) => h("button", { type: "button", "data-act": "play", "data-n": n }));
    const why = h("button", { type: "button", class: "why", "data-act": "why" }, "Why?");
    const item = h("li", { "data-row": number }, worth, h("span", { class: "pv" }, moves), why);
    this.list.append(item);
    return { item, worth, moves, why };
  }

  #fill({ item, worth, moves, why }, line, number) {
    const text = line ? worthText(line.worth) : "";
    if (worth.textContent !== text) worth.textContent = text;
    worth.disabled = why.hidden = !line;
    worth.setAttribute("aria-expanded", String(this.#open.has(number)));
    const proved = line?.worth.proved ? inWords(line.worth.proved) : "";
    worth.classList.toggle("proved", proved !== "");
    worth.title = proved;
    worth.setAttribute("aria-label", line ? `${text}${proved && ", proved"}, the whole line` : "no line yet");
    item.classList.toggle("open", this.#open.has(number));
    moves.forEach((button, n) => {
      const move = line?.line[n] ? written(line.line[n]) : "";
      if (button.textContent !== move) button.textContent = move;
      button.hidden = !move;
    });
  }

  #meant(target) {
    const button = target.closest?.("[data-act]");
    if (!button || button.disabled) return null;
    const row = Number(button.closest("li").dataset.row);
    const line = this.#shown[row];
    return { act: button.dataset.act, row, line, texts: line?.line.slice(0, Number(button.dataset.n ?? 0) + 1) ?? [] };
  }

  #down(event) {
    if (event.button !== 0) return;
    const meant = this.#meant(event.target);
    this.#press = meant && { meant, x: event.clientX, y: event.clientY };
  }

  #up(event) {
    const press = this.#press;
    this.#press = null;
    if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) <= SLIP) this.#act(press.meant);
  }

  #act(meant) {
    if (!meant) return;
    if (meant.act === "unfold") {
      if (!this.#open.delete(meant.row)) this.#open.add(meant.row);
      this.#rows.forEach((row, n) => this.#fill(row, this.#shown[n], n));
    } else if (meant.line) {
      this.onhover(null);
      if (meant.act === "why") this.onwhy(meant.line.line[0]);
      else this.onplay(meant.texts);
    }
  }

  #hover(target) {
    const meant = this.#meant(target);
    const fen = meant?.act === "play" ? meant.line?.fens[meant.texts.length - 1] : null;
    this.onhover(fen ? { fen, at: target.getBoundingClientRect() } : null);
  }
}
