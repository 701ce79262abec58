// The review of a game: who played how well, the course of the game, and every fault with the better move.
// What is said comes from the server, in the words of the command line.

import { api } from "../lib/api.js";
import { find, h, show } from "../lib/dom.js";
import { pieces } from "../lib/fen.js";
import { graph } from "../lib/graph.js";
import { inWords, word } from "../lib/settings.js";
import { written } from "../lib/treeview.js";

const GRADES = { inaccuracy: ["?!", "inaccuracies"], mistake: ["?", "mistakes"], blunder: ["??", "blunders"] };
const PACE = 700; // milliseconds between the moves of an answer
const ends = (path, kind) => ({ from: path[0], to: path.at(-1), kind });

export class Reviewer {
  #line = []; // the nodes of the main line, the beginning first
  #review = null;
  #busy = false;
  #shown = null; // the fault whose arrows are on the board
  #tried = null; // what came of a try: { text, good, over }
  trying = false;
  #playing = 0; // the number of the answer that is being played out

  constructor(page) {
    this.page = page;
    find("#try").addEventListener("click", () => this.tryAgain());
    find("#next-fault").addEventListener("click", () => this.next());
    find("#review").addEventListener("click", () => (this.#busy ? this.cancel() : this.begin()));
    page.analyst.addEventListener("reviewing", ({ detail }) => this.#progress(detail));
    page.analyst.addEventListener("reviewed", ({ detail }) => this.#heard(detail.review));
    page.analyst.addEventListener("refused", () => this.#rest());
    page.analyst.addEventListener("rested", () => this.#rest());
  }

  reset() {
    this.cancel();
    this.stopTrying();
    this.#line = [];
    this.#review = null;
    this.#shown = null;
    this.#say("");
  }

  begin() {
    if (this.#busy) return;
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
    this.page.analyst.review(tree.root.fen, texts, this.page.draft?.game ?? null);
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
    if (!fault || this.#tried || !this.#isShown()) return [];
    return [ends(fault.path, "played"), ends(fault.best_path, "better")];
  }

  #pick(fault) {
    this.#shown = fault;
    this.#tried = null;
    this.page.go(this.#line[fault.number]);
    find("#board").scrollIntoView({ block: "nearest" });
  }

  // The first fault after what is shown, or the first of all.
  next() {
    const faults = this.#faults();
    const here = this.#shown && this.#isShown() ? this.#shown.number : this.#line.indexOf(this.page.tree.current) - 1;
    const fault = faults.find(({ number }) => number > here) ?? faults[0];
    if (fault) this.#pick(fault);
  }

  #isShown() {
    return this.#shown !== null && this.page.tree.current === this.#line[this.#shown.number];
  }

  // -- trying again -----------------------------------------------------------------------------------------------

  // The position before the fault, without arrows: the player is to find a better move.
  tryAgain() {
    if (!this.#shown) return;
    this.page.rest();
    this.#playing += 1;
    const fault = this.#shown;
    this.page.tree.current = this.#line[fault.number];
    this.page.show().then(() => {
      if (this.page.tree.current !== this.#line[fault.number]) return;
      this.trying = true;
      this.#tried = { text: `Find a better move than ${written(fault.move)} for ${word(fault.side)}.` };
      this.page.draw();
    });
  }

  stopTrying() {
    this.trying = false;
    this.#tried = null;
    this.#playing += 1;
  }

  // A move that was tried is judged as in the review, and the engine's answer is played out on the board.
  async attempt(move) {
    this.trying = false;
    const number = (this.#playing += 1);
    const before = this.page.tree.current;
    const text = move.path.join(move.captures.length > 0 ? "x" : "-");
    this.#tried = { text: "Let me see…" };
    this.draw();
    const { judged, answer } = await api.post("/api/judgement", { ...this.page.lineTo(before), move: text });
    if (number !== this.#playing) return;
    const good = !judged.mark;
    const verdict = good ? "Right!" : text === this.#shown.path.join(move.captures.length > 0 ? "x" : "-") ? "That was played in the game." : "Not yet.";
    this.#tried = { text: `${verdict} ${written(judged.move)}${judged.mark} ${judged.words.map((words) => inWords(written(words))).join(" ")}`, good };
    await this.#playOut([move, ...answer], number, before);
    this.draw();
  }

  async #playOut(plies, number, before) {
    let { fen } = before;
    for (const ply of plies) {
      fen = ply.fen ?? (await api.line(fen, [ply.path.join(ply.captures.length > 0 ? "x" : "-")])).position.fen;
      if (number !== this.#playing) return;
      this.page.board.set({ pieces: pieces(fen), turn: fen[0] === "W" ? "white" : "black", moves: [], mustJump: false, movable: "none", lastMove: ply, arrows: [] }, ply);
      this.draw();
      await new Promise((resolve) => setTimeout(resolve, PACE));
    }
  }

  // -- showing --------------------------------------------------------------------------------------------------

  #drawButton() {
    find("#review").textContent = this.#busy ? "Cancel" : "Review the game";
    show(find("#review-bar"), this.#busy);
  }

  draw() {
    this.#drawButton();
    const review = this.#review;
    for (const id of ["#graph", "#review-players", "#review-move", "#mistakes", "#review-turns", "#review-proved"]) find(id).replaceChildren();
    show(find("#review-shown"), review !== null && (this.#isShown() || this.#line.indexOf(this.page.tree.current) > 0));
    if (!review) return;
    const here = this.#line.indexOf(this.page.tree.current);
    graph(find("#graph"), this.#line, Math.max(0, here), (n) => this.page.go(this.#line[n]));
    find("#review-players").append(this.#players());
    const move = this.#isShown() ? this.#shown : review.moves[here - 1];
    if (move && !this.#tried) find("#review-move").append(h("strong", {}, written(move.text)), ` ${move.words.map(written).join(" ")}`);
    find("#mistakes").append(...this.#faults().map((fault) => this.#item(fault)));
    this.#drawTry();
    const turns = review.critical.map((number) => written(review.moves[number].text));
    find("#review-turns").append(turns.length > 0 ? `It turned at ${turns.join(", ")}.` : "");
    find("#review-proved").append(...review.proved.map((turn) => this.#proved(turn)));
  }

  #drawTry() {
    const said = find("#try-said");
    show(said, this.#tried !== null);
    said.textContent = this.#tried?.text ?? "";
    said.className = this.#tried?.good === undefined ? "" : this.#tried.good ? "good" : "bad";
    show(find("#try"), this.#isShown() && !this.trying);
    show(find("#next-fault"), this.#faults().length > 0);
  }

  #players() {
    const percent = (value) => (value === null ? "–" : `${value.toFixed(0)} %`);
    // Halves go to the even number, as on the command line.
    const rate = (value) => (value === null ? "–" : String(value % 1 === 0.5 ? 2 * Math.round(value / 2) : Math.round(value)));
    const row = (side) => {
      const { accuracy, counts, faults_per_100 } = this.#review[side];
      const cells = [percent(accuracy), ...Object.keys(GRADES).map((grade) => counts[grade]), rate(faults_per_100)];
      return h("tr", {}, h("th", { scope: "row" }, word(side)), cells.map((cell) => h("td", {}, String(cell))));
    };
    const heads = [["accuracy"], ...Object.values(GRADES), ["in 100 moves", "faults in 100 moves"]];
    return h("table", { class: "players" },
      h("thead", {}, h("tr", {}, h("td", {}), heads.map(([text, title]) => h("th", { scope: "col", title, "aria-label": title ?? text }, text)))),
      h("tbody", {}, row("black"), row("white")),
      this.#phases(percent));
  }

  // Accuracy by parts of the game, where it had several.
  #phases(percent) {
    const { phases } = this.#review;
    if (phases.length < 2) return h("tbody", {});
    const faults = (counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);
    const cells = ({ accuracy, counts }) => [h("td", {}, percent(accuracy)), h("td", { class: "hint" }, `${faults(counts)} ${faults(counts) === 1 ? "fault" : "faults"}`)];
    const row = ({ name, black, white }) =>
      h("tr", {}, h("th", { scope: "row" }, `${name[0].toUpperCase()}${name.slice(1)}`), cells(black), cells(white), h("td", {}));
    const names = ["black", "white"].map((side) => h("th", { scope: "colgroup", colspan: 2 }, word(side)));
    return h("tbody", { class: "phases" }, h("tr", {}, h("td", {}), names, h("td", {})), phases.map(row));
  }

  // A position of which a result became certain, and the way to a certificate.
  #proved({ number, words }) {
    const node = this.#line[number];
    const prove = async () => {
      this.#shown = null;
      this.page.tree.current = node;
      await this.page.show();
      this.page.proof.prove();
    };
    return h("li", {},
      h("button", { type: "button", class: "link", "aria-current": this.page.tree.current === node ? "true" : null, onclick: () => this.page.go(node) }, inWords(written(words))),
      h("button", { type: "button", onclick: prove }, "Prove this"));
  }

  #item(fault) {
    const shown = fault === this.#shown && this.#isShown();
    return h("li", {},
      h("button", { type: "button", class: fault.grade, "aria-current": shown ? "true" : null, onclick: () => this.#pick(fault) }, written(fault.text)),
      h("span", {}, fault.words.map(written).join(" ")));
  }
}
