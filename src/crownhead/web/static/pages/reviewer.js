// The review of a game: who played how well, the course of the game, and every fault with the better move.
// What is said comes from the server, in the words of the command line.

import { find, h, show } from "../lib/dom.js";
import { graph } from "../lib/graph.js";
import { word } from "../lib/settings.js";
import { written } from "../lib/treeview.js";

const GRADES = { inaccuracy: ["?!", "inaccuracies"], mistake: ["?", "mistakes"], blunder: ["??", "blunders"] };
const ends = (path, kind) => ({ from: path[0], to: path.at(-1), kind });

export class Reviewer {
  #line = []; // the nodes of the main line, the beginning first
  #review = null;
  #busy = false;
  #shown = null; // the fault whose arrows are on the board

  constructor(page) {
    this.page = page;
    find("#review").addEventListener("click", () => (this.#busy ? this.cancel() : this.begin()));
    page.analyst.addEventListener("reviewing", ({ detail }) => this.#progress(detail));
    page.analyst.addEventListener("reviewed", ({ detail }) => this.#heard(detail.review));
    page.analyst.addEventListener("refused", () => this.#rest());
    page.analyst.addEventListener("rested", () => this.#rest());
  }

  reset() {
    this.cancel();
    this.#line = [];
    this.#review = null;
    this.#shown = null;
    this.#say("");
  }

  begin() {
    const { tree } = this.page;
    const line = [tree.root, ...tree.mainline()];
    const end = line.findIndex((node) => node.parent && node.path.length === 0);
    this.#line = end < 0 ? line : line.slice(0, end);
    this.#review = null;
    if (this.#line.length < 2) {
      this.#say("There are no moves to review.");
      this.page.draw();
      return;
    }
    this.page.rest();
    this.#busy = true;
    const texts = this.#line.slice(1).map((node) => node.path.join(node.captures.length > 0 ? "x" : "-"));
    this.page.analyst.review(tree.root.fen, texts);
    this.#progress({ done: 0, of: texts.length + 1 });
    this.page.draw();
  }

  cancel() {
    if (!this.#busy) return;
    this.page.analyst.stop();
    this.#rest();
    this.#say("Cancelled.");
  }

  #say(text) {
    find("#review-progress").textContent = text;
  }

  #progress({ done, of }) {
    find("#review-bar").max = of;
    find("#review-bar").value = done;
    this.#say(`${done} of ${of} searches`);
    this.#drawButton();
  }

  #rest() {
    this.#busy = false;
    this.#drawButton();
  }

  #heard(review) {
    this.#review = review;
    this.#line.forEach((node, n) => (node.worth = review.scores[n]));
    for (const { number, mark } of review.moves) if (mark) this.#line[number + 1].glyph = mark;
    const faults = this.#faults().length;
    this.#say(faults === 0 ? "No faults." : faults === 1 ? "One fault." : `${faults} faults.`);
    this.page.draw();
  }

  #faults() {
    return this.#review?.moves.filter(({ mark }) => mark) ?? [];
  }

  // The position before a fault: an arrow for what was played, and one for what was better.
  arrows() {
    const fault = this.#shown;
    if (!fault || this.page.tree.current !== this.#line[fault.number]) return [];
    return [ends(fault.path, "played"), ends(fault.best_path, "better")];
  }

  #pick(fault) {
    this.#shown = fault;
    this.page.go(this.#line[fault.number]);
    find("#board").scrollIntoView({ block: "nearest" });
  }

  // -- showing --------------------------------------------------------------------------------------------------

  #drawButton() {
    find("#review").textContent = this.#busy ? "Cancel" : "Review the game";
    show(find("#review-bar"), this.#busy);
  }

  draw() {
    this.#drawButton();
    const review = this.#review;
    for (const id of ["#graph", "#review-players", "#review-move", "#mistakes", "#review-turns"]) find(id).replaceChildren();
    if (!review) return;
    const here = this.#line.indexOf(this.page.tree.current);
    graph(find("#graph"), this.#line, Math.max(0, here), (n) => this.page.go(this.#line[n]));
    find("#review-players").append(this.#players());
    const move = this.#shown && this.arrows().length > 0 ? this.#shown : review.moves[here - 1];
    if (move) find("#review-move").append(h("strong", {}, written(move.text)), ` ${move.words.map(written).join(" ")}`);
    find("#mistakes").append(...this.#faults().map((fault) => this.#item(fault)));
    const turns = review.critical.map((number) => written(review.moves[number].text));
    find("#review-turns").append(turns.length > 0 ? `It turned at ${turns.join(", ")}.` : "");
  }

  #players() {
    const percent = (value) => (value === null ? "–" : `${value.toFixed(0)} %`);
    const rate = (value) => (value === null ? "–" : value.toFixed(0));
    const row = (side) => {
      const { accuracy, counts, faults_per_100 } = this.#review[side];
      const cells = [percent(accuracy), ...Object.keys(GRADES).map((grade) => counts[grade]), rate(faults_per_100)];
      return h("tr", {}, h("th", { scope: "row" }, word(side)), cells.map((cell) => h("td", {}, String(cell))));
    };
    const heads = [["accuracy"], ...Object.values(GRADES), ["in 100 moves", "faults in 100 moves"]];
    return h("table", { class: "players" },
      h("thead", {}, h("tr", {}, h("td", {}), heads.map(([text, title]) => h("th", { scope: "col", title, "aria-label": title ?? text }, text)))),
      h("tbody", {}, row("black"), row("white")));
  }

  #item(fault) {
    const shown = fault === this.#shown && this.arrows().length > 0;
    return h("li", {},
      h("button", { type: "button", class: fault.grade, "aria-current": shown ? "true" : null, onclick: () => this.#pick(fault) }, written(fault.text)),
      h("span", {}, fault.words.map(written).join(" ")));
  }
}
