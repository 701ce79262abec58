// The board on the page: a picture, and over it a grid of squares that can be reached by keyboard, read aloud,
// pressed, dragged over and drawn on.

import { h, isTyping } from "./elements.js";
import { onPreference, preferences } from "./preferences.js";
import { chooseMove } from "./choice.js";
import { UNIT, neighbour, squareAt } from "./geometry.js";
import { Renderer } from "./render.js";
import { label } from "./speech.js";
import { BoardState } from "./state.js";

const DRAG_THRESHOLD = 6; // pixels
const ARROWS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]);

export class Board {
  state = new BoardState();
  #renderer = new Renderer();
  #cells = new Map();
  #focused = 11;
  /** @type {{ square: number, x: number, y: number, right: boolean, dragging: boolean,
   *   draggable?: boolean, was?: number | null } | null} */
  #press = null; // the pointer that is down

  // `onmove` gets a legal move that was chosen; `onrefused` gets { from, to } of one that is not legal, without `to` for
  // a piece that cannot move; `onsquare`, if given, gets every press instead.
  constructor(
    container,
    { onmove = (move) => {}, onrefused = (wish) => {}, onsquare = null, name = "Checkers board" } = {},
  ) {
    this.onmove = onmove;
    this.onrefused = onrefused;
    this.onsquare = onsquare;
    this.grid = h("div", { role: "grid", class: "grid", "aria-label": name });
    container.classList.add("board");
    container.append(this.#renderer.svg, this.grid);
    this.#layOut();
    this.#listen();
    onPreference(() => this.draw());
  }

  // Shows a position: what is not given stays as it was. `animate` is the move that led there.
  set(changes, animate = null) {
    const turned = changes.flipped !== undefined && changes.flipped !== this.state.flipped;
    this.state.change(changes);
    if (turned) this.#layOut();
    this.draw(turned ? null : animate);
  }

  draw(animate = null) {
    const { numbers, moveMarks } = preferences;
    this.#renderer.draw(this.state, { animate, numbers, marks: moveMarks });
    for (const [square, cell] of this.#cells) this.#label(square, cell);
  }

  flip() {
    this.set({ flipped: !this.state.flipped });
  }

  focus(square = this.#focused) {
    this.#focus(square);
  }

  // -- the grid ---------------------------------------------------------------------------------------------

  #layOut() {
    const rows = [];
    for (let row = 0; row < 8; row++) {
      const cells = [];
      for (let column = row % 2 === 0 ? 1 : 0; column < 8; column += 2) cells.push(this.#cell(row, column));
      rows.push(h("div", { role: "row" }, cells));
    }
    this.grid.replaceChildren(...rows);
  }

  #cell(row, column) {
    const square = squareAt(row, column, this.state.flipped);
    const cell = h("div", { role: "gridcell", class: `cell r${row} c${column}`, "data-square": square });
    this.#cells.set(square, cell);
    this.#label(square, cell);
    return cell;
  }

  #label(square, cell) {
    cell.tabIndex = square === this.#focused ? 0 : -1;
    cell.setAttribute("aria-label", label(square, this.state));
    cell.setAttribute("aria-selected", String(this.state.selected === square));
  }

  #focus(square) {
    this.#cells.get(this.#focused).tabIndex = -1;
    this.#focused = square;
    this.#cells.get(square).tabIndex = 0;
    this.#cells.get(square).focus();
  }

  // -- what people do -----------------------------------------------------------------------------------------

  #listen() {
    this.grid.addEventListener("keydown", (event) => this.#onKey(event));
    this.grid.addEventListener("pointerdown", (event) => this.#onDown(event));
    this.grid.addEventListener("pointermove", (event) => this.#onMove(event));
    this.grid.addEventListener("pointerup", (event) => this.#onUp(event));
    this.grid.addEventListener("pointercancel", () => this.#letGo());
    this.grid.addEventListener("contextmenu", (event) => event.preventDefault());
    // A mouse does not take the focus: the arrow keys of one who clicks go on turning over the moves.
    this.grid.addEventListener("mousedown", (event) => event.preventDefault());
    // A click that no pointer made comes from a screen reader.
    this.grid.addEventListener("click", (event) => {
      const square = Number(event.target.dataset?.square);
      if (event.detail === 0 && square) this.press(square);
    });
  }

  #onKey(event) {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const square = Number(event.target.dataset.square);
    if (ARROWS.has(event.key)) {
      const next = neighbour(square, event.key, this.state.flipped);
      if (next) this.#focus(next);
    } else if (event.key === "Enter" || event.key === " ") {
      this.press(square);
    } else if (event.key === "Escape") {
      this.state.deselect();
      this.draw();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  async press(square) {
    if (this.onsquare) {
      this.onsquare(square);
      return;
    }
    const decided = this.state.press(square);
    this.draw();
    if (decided?.choose) this.#make(await chooseMove(decided.choose));
    else if (decided?.move) this.#make(decided.move);
    else if (decided?.refused) this.onrefused(decided.refused);
  }

  #make(move) {
    if (move) this.onmove(move);
    else this.state.deselect();
    this.draw();
  }

  /** @returns {[number, number]} */
  #point(event) {
    const box = this.grid.getBoundingClientRect();
    const scale = (8 * UNIT) / box.width;
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  }

  #squareUnder(event) {
    const [x, y] = this.#point(event);
    return squareAt(Math.floor(y / UNIT), Math.floor(x / UNIT), this.state.flipped);
  }

  #onDown(event) {
    const square = this.#squareUnder(event);
    if (square === null || this.#press) return;
    this.#press = { square, x: event.clientX, y: event.clientY, right: event.button === 2, dragging: false };
    if (event.button !== 0) return;
    this.#press.was = this.state.selected;
    this.#focused = square;
    const mine = this.state.movablePieces().has(square) || this.#isMineAhead(square);
    if (!this.onsquare && mine && this.state.path.length < 2 && !this.state.targets().has(square)) {
      if (this.state.selected !== square) this.press(square);
      this.#press.draggable = true;
      this.grid.setPointerCapture(event.pointerId);
    }
  }

  #isMineAhead(square) {
    return this.state.waiting && this.state.pieces.get(square)?.colour === this.state.movable;
  }

  #onMove(event) {
    const press = this.#press;
    if (!press?.draggable) return;
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG_THRESHOLD;
    if (far) press.dragging = true;
    if (press.dragging) this.#renderer.drag(press.square, this.#point(event));
  }

  #onUp(event) {
    const press = this.#press;
    this.#press = null;
    if (!press) return;
    const square = this.#squareUnder(event);
    if (press.right) {
      if (square !== null) this.state.toggleArrow(press.square, square);
      this.draw();
    } else if (press.dragging) {
      const goes = square !== null && this.state.targets().has(square);
      this.#renderer.drop(press.square, goes ? square : null);
      if (square !== null && square !== press.square) this.press(square);
    } else if (square === press.square && (!press.draggable || press.was === square)) {
      this.press(square);
    }
  }

  #letGo() {
    if (this.#press?.dragging) this.#renderer.drop(this.#press.square, null);
    this.#press = null;
  }
}
