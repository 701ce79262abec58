// The page of analysis: a game with its variations, the engine's lines, review, and everything in and out.

import { Board } from "../board/board.js";
import { moveInWords } from "../board/speech.js";
import { Analyst } from "../lib/analyst.js";
import { api } from "../lib/api.js";
import { announce, find, h, isTyping, show, toast } from "../lib/dom.js";
import { EvalBar } from "../lib/evalbar.js";
import { START, pieces } from "../lib/fen.js";
import { sayRefusal } from "../lib/refusal.js";
import { onChange, start, word } from "../lib/settings.js";
import { knock } from "../lib/sound.js";
import { Tree } from "../lib/tree.js";
import { treeView, written } from "../lib/treeview.js";
import { worthText } from "../lib/worth.js";
import { Exchange } from "./exchange.js";
import { Reviewer } from "./reviewer.js";

const MOST_PIECES = 10; // no endgame database has more
const KINDS = ["best", "second", "third"];

class AnalysePage {
  tree = Tree.at(START);
  lines = new Map(); // rank -> thought
  positions = new Map(); // FEN -> what the server said of it

  constructor() {
    this.board = new Board(find("#board"), {
      onmove: (move) => this.play(move),
      onrefused: (refused) => sayRefusal(this.board.state, refused).catch((error) => toast(error.message)),
    });
    this.board.set({ flipped: true });
    this.bar = new EvalBar(find("#evalbar"));
    this.analyst = new Analyst();
    this.reviewer = new Reviewer(this);
    this.exchange = new Exchange(this);
    this.running = false;
    this.#listen();
    onChange(() => this.draw());
  }

  async open() {
    await this.exchange.fromAddress();
    await this.show();
    if (new URLSearchParams(location.search).has("review")) {
      find(".side").prepend(find("#review-card"));
      this.reviewer.begin();
    }
  }

  load(tree) {
    this.tree = tree;
    this.reviewer.reset();
    this.show();
  }

  // -- moving about ---------------------------------------------------------------------------------------------

  async play(move) {
    const mover = this.board.state.turn;
    const { plies } = await api.line(this.tree.current.fen, [move.path.join(move.captures.length > 0 ? "x" : "-")]);
    this.tree.play(plies[0]);
    knock(move.captures.length);
    announce(moveInWords(mover, move));
    await this.show(move);
  }

  async playLine(texts) {
    const { plies } = await api.line(this.tree.current.fen, texts);
    for (const ply of plies) this.tree.play(ply);
    await this.show(plies.at(-1));
  }

  go(node, animate = null) {
    if (!node) return;
    this.tree.current = node;
    this.show(animate);
  }

