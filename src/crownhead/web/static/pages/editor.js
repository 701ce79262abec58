// A position is put together piece by piece; the server says all that is wrong with it.

import { Board } from "../board/board.js";
import { pieceName } from "../board/speech.js";
import { api } from "../lib/api.js";
import { announce, find, h, isTyping, show } from "../lib/dom.js";
import { START, fenOf, pieces } from "../lib/fen.js";
import { onChange, start, word } from "../lib/settings.js";

const PIECES = [
  { colour: "black", king: false },
  { colour: "black", king: true },
  { colour: "white", king: false },
  { colour: "white", king: true },
];

class EditorPage {
  placed = pieces(START);
  chosen = PIECES[0];

  constructor() {
    this.board = new Board(find("#board"), { onsquare: (square) => this.put(square), name: "Board to set up" });
    this.board.set({ movable: "none", flipped: true });
    find("#clear").addEventListener("click", () => this.set(new Map()));
    find("#initial").addEventListener("click", () => this.set(pieces(START)));
    find("#flip").addEventListener("click", () => this.board.flip());
    for (const radio of document.querySelectorAll("[name=turn]")) radio.addEventListener("change", () => this.check());
    find("#fen-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.read(find("#fen").value);
    });
    document.addEventListener("keydown", (event) => {
      if (!isTyping(event) && event.key === "f" && !event.ctrlKey && !event.metaKey) this.board.flip();
    });
    onChange(() => this.draw());
  }

  get turn() {
    return find("[name=turn]:checked").value;
  }

  async open() {
    const fen = new URLSearchParams(location.search).get("fen");
    if (fen) await this.read(fen);
    else this.set(this.placed);
  }

  put(square) {
    const there = this.placed.get(square);
    const same = there && there.colour === this.chosen?.colour && there.king === this.chosen?.king;
    if (!this.chosen || same) this.placed.delete(square);
    else this.placed.set(square, this.chosen);
    announce(`square ${square}, ${this.placed.has(square) ? pieceName(this.placed.get(square)) : "empty"}`);
    this.set(this.placed);
  }

  set(placed) {
    this.placed = placed;
    this.draw();
    this.check();
  }

  async read(fen) {
    try {
      const { start: tidy } = await api.line(fen);
      this.#accept(tidy);
    } catch (error) {
      this.#complain(error);
      find("#fen").value = fen;
    }
  }

  #accept(fen) {
    find(`[name=turn][value=${fen[0] === "W" ? "white" : "black"}]`).checked = true;
    this.set(pieces(fen));
  }

  async check() {
    const fen = fenOf(this.placed, this.turn);
    find("#fen").value = fen;
    try {
      const { position } = await api.line(fen);
      if (fen !== fenOf(this.placed, this.turn)) return;
      show(find("#reasons"), false);
      this.#offer(fen);
      const moves = position.moves.length;
      find("#status").textContent = `${word(this.turn)} to move: ${moves === 0 ? "no move, the game is lost" : moves === 1 ? "one move" : `${moves} moves`}`;
    } catch (error) {
      this.#complain(error);
    }
  }

  #offer(fen) {
    find("#analyse").href = `/analyse?fen=${encodeURIComponent(fen)}`;
    find("#play-on").href = `/?fen=${encodeURIComponent(fen)}`;
    for (const id of ["#analyse", "#play-on"]) find(id).removeAttribute("aria-disabled");
  }

  #complain(error) {
    const reasons = error.reasons?.length ? error.reasons : [error.message];
    find("#reasons").replaceChildren(...reasons.map((reason) => h("li", {}, reason)));
    show(find("#reasons"), true);
    find("#status").textContent = "This is no position yet.";
    for (const id of ["#analyse", "#play-on"]) {
      find(id).setAttribute("aria-disabled", "true");
      find(id).removeAttribute("href");
    }
    announce(reasons.join("; "));
  }

  draw() {
    this.board.set({ pieces: new Map(this.placed), moves: [], mustJump: false, lastMove: null });
    find("#turn-black").textContent = word("black");
    find("#turn-white").textContent = word("white");
    const option = (piece, text) => {
      const radio = h("input", { type: "radio", name: "piece", checked: piece === this.chosen, onchange: () => (this.chosen = piece) });
      return h("label", {}, radio, h("span", {}, piece ? h("i", { class: `disc ${piece.colour}${piece.king ? " king" : ""}` }) : null, text));
    };
    find("#palette").replaceChildren(
      ...PIECES.map((piece) => option(piece, pieceName(piece))),
      option(null, "take off"),
    );
  }
}

start();
new EditorPage().open();
