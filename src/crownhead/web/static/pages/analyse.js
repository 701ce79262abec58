// The page of analysis: a game with its variations, the engine's lines, review, and everything in and out.

import { Board } from "../board/board.js";
import { moveInWords } from "../board/speech.js";
import { Analyst } from "../lib/analyst.js";
import { api } from "../lib/api.js";
import { announce, find, h, isTyping, show, toast } from "../lib/dom.js";
import { Draft } from "../lib/drafts.js";
import { Edits } from "../lib/edits.js";
import { EvalBar } from "../lib/evalbar.js";
import { START, pieces } from "../lib/fen.js";
import { sayRefusal } from "../lib/refusal.js";
import { Resizer } from "../lib/resizer.js";
import { onChange, start, word } from "../lib/settings.js";
import { knock } from "../lib/sound.js";
import { Tree } from "../lib/tree.js";
import { treeView, written } from "../lib/treeview.js";
import { inMoves } from "../lib/worth.js";
import { EngineCard } from "./engine.js";
import { Exchange } from "./exchange.js";
import { ExplorerCard } from "./explorercard.js";
import { Heading, titleOf, today } from "./heading.js";
import { Notes } from "./notes.js";
import { ProofCard } from "./prove.js";
import { Reviewer } from "./reviewer.js";

const MOST_PIECES = 10; // no endgame database has more
const KEYS = [
  ["← →", "back and forward; also , and ."],
  ["↑ ↓", "another variation at this place"],
  ["Home, End", "to the beginning, to the end"],
  ["E", "engine on or off"],
  ["1 to 5", "play the engine's first, second … line"],
  ["W", "why?"],
  ["C", "comment"],
  ["! and ?", "mark the move"],
  ["P, Delete", "make main line, delete from here"],
  ["Ctrl+Z, Ctrl+Y", "undo and redo an edit"],
  ["R, N, T", "review, next fault, try again"],
  ["F", "turn the board"],
];

const textOf = (node) => node.path.join(node.captures.length > 0 ? "x" : "-");

class AnalysePage {
  tree = Tree.at(START);
  edits = new Edits();
  positions = new Map(); // FEN -> what the server said of it
  /** @type {Draft | null} */
  draft = null;
  trouble = ""; // why the analysis is not in the library yet

  constructor() {
    this.board = new Board(find("#board"), {
      onmove: (move) => this.play(move).catch((error) => toast(error.message)),
      onrefused: (refused) => sayRefusal(this.board.state, refused).catch((error) => toast(error.message)),
    });
    this.board.set({ flipped: true });
    this.bar = new EvalBar(find("#evalbar"));
    const analyst = new Analyst();
    this.analyst = analyst;
    this.notes = new Notes(this);
    this.heading = new Heading(this);
    this.engine = new EngineCard(this, analyst);
    this.proof = new ProofCard();
    this.reviewer = new Reviewer(this);
    this.exchange = new Exchange(this);
    this.explorer = new ExplorerCard(this);
    new Resizer(find("#main"), find("#resize"), find("#board"));
    this.tree.headers.Date = today();
    this.#listen();
    onChange(() => this.draw());
  }

  async open() {
    await this.exchange.fromAddress();
    await this.show();
    await this.engine.open();
    this.exchange.loadRecent().catch((error) => toast(error.message));
    if (new URLSearchParams(location.search).has("review")) {
      find(".side").prepend(find("#review-card"));
      this.reviewer.begin();
    }
  }

  // Another game or position.
  load(tree) {
    this.tree = tree;
    this.edits.clear();
    this.draft?.close();
    this.draft = null;
    this.reviewer.reset();
    this.keep();
    this.show();
  }

  // -- what is kept -----------------------------------------------------------------------------------------------