  #step(action) {
    const before = this.tree.current;
    this.tree[action]();
    const now = this.tree.current;
    if (now !== before) this.show(now.parent === before ? now : null);
  }

  // The current position, with what the server knows of it.
  async show(animate = null) {
    const { fen } = this.tree.current;
    this.draw(animate);
    try {
      if (!this.positions.has(fen)) this.positions.set(fen, await api.line(fen));
    } catch (error) {
      toast(error.message);
      return;
    }
    if (this.tree.current.fen !== fen) return;
    this.draw();
    this.#nameOpening();
    this.#askDatabase();
    if (this.running) this.#think();
  }

  async #nameOpening() {
    const line = this.tree.lineTo(this.tree.current).slice(0, 12);
    if (line.length < 3 || this.tree.root.fen !== START || line.some((node) => node.path.length === 0)) {
      find("#opening").textContent = "";
      return;
    }
    const texts = line.map((node) => node.path.join(node.captures.length > 0 ? "x" : "-"));
    const { opening } = await api.line(null, texts);
    find("#opening").textContent = opening ?? "";
  }

  // -- the engine -------------------------------------------------------------------------------------------------

  #think() {
    this.lines.clear();
    const line = this.tree.lineTo(this.tree.current);
    const whole = line.every((node) => node.path.length > 0);
    const texts = whole ? line.map((node) => node.path.join(node.captures.length > 0 ? "x" : "-")) : [];
    this.analyst.analyse(whole ? this.tree.root.fen : this.tree.current.fen, texts, Number(find("#lines").value));
  }

  #switch(on) {
    this.running = on;
    const button = find("#engine-switch");
    button.setAttribute("aria-pressed", String(on));
    button.textContent = on ? "Stop" : "Start";
    button.classList.toggle("main", !on);
    if (on) {
      this.reviewer.cancel();
      this.#think();
    } else this.analyst.stop();
    this.draw();
  }

  // The engine has something else to do.
  rest() {
    if (this.running) this.#switch(false);
  }

  #heard(thought) {
    this.lines.set(thought.rank, thought);
    if (thought.rank === 1) this.tree.current.worth = thought.worth;
    this.#drawLines();
    this.#drawArrows();
    this.board.draw();
    this.bar.set(this.tree.current.worth, this.board.state.flipped);
  }

  // -- what the person does -------------------------------------------------------------------------------------

  #listen() {
    const on = (id, action) => find(id).addEventListener("click", action);
    on("#first", () => this.go(this.tree.root));
    on("#back", () => this.#step("back"));
    on("#forward", () => this.#step("forward"));
    on("#last", () => this.#step("end"));
    on("#flip", () => this.#turn());
    on("#engine-switch", () => this.#switch(!this.running));
    on("#promote", () => this.#edit(() => this.tree.promote(this.tree.current)));
    on("#delete", () => this.#edit(() => this.tree.delete(this.tree.current)));
    find("#lines").addEventListener("change", () => this.running && this.#think());
    find("#glyph").addEventListener("change", (event) => this.#edit(() => (this.tree.current.glyph = event.target.value)));
    find("#comment").addEventListener("change", (event) => this.#edit(() => (this.tree.current.comment = event.target.value)));
    this.analyst.addEventListener("thought", ({ detail }) => this.#heard(detail));
    this.analyst.addEventListener("refused", ({ detail }) => toast(detail.message));
    document.addEventListener("keydown", (event) => this.#onKey(event));
  }

  #edit(change) {
    change();
    this.show();
  }

  #turn() {
    this.board.flip();
    this.draw();
  }

  #onKey(event) {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey || find("dialog[open]")) return;
    const actions = {
      ArrowLeft: () => this.#step("back"),
      ArrowRight: () => this.#step("forward"),
      ",": () => this.#step("back"),
      ".": () => this.#step("forward"),
      Home: () => this.go(this.tree.root),
      End: () => this.#step("end"),
      f: () => this.#turn(),
      e: () => this.#switch(!this.running),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  // -- showing ----------------------------------------------------------------------------------------------------

  draw(animate = null) {
    const node = this.tree.current;
    const position = this.positions.get(node.fen)?.position;
    const turn = node.fen[0] === "W" ? "white" : "black";
    this.board.set(
      {
        pieces: pieces(node.fen),
        turn,
        moves: position?.moves ?? [],
        mustJump: position?.must_jump ?? false,
        movable: "both",
        lastMove: node.path.length > 0 ? node : null,
        arrows: [],
      },
      animate,
    );
    if (!this.running) this.lines.clear();
    this.#drawArrows();
    this.board.draw();
    this.bar.set(node.worth, this.board.state.flipped);
    treeView(find("#moves"), this.tree, (picked) => this.go(picked));
    this.#drawLines();
    this.#drawNotes();
    this.reviewer.draw();
    this.exchange.draw();
    const over = position && position.moves.length === 0;
    find("#status").textContent = over ? `${word(turn)} has no move and loses.` : `${word(turn)} to move.`;
  }

  #drawArrows() {
    const engine = [...this.lines.values()]
      .filter(({ path }) => path.length > 0)
      .sort((a, b) => b.rank - a.rank)
      .map(({ path, rank }) => ({ from: path[0], to: path.at(-1), kind: KINDS[rank - 1] ?? "third" }));
    const drawn = this.board.state.arrows.filter(({ kind }) => kind === "drawn");
    this.board.state.arrows = [...drawn, ...this.reviewer.arrows(), ...engine];
  }

  #drawLines() {
    const shown = [...this.lines.values()].sort((a, b) => a.rank - b.rank);
    find("#engine-lines").replaceChildren(
      ...shown.map(({ worth, line }) =>
        h("li", {}, h("strong", {}, worthText(worth)), line.map((text, n) =>
          h("button", { type: "button", onclick: () => this.playLine(line.slice(0, n + 1)) }, written(text)),
        )),
      ),
    );
    const [best] = shown;
    const million = best ? (best.nodes / 1e6).toFixed(best.nodes < 1e7 ? 1 : 0) : "";
    find("#engine-depth").textContent = best ? `depth ${best.depth} · ${million} M` : "";
  }

  async #askDatabase() {
    const { fen } = this.tree.current;
    if (pieces(fen).size > MOST_PIECES) {
      this.#drawDatabase([]);
      return;
    }
    const position = this.positions.get(fen);
    position.database ??= await api.post("/api/endgame", { fen });
    if (this.tree.current.fen === fen) this.#drawDatabase(position.database);
  }

  #drawDatabase(known) {
    show(find("#database"), known.length > 0);
    find("#database-moves").replaceChildren(
      ...known.map(({ move, result, plies }) =>
        h("li", {},
          h("button", { type: "button", onclick: () => this.playLine([move]) }, written(move)),
          h("span", { class: result }, plies === null ? result : `${result} in ${plies}`)),
      ),
    );
  }

  #drawNotes() {
    const node = this.tree.current;
    find("#glyph").value = ["", "!", "!!", "!?", "?!", "?", "??"].includes(node.glyph) ? node.glyph : "";
    if (document.activeElement !== find("#comment")) find("#comment").value = node.comment;
    for (const id of ["#promote", "#delete", "#glyph"]) find(id).disabled = !node.parent;
  }
}

start();
const page = new AnalysePage();
find("#engine-switch").textContent = "Start";
find("#engine-switch").classList.add("main");
page.open().catch((error) => toast(error.message));
