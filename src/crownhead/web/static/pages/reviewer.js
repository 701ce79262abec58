// Goes through a game with the engine, marks the mistakes and draws its course.

import { find, h } from "../lib/dom.js";
import { graph } from "../lib/graph.js";
import { word } from "../lib/settings.js";
import { written } from "../lib/treeview.js";
import { worthText } from "../lib/worth.js";

const SECONDS_EACH = 0.3;
const NAMES = { "??": "blunder", "?": "mistake", "?!": "doubtful move" };

export class Reviewer {
  #line = [];
  #busy = false;

  constructor(page) {
    this.page = page;
    find("#review").addEventListener("click", () => this.#begin());
    page.analyst.addEventListener("reviewed", ({ detail }) => this.#heard(detail));
    page.analyst.addEventListener("rested", () => this.#rested());
  }

  reset() {
    this.#line = [];
    this.#busy = false;
    this.draw();
  }

  #begin() {
    const { tree } = this.page;
    this.#line = [tree.root, ...tree.mainline().filter((node) => node.path.length > 0)];
    if (this.#line.length < 2) {
      find("#review-progress").textContent = "There are no moves to look at.";
      return;
    }
    this.#busy = true;
    const texts = this.#line.slice(1).map((node) => node.path.join(node.captures.length > 0 ? "x" : "-"));
    this.page.analyst.review(tree.root.fen, texts, SECONDS_EACH);
    find("#review-progress").textContent = "Looking…";
  }

  #heard({ ply, worth, best, mark }) {
    const node = this.#line[ply];
    node.worth = worth;
    node.best = best;
    if (mark) node.glyph = mark;
    find("#review-progress").textContent = `${ply} of ${this.#line.length - 1} moves`;
    this.page.draw();
  }

  #rested() {
    if (!this.#busy) return;
    this.#busy = false;
    const wrong = this.#mistakes().length;
    find("#review-progress").textContent = wrong === 0 ? "No mistakes found." : wrong === 1 ? "One move was wrong." : `${wrong} moves were wrong.`;
  }

  #mistakes() {
    return this.#line.filter((node) => node.parent?.best && NAMES[node.glyph]);
  }

  draw() {
    const { tree } = this.page;
    if (this.#line.length < 2) {
      find("#graph").replaceChildren();
      find("#mistakes").replaceChildren();
      return;
    }
    graph(find("#graph"), this.#line, Math.max(0, this.#line.indexOf(tree.current)), (n) => this.page.go(this.#line[n]));
    find("#mistakes").replaceChildren(...this.#mistakes().map((node) => this.#item(node)));
  }

  #item(node) {
    const number = Math.floor((this.#line.indexOf(node) - 1) / 2) + 1;
    const mover = node.fen[0] === "W" ? "black" : "white";
    const better = node.parent.best.slice(0, 5).map(written).join(" ");
    return h(
      "li",
      {},
      h("button", { type: "button", onclick: () => this.page.go(node) }, `${number}. ${written(node.text)}${node.glyph}`),
      h("span", {}, `${word(mover)}'s ${NAMES[node.glyph]}. Better: ${better} (${worthText(node.parent.worth)})`),
    );
  }
}