  // From now on this analysis has that name in the library.
  keepAs(draft) {
    this.draft = draft;
    draft.addEventListener("changed", ({ detail }) => {
      if (this.draft === draft) this.#adopt(detail);
    });
    draft.addEventListener("saved", () => this.#saved(""));
    draft.addEventListener("unsaved", ({ detail }) => this.#saved(detail));
  }

  // Says once that the analysis is not safe on the server, and that it is again.
  #saved(trouble) {
    if (Boolean(trouble) === Boolean(this.trouble)) return;
    this.trouble = trouble;
    toast(trouble || "Saved in the library.", trouble ? "problem" : "note");
  }

  keep() {
    if (!this.draft) {
      this.keepAs(Draft.fresh());
      history.replaceState(null, "", `/analyse?draft=${this.draft.name}`);
    }
    this.draft.write(this.tree, titleOf(this.tree));
  }

  // Another tab has edited the same analysis.
  #adopt(plain) {
    const way = this.tree.wayTo(this.tree.current);
    this.tree = new Tree(plain);
    this.tree.follow(way);
    this.edits.clear();
    this.reviewer.reset();
    this.show();
  }

  edit(change) {
    this.edits.remember(this.tree);
    change();
    this.keep();
    this.show();
  }

  #restore(action) {
    this.tree = this.edits[action](this.tree);
    this.reviewer.reset();
    this.keep();
    this.show();
  }

  // -- moving about ---------------------------------------------------------------------------------------------

  // The way to a node as the server wants it; a position that was set up on the way begins a new line.
  lineTo(node) {
    const line = this.tree.lineTo(node);
    const set = line.findLastIndex(({ path }) => path.length === 0);
    const begin = set < 0 ? this.tree.root : line[set];
    return { fen: begin.fen, moves: line.slice(set + 1).map(textOf) };
  }

  async play(move) {
    if (this.reviewer.trying) {
      await this.reviewer.attempt(move);
      return;
    }
    const mover = this.board.state.turn;
    const { plies } = await api.line(this.tree.current.fen, [textOf(move)]);
    this.#grow(plies);
    knock(move.captures.length);
    announce(moveInWords(mover, move));
    await this.show(move);
  }

  async playLine(texts) {
    const from = this.tree.current;
    const { plies } = await api.line(from.fen, texts);
    if (this.tree.current !== from) this.tree.current = from;
    this.#grow(plies);
    await this.show(plies.at(-1));
  }

  #grow(plies) {
    const before = this.tree.nodes.length;
    const [was, at] = [this.tree.plain(), this.tree.wayTo(this.tree.current)];
    for (const ply of plies) this.tree.play(ply);
    if (this.tree.nodes.length === before) return;
    const old = new Tree(was);
    old.follow(at);
    this.edits.remember(old);
    this.keep();
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

  // The next move in place of this one.
  #aside(step) {
    const { parent } = this.tree.current;
    if (!parent || parent.children.length < 2) return;
    const { children } = parent;
    this.go(children[(children.indexOf(this.tree.current) + step + children.length) % children.length]);
  }

  // The current position, with what the server knows of it.
  async show(animate = null) {
    const { fen } = this.tree.current;
    this.reviewer.stopTrying();
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
    this.explorer.show();
    this.#askDatabase();
    if (this.engine.running) this.engine.think();
  }

  async #nameOpening() {
    const line = this.tree.lineTo(this.tree.current).slice(0, 12);
    if (line.length < 3 || this.tree.root.fen !== START || line.some((node) => node.path.length === 0)) {
      find("#opening").textContent = "";
      return;
    }
    const { opening } = await api.line(null, line.map(textOf));
    find("#opening").textContent = opening ?? "";
  }

  // How many moves there are to choose from; many, until the server has said so.
  choices() {
    const moves = this.positions.get(this.tree.current.fen)?.position.moves;
    return moves ? new Set(moves.map(({ path, captures }) => `${path[0]} ${path.at(-1)} ${[...captures].sort()}`)).size : Infinity;
  }

  // The engine has something else to do.
  rest() {
    if (this.engine.running) this.engine.switch(false);
  }

  // -- what the person does -------------------------------------------------------------------------------------

  #listen() {
    const on = (id, action) => find(id).addEventListener("click", action);
    on("#first", () => this.go(this.tree.root));
    on("#back", () => this.#step("back"));
    on("#forward", () => this.#step("forward"));
    on("#last", () => this.#step("end"));
    on("#flip", () => this.#turn());
    on("#undo-edit", () => this.#restore("undo"));
    on("#redo-edit", () => this.#restore("redo"));
    this.analyst.addEventListener("refused", ({ detail }) => toast(detail.message));
    document.addEventListener("keydown", (event) => this.#onKey(event));
    find("#keys").append(...KEYS.flatMap(([key, what]) => [h("dt", {}, key), h("dd", {}, what)]));
  }

  #turn() {
    this.board.flip();
    this.draw();
  }

  #onKey(event) {
    if (isTyping(event) || event.altKey || find("dialog[open]")) return;
    const action = event.ctrlKey || event.metaKey ? this.#withControl(event) : this.#actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  #withControl({ key, shiftKey }) {
    const letter = key.toLowerCase();
    if (letter === "z") return () => this.#restore(shiftKey ? "redo" : "undo");
    return letter === "y" ? () => this.#restore("redo") : null;
  }

  #actions = {
    ArrowLeft: () => this.#step("back"),
    ArrowRight: () => this.#step("forward"),
    ",": () => this.#step("back"),
    ".": () => this.#step("forward"),
    ArrowUp: () => this.#aside(-1),
    ArrowDown: () => this.#aside(1),
    Home: () => this.go(this.tree.root),
    End: () => this.#step("end"),
    Delete: () => this.notes.delete(),
    f: () => this.#turn(),
    e: () => this.engine.switch(!this.engine.running),
    w: () => this.notes.whyThis(),
    c: () => this.notes.comment(),
    p: () => this.notes.promote(),
    r: () => this.reviewer.begin(),
    n: () => this.reviewer.next(),
    t: () => this.reviewer.tryAgain(),
    "!": () => this.notes.mark("!"),
    "?": () => this.notes.mark("?"),
    ...Object.fromEntries([1, 2, 3, 4, 5].map((rank) => [String(rank), () => this.engine.play(rank)])),
  };

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
      },
      animate,
    );
    this.drawWorth();
    treeView(find("#moves"), this.tree, (picked) => this.go(picked));
    this.engine.draw();
    this.heading.draw();
    this.notes.draw();
    this.reviewer.draw();
    this.exchange.draw();
    find("#undo-edit").disabled = !this.edits.canUndo;
    find("#redo-edit").disabled = !this.edits.canRedo;
    const over = position && position.moves.length === 0;
    find("#status").textContent = over ? `${word(turn)} has no move and loses.` : `${word(turn)} to move.`;
  }

  // The bar and the arrows.
  drawWorth() {
    const drawn = this.board.state.arrows.filter(({ kind }) => kind === "drawn");
    this.board.state.arrows = [...drawn, ...this.reviewer.arrows(), ...this.engine.arrows()];
    this.board.draw();
    this.bar.set(this.tree.current.worth, this.board.state.flipped);
    this.proof.show(this.tree.current.fen, this.#proved());
  }

  // What is proved of the position, as a sentence: by a database, or else by the engine.
  #proved() {
    const { fen, worth } = this.tree.current;
    return this.positions.get(fen)?.verdict ?? worth?.proved ?? "";
  }

  async #askDatabase() {
    const { fen } = this.tree.current;
    if (pieces(fen).size > MOST_PIECES) {
      this.#drawDatabase([]);
      return;
    }
    const position = this.positions.get(fen);
    position.database ??= await api.post("/api/endgame", { fen });
    position.verdict ??= (await api.post("/api/verdict", { fen })).words;
    if (this.tree.current.fen !== fen) return;
    this.#drawDatabase(position.database);
    this.proof.show(fen, this.#proved());
  }

  #drawDatabase(known) {
    show(find("#database"), known.length > 0);
    find("#database-moves").replaceChildren(
      ...known.map(({ move, result, plies }) =>
        h("li", {},
          h("button", { type: "button", onclick: () => this.playLine([move]) }, written(move)),
          h("span", { class: result }, plies === null ? result : `${result} in ${inMoves(plies)} ${plies > 2 ? "moves" : "move"}`)),
      ),
    );
  }
}

start();
const page = new AnalysePage();
page.open().catch((error) => toast(error.message));
