// <crownhead-board>: a position that can be looked at, played on, and gone through move by move.
//
// Attributes, all of them optional and free to change:
//   fen       the position to begin with; the start of the game if there is none
//   moves     moves that can be gone through: "11-15 23-19 8-11"
//   pdn       a game in PDN, instead of fen and moves
//   ply       how many of them are shown; 0 if nothing is said
//   flipped   Black is at the foot
//   locked    no piece can be moved
//   theme     red-black, red-white, wood or high-contrast
//
// Properties: `fen` of what is shown, `moves` as a list of texts, `ply`, and `state`, the board without a page.
// Methods: `play(text)`, `back()`, `forward()`. Event: `move`, whose detail is { move, fen }.

import { Board } from "./board.js";
import { h } from "./elements.js";
import { START, fenOf, pieces } from "./fen.js";
import { readPdn, wordsOf } from "./pdn.js";
import { legalMoves, moveNamed, notation, played } from "./rules.js";

export class CrownheadBoard extends HTMLElement {
  static observedAttributes = ["fen", "moves", "pdn", "ply", "flipped", "locked"];
  static styles = ""; // set where the file is put together
  /** @type {{ position: import("./rules.js").Position, move: any }[]} */
  #line = []; // the positions of the line, each with the move that led to it
  #ply = 0;
  #problem = "";

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(CrownheadBoard.styles);
    root.adoptedStyleSheets = [sheet];
    const place = h("div");
    this.board = new Board(place, { onmove: (move) => this.#made(move), name: this.getAttribute("label") ?? "Checkers board" });
    const step = (text, label, action) => h("button", { type: "button", "aria-label": label, onclick: action }, text);
    this.said = h("output", { "aria-live": "polite" });
    this.buttons = h("div", { class: "through" },
      step("«", "Beginning", () => (this.ply = 0)), step("‹", "One move back", () => this.back()),
      this.said,
      step("›", "One move forward", () => this.forward()), step("»", "End", () => (this.ply = this.#line.length - 1)));
    root.append(place, this.buttons);
  }

  get state() {
    return this.board.state;
  }

  get #here() {
    return this.#line[this.#ply].position;
  }

  get fen() {
    return fenOf(this.#here.pieces, this.#here.turn);
  }

  get moves() {
    return this.#line.slice(1).map(({ move }) => notation(move));
  }

  get ply() {
    return this.#ply;
  }

  set ply(number) {
    const before = this.#ply;
    this.#ply = Math.max(0, Math.min(Number(number) || 0, this.#line.length - 1));
    this.#draw(this.#ply === before + 1 ? this.#line[this.#ply].move : null);
  }

  back() {
    this.ply = this.#ply - 1;
  }

  forward() {
    this.ply = this.#ply + 1;
  }

  // Plays a legal move from what is shown; what followed is forgotten. False if it is not legal.
  play(text) {
    const move = moveNamed(this.#here, text);
    if (move) this.#made(move);
    return move !== null;
  }

  connectedCallback() {
    this.#read();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#read();
  }

  #made(move) {
    const next = this.#line[this.#ply + 1];
    if (next?.move.path.join() !== move.path.join()) {
      this.#line = [...this.#line.slice(0, this.#ply + 1), { position: played(this.#here, move), move }];
    }
    this.forward();
    this.dispatchEvent(new CustomEvent("move", { detail: { move: notation(move), fen: this.fen } }));
  }

  #read() {
    const pdn = this.getAttribute("pdn");
    const game = pdn === null ? { fen: this.getAttribute("fen"), moves: wordsOf(this.getAttribute("moves") ?? "") } : readPdn(pdn);
    const fen = game.fen ?? START;
    const turn = /^\s*W/i.test(fen) ? "white" : "black";
    this.#line = [{ position: { pieces: pieces(fen), turn }, move: null }];
    this.#problem = "";
    for (const text of game.moves) {
      const { position } = this.#line[this.#line.length - 1];
      const move = moveNamed(position, text);
      if (!move) {
        this.#problem = `${text} is not legal here`;
        break;
      }
      this.#line.push({ position: played(position, move), move });
    }
    this.ply = Number(this.getAttribute("ply") ?? 0);
  }

  #draw(animate) {
    const { position, move } = this.#line[this.#ply];
    const moves = legalMoves(position);
    this.board.set({
      ...position,
      moves,
      mustJump: moves[0]?.captures.length > 0,
      movable: this.hasAttribute("locked") ? "none" : "both",
      flipped: this.hasAttribute("flipped"),
      lastMove: move,
    }, animate);
    this.buttons.hidden = this.#line.length < 2 && !this.#problem;
    const number = `${this.#ply} of ${this.#line.length - 1}`;
    this.said.textContent = this.#problem && this.#ply === this.#line.length - 1 ? this.#problem : move ? `${notation(move)} (${number})` : number;
  }
}
