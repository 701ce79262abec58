// crownhead-board.js: a board for American checkers in any page. One file, nothing else is needed.
//
//   <script src="crownhead-board.js"></script>
//   <crownhead-board moves="11-15 23-19 8-11" ply="3" theme="wood"></crownhead-board>
//
// Made by tools/bundle_board.py from the modules in src/crownhead/web/static/board/. See docs/board.md. MIT licence.
(() => {
"use strict";

// -- elements.js

// Elements from data. Text is always text: nothing that comes from a player or a file is ever parsed as HTML.

const SVG = "http://www.w3.org/2000/svg";

function h(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

function s(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

function set(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else element.setAttribute(name, value === true ? "" : String(value));
}

const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function isTyping(event) {
  const target = event.target;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

// -- preferences.js

// How boards are shown on this page. Whoever has settings hands them on with prefer().

const preferences = {
  numbers: true, // on the squares
  moveMarks: true, // where a piece can go
  black: "Black", // what the sides are called: that depends on their paint
  white: "White",
};
const listeners = new Set();

/** @param {Partial<typeof preferences>} changes */
function prefer(changes) {
  Object.assign(preferences, changes);
  for (const listener of listeners) listener();
}

/** @param {() => void} listener */
function onPreference(listener) {
  listeners.add(listener);
}

// -- choice.js

// When several ways lead to the square that was pressed, a person says which.


// The move that was chosen, or null.
function chooseMove(moves) {
  return new Promise((resolve) => {
    const option = (move) =>
      h("button", { type: "button", value: move.path.join("x"), onclick: () => finish(move) }, describe(move));
    const cancel = h("button", { type: "button", class: "plain", onclick: () => finish(null) }, "Cancel");
    const dialog = h(
      "dialog",
      { class: "card choice", "aria-labelledby": "choice-title" },
      h("h2", { id: "choice-title" }, "Which way?"),
      h("div", { class: "stack" }, moves.map(option), cancel),
    );
    const finish = (move) => {
      resolve(move);
      dialog.remove();
    };
    dialog.addEventListener("cancel", () => finish(null));
    document.body.append(dialog);
    dialog.showModal();
  });
}

function describe(move) {
  return `${move.path.join(" × ")}, taking ${move.captures.join(", ")}`;
}

// -- geometry.js

// Where the squares are. Units: a square is 100 wide, the board's corner is (0, 0).

const UNIT = 100;

/** @param {number} square */
const rowOf = (square) => Math.floor((square - 1) / 4);
/** @param {number} square */
const columnOf = (square) => ((square - 1) % 4) * 2 + 1 - (rowOf(square) % 2);

// The row and column as they are seen: Black is at the top, unless the board is turned.
/** @param {number} square @param {boolean} [flipped] @returns {[number, number]} */
function seen(square, flipped) {
  const [row, column] = [rowOf(square), columnOf(square)];
  return flipped ? [7 - row, 7 - column] : [row, column];
}

/** @param {number} square @param {boolean} [flipped] @returns {[number, number]} */
function middle(square, flipped) {
  const [row, column] = seen(square, flipped);
  return [column * UNIT + UNIT / 2, row * UNIT + UNIT / 2];
}

// The playable square that is seen there, or null.
/** @param {number} row @param {number} column @param {boolean} flipped @returns {number | null} */
function squareAt(row, column, flipped) {
  if (row < 0 || row > 7 || column < 0 || column > 7 || (row + column) % 2 === 0) return null;
  const [trueRow, trueColumn] = flipped ? [7 - row, 7 - column] : [row, column];
  return trueRow * 4 + Math.floor(trueColumn / 2) + 1;
}

// The next square for an arrow key. Playable squares alternate between columns, so that up and down sway.
/** @param {number} square @param {string} key @param {boolean} flipped @returns {number | null} */
function neighbour(square, key, flipped) {
  const [row, column] = seen(square, flipped);
  const sway = row % 2 === 0 ? -1 : 1;
  switch (key) {
    case "ArrowLeft":
      return squareAt(row, column - 2, flipped);
    case "ArrowRight":
      return squareAt(row, column + 2, flipped);
    case "ArrowUp":
      return squareAt(row - 1, column + sway, flipped);
    case "ArrowDown":
      return squareAt(row + 1, column + sway, flipped);
    case "Home":
      return squareAt(row, row % 2 === 0 ? 1 : 0, flipped);
    case "End":
      return squareAt(row, row % 2 === 0 ? 7 : 6, flipped);
    default:
      return null;
  }
}

// -- render.js

// Draws a BoardState into an SVG: what has not changed is left alone.


const SQUARES = Array.from({ length: 32 }, (_, index) => index + 1);
const STEP_MS = 170;

function gradient(side) {
  return s(
    "radialGradient",
    { id: `shine-${side}`, cx: "38%", cy: "32%", r: "75%" },
    s("stop", { offset: "0", class: `stop ${side} shine` }),
    s("stop", { offset: "1", class: `stop ${side} face` }),
  );
}

function pieceElement(piece) {
  return s(
    "g",
    { class: "piece" },
    s("ellipse", { class: "shadow", cx: 2, cy: 7, rx: 38, ry: 37 }),
    s("circle", { class: "under", cx: 0, cy: 4, r: 38 }),
    s("circle", { class: "face", r: 38, fill: `url(#shine-${piece.colour})` }),
    s("circle", { class: "groove", r: 30.5 }),
    s("circle", { class: "groove inner", r: 24 }),
    s("path", { class: "crown", d: "M-19 13V-9l10 8L0-17 9-1l10-8v22zM-19 15h38v4h-38z" }),
  );
}

function arrowPath(from, to) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  const head = length - 30;
  return {
    d: `M12-7H${head}V-20L${length - 4} 0 ${head} 20V7H12z`,
    transform: `translate(${from[0]} ${from[1]}) rotate(${angle})`,
  };
}

class Renderer {
  #shown = new Map(); // square -> { element, piece }
  #layers = {};
  #marks = new Map();
  /** @type {boolean | undefined} */
  #flipped; // undefined before the first drawing
  #dropped = null; // the square from which a piece was dragged to its target: it lies there already

  constructor() {
    this.svg = s("svg", { viewBox: "0 0 800 800", "aria-hidden": "true", class: "pieces-and-squares" });
    this.svg.append(s("defs", {}, gradient("black"), gradient("white")));
    this.svg.append(s("rect", { class: "light", width: 800, height: 800 }));
    for (const name of ["squares", "marks", "numbers", "pieces", "over"]) {
      this.#layers[name] = s("g", { class: name });
      this.svg.append(this.#layers[name]);
    }
  }

  draw(state, { animate = null, numbers = true, marks = true } = {}) {
    if (this.#flipped !== state.flipped) this.#ground(state.flipped);
    this.#layers.numbers.classList.toggle("off", !numbers);
    this.#drawPieces(state, animate);
    this.#drawMarks(state, marks);
  }

  #ground(flipped) {
    this.#flipped = flipped;
    this.#layers.squares.replaceChildren(...SQUARES.map((square) => this.#rect(square, "square")));
    this.#layers.numbers.replaceChildren(
      ...SQUARES.map((square) => {
        const [row, column] = seen(square, flipped);
        return s("text", { x: column * UNIT + 4, y: row * UNIT + 17 }, String(square));
      }),
    );
    for (const [square, { element }] of this.#shown) this.#place(element, square);
  }

  #rect(square, kind) {
    const [row, column] = seen(square, this.#flipped);
    return s("rect", { class: kind, x: column * UNIT, y: row * UNIT, width: UNIT, height: UNIT });
  }

  // -- pieces -------------------------------------------------------------------------------------------

  #drawPieces(state, animate) {
    const wanted = this.#arranged(state);
    const gone = [...this.#shown].filter(([square, { piece }]) => piece.colour !== wanted.get(square)?.colour);
    for (const [square] of gone) this.#shown.delete(square);
    for (const [square, piece] of wanted) {
      const there = this.#shown.get(square);
      if (there) this.#dress(there, piece);
      else this.#bring(square, piece, gone, animate);
    }
    this.#returnDropped(state);
    for (const [, { element }] of gone) this.#vanish(element, animate);
    for (const [square, { element }] of this.#shown) {
      element.classList.toggle("captured", this.#jumped(state).has(square));
    }
  }

  // A piece that was dropped where it may not go, or whose move was refused, goes back.
  #returnDropped(state) {
    if (this.#dropped === null || state.selected === this.#dropped) return;
    const entry = this.#shown.get(this.#dropped);
    if (entry) this.#place(entry.element, this.#dropped);
    this.#dropped = null;
  }

  // The pieces as they stand in the middle of a jump that is made step by step.
  #arranged(state) {
    if (state.path.length < 2) return state.pieces;
    const pieces = new Map(state.pieces);
    const piece = pieces.get(state.path[0]);
    pieces.delete(state.path[0]);
    pieces.set(state.path.at(-1), piece);
    return pieces;
  }

  #jumped(state) {
    const steps = state.path.length - 1;
    const move = steps > 0 ? state.candidates()[0] : null;
    return new Set(move ? move.captures.slice(0, steps) : []);
  }

  // A piece that appears on a square is one that left another, the nearest of its colour, or a new one.
  #bring(square, piece, gone, animate) {
    const from = animate && animate.path.at(-1) === square ? animate.path[0] : null;
    const distance = ([other]) =>
      other === from ? -1 : Math.hypot(...middle(other, false).map((v, n) => v - middle(square, false)[n]));
    const same = gone.filter(([, { piece: old }]) => old.colour === piece.colour);
    const nearest = same.sort((a, b) => distance(a) - distance(b))[0];
    const entry = nearest ? nearest[1] : { element: pieceElement(piece), piece: null };
    if (nearest) gone.splice(gone.indexOf(nearest), 1);
    this.#layers.pieces.append(entry.element);
    const way = nearest && from === nearest[0] ? animate.path : nearest ? [nearest[0], square] : [square];
    this.#place(entry.element, square);
    this.#dress(entry, piece);
    if (animate && way[0] !== this.#dropped) this.#travel(entry.element, way);
    this.#shown.set(square, entry);
  }

  #dress(entry, piece) {
    entry.piece = piece;
    entry.element.classList.toggle("king", piece.king);
    entry.element.classList.add(piece.colour);
  }

  #place(element, square) {
    const [x, y] = middle(square, this.#flipped);
    element.setAttribute("transform", `translate(${x} ${y})`);
  }

  #travel(element, way) {
    if (way.length < 2 || reducedMotion()) return;
    const frames = way.map((square) => {
      const [x, y] = middle(square, this.#flipped);
      return { transform: `translate(${x}px, ${y}px)` };
    });
    element.animate(frames, { duration: STEP_MS * (way.length - 1), easing: "ease-in-out" });
  }

  #vanish(element, animate) {
    if (!animate || reducedMotion()) {
      element.remove();
      return;
    }
    const duration = STEP_MS * Math.max(1, animate.path.length - 1);
    const fading = element.animate({ opacity: [1, 1, 0] }, { duration: duration + 80, fill: "forwards" });
    fading.finished.then(() => element.remove(), () => element.remove());
  }

  // The piece under the finger follows it.
  drag(square, [x, y]) {
    const entry = this.#shown.get(square);
    if (!entry) return;
    entry.element.classList.add("dragged");
    this.#layers.pieces.append(entry.element);
    entry.element.setAttribute("transform", `translate(${x} ${y})`);
  }

  // It is let go over a square, or nowhere.
  drop(square, target) {
    const entry = this.#shown.get(square);
    if (!entry) return;
    entry.element.classList.remove("dragged");
    this.#place(entry.element, target ?? square);
    this.#dropped = target === null ? null : square;
  }

  // -- marks: each has a key, and is drawn once ------------------------------------------------------------

  #drawMarks(state, withHelp) {
    const wanted = new Map();
    const square = (kind, number) => wanted.set(`${kind} ${number} ${state.flipped}`, () => this.#rect(number, kind));
    for (const number of state.lastMove?.path ?? []) square("last", number);
    if (state.selected !== null) square("selected", state.path.at(-1));
    if (state.premove) for (const number of Object.values(state.premove)) square("premove", number);
    if (withHelp) this.#help(state, wanted);
    for (const number of state.circles) this.#ring("drawn", number, state, wanted);
    for (const { from, to, kind } of state.arrows) {
      wanted.set(`arrow ${kind} ${from} ${to} ${state.flipped}`, () =>
        s("path", { class: `arrow ${kind}`, ...arrowPath(middle(from, state.flipped), middle(to, state.flipped)) }),
      );
    }
    this.#reconcile(wanted);
  }

  #help(state, wanted) {
    for (const number of state.targets()) {
      const [cx, cy] = middle(number, state.flipped);
      wanted.set(`target ${number} ${state.flipped}`, () => s("circle", { class: "target", cx, cy, r: 15 }));
    }
    if (state.mustJump && state.path.length === 0) {
      for (const number of state.movablePieces()) this.#ring("must-jump", number, state, wanted);
    }
  }

  #ring(kind, number, state, wanted) {
    const [cx, cy] = middle(number, state.flipped);
    wanted.set(`${kind} ${number} ${state.flipped}`, () => s("circle", { class: `ring ${kind}`, cx, cy, r: 43 }));
  }

  #reconcile(wanted) {
    for (const [key, element] of this.#marks) {
      if (wanted.has(key)) continue;
      element.remove();
      this.#marks.delete(key);
    }
    for (const [key, make] of wanted) {
      if (this.#marks.has(key)) continue;
      const element = make();
      const onTop = element.matches(".arrow, .ring, .target");
      this.#layers[onTop ? "over" : "marks"].append(element);
      this.#marks.set(key, element);
    }
  }
}

// -- speech.js

// The board in words: for labels of squares and for announcements of moves.


const word = (side) => preferences[side];

function listed(items) {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

function pieceName(piece) {
  return `${word(piece.colour).toLowerCase()} ${piece.king ? "king" : "man"}`;
}

function label(square, state) {
  const piece = state.pieces.get(square);
  const parts = [`square ${square}`, piece ? pieceName(piece) : "empty"];
  const targets = state.destinations(square);
  if (targets.length > 0) {
    parts.push(`${state.mustJump ? "must jump" : "can move"} to ${listed(targets)}`);
  }
  if (state.selected === square) parts.push("chosen");
  if (state.targets().has(square)) parts.push(`move here from ${state.selected}`);
  return parts.join(", ");
}

function moveInWords(mover, move) {
  const [from, to] = [move.path[0], move.path.at(-1)];
  const way = move.captures.length > 1 ? ` by ${listed(move.path.slice(1, -1).map(String))}` : "";
  const taken = move.captures.length > 0 ? `, taking ${listed(move.captures.map(String))}` : "";
  return `${word(mover)} ${move.captures.length > 0 ? "jumps" : "moves"} from ${from} to ${to}${way}${taken}`;
}

// -- state.js

// The board without a page: pieces, legal moves as data, and what a press on a square means. No rules of the
// game and no elements are known here.

/** @typedef {"black" | "white"} Side */
/** @typedef {{ colour: Side, king: boolean }} Piece */
/** @typedef {{ path: number[], captures: number[] }} Move a legal move: squares by their PDN numbers */
/** @typedef {{ from: number, to: number }} Wish */
/** @typedef {{ move?: Move, choose?: Move[], refused?: { from: number, to?: number } } | null} Decision */

class BoardState {
  /** @type {Map<number, Piece>} */
  pieces = new Map();
  /** @type {Side} */
  turn = "black";
  /** @type {Move[]} */
  moves = [];
  mustJump = false;
  flipped = false;
  /** @type {Side | "both" | "none"} */
  movable = "both"; // whose pieces this person may move
  /** @type {number[]} */
  path = []; // squares chosen so far: the piece, then each landing of a jump made step by step
  /** @type {Move | null} */
  lastMove = null;
  /** @type {Wish | null} */
  premove = null;
  /** @type {(Wish & { kind: string })[]} */
  arrows = [];
  /** @type {Set<number>} */
  circles = new Set();

  get selected() {
    return this.path.length > 0 ? this.path[0] : null;
  }

  get canMove() {
    return this.movable === "both" || this.movable === this.turn;
  }

  get waiting() {
    return this.movable !== "none" && !this.canMove;
  }

  // The legal moves that begin with what was chosen so far.
  candidates() {
    if (!this.canMove) return [];
    return this.moves.filter((move) => this.path.every((square, n) => move.path[n] === square));
  }

  /** @returns {Set<number>} */
  movablePieces() {
    return this.canMove ? new Set(this.moves.map((move) => move.path[0])) : new Set();
  }

  // Squares to go to from here: the next landing of each candidate, and its last.
  /** @returns {Set<number>} */
  targets() {
    const squares = new Set();
    if (this.path.length === 0) return squares;
    for (const move of this.candidates()) {
      squares.add(move.path[this.path.length]);
      squares.add(move.path.at(-1));
    }
    return squares;
  }

  /** @param {number} square */
  destinations(square) {
    if (!this.canMove) return [];
    return [...new Set(this.moves.filter((move) => move.path[0] === square).map((move) => move.path.at(-1)))];
  }

  // What was picked up stays in the hand if nothing has moved, or if it waited for its turn; and if it may move.
  /** @param {Partial<BoardState>} changes */
  change(changes) {
    const waited = this.waiting;
    const same = !changes.pieces || alike(changes.pieces, this.pieces);
    Object.assign(this, changes);
    if (!(same || waited) || !this.#mayGoOn()) this.path = [];
  }

  #mayGoOn() {
    if (!this.waiting) return this.candidates().length > 0;
    return this.path.length === 1 && this.pieces.get(this.path[0])?.colour === this.movable;
  }

  deselect() {
    this.path = [];
    this.premove = null;
  }

  // What pressing a square does: { move } to be made, { choose } between moves, { refused } for what the rules do not
  // allow, or null; the state changes.
  /** @param {number} square @returns {Decision} */
  press(square) {
    if (this.waiting) return this.#pressAhead(square);
    if (this.path.length > 0) {
      const decided = this.#go(square);
      if (decided !== undefined) return decided;
    }
    const from = this.selected;
    const movable = this.movablePieces().has(square);
    this.path = movable && from !== square ? [square] : [];
    return movable || !this.canMove ? null : this.#refusal(from, square);
  }

  // An empty square pressed with nothing in hand asks for nothing.
  /** @param {number | null} from @param {number} square @returns {Decision} */
  #refusal(from, square) {
    if (from !== null) return { refused: { from, to: square } };
    return this.pieces.has(square) ? { refused: { from: square } } : null;
  }

  // A landing on the way that leaves one move decides it; so does the last square of a move, if of only one.
  /** @param {number} square @returns {Decision | undefined} */
  #go(square) {
    const passing = distinct(this.candidates().filter((move) => move.path[this.path.length] === square));
    if (passing.length === 1) return { move: passing[0] };
    if (passing.length > 1) {
      this.path = [...this.path, square];
      return null;
    }
    const ending = distinct(this.candidates().filter((move) => move.path.at(-1) === square));
    if (ending.length === 0) return undefined;
    return ending.length === 1 ? { move: ending[0] } : { choose: ending };
  }

  // While the opponent thinks: from and to, kept until it is our turn.
  /** @param {number} square */
  #pressAhead(square) {
    const mine = this.pieces.get(square)?.colour === this.movable;
    if (this.path.length === 1 && square !== this.path[0] && !mine) {
      this.premove = { from: this.path[0], to: square };
      this.path = [];
    } else {
      this.premove = null;
      this.path = mine && square !== this.path[0] ? [square] : [];
    }
    return null;
  }

  // The legal move that was decided in advance, if it has become one.
  takePremove() {
    const wish = this.premove;
    this.premove = null;
    if (!wish || !this.canMove) return null;
    const fits = this.moves.filter((move) => move.path[0] === wish.from && move.path.at(-1) === wish.to);
    return distinct(fits).length === 1 ? fits[0] : null;
  }

  /** @param {number} from @param {number} to */
  toggleArrow(from, to) {
    if (from === to) {
      if (!this.circles.delete(from)) this.circles.add(from);
      return;
    }
    const same = (/** @type {Wish & { kind: string }} */ arrow) => arrow.from === from && arrow.to === to && arrow.kind === "drawn";
    const without = this.arrows.filter((arrow) => !same(arrow));
    this.arrows = without.length < this.arrows.length ? without : [...this.arrows, { from, to, kind: "drawn" }];
  }
}

/** @param {Map<number, Piece>} some @param {Map<number, Piece>} others */
function alike(some, others) {
  if (some.size !== others.size) return false;
  return [...some].every(([square, { colour, king }]) => {
    const other = others.get(square);
    return other?.colour === colour && other.king === king;
  });
}

// Moves that capture the same pieces between the same squares lead to the same position: one of them will do.
/** @param {Move[]} moves */
function distinct(moves) {
  const byEffect = new Map();
  for (const move of moves) {
    const taken = [...move.captures].sort((a, b) => a - b).join();
    const effect = `${move.path[0]} ${move.path.at(-1)} ${taken}`;
    if (!byEffect.has(effect)) byEffect.set(effect, move);
  }
  return [...byEffect.values()];
}

// -- board.js

// The board on the page: a picture, and over it a grid of squares that can be reached by keyboard, read aloud,
// pressed, dragged over and drawn on.


const DRAG_THRESHOLD = 6; // pixels
const ARROWS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]);

class Board {
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

// -- fen.js

// A FEN as pieces on squares. What the server sends is right; what a person types is checked by the server.

const START =
  "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";

function pieces(fen) {
  const found = new Map();
  for (const part of fen.split(":").slice(1)) {
    const colour = part.trim()[0] === "W" ? "white" : "black";
    for (const text of part.trim().slice(1).split(",")) {
      const king = text.trim()[0] === "K";
      const [first, last = first] = text.replace(/[K.\s]/g, "").split("-").map(Number); // 21-32 is a range
      for (let square = first; square <= last; square++) {
        if (square >= 1 && square <= 32) found.set(square, { colour, king });
      }
    }
  }
  return found;
}

function fenOf(placed, turn) {
  const list = (colour) =>
    [...placed]
      .filter(([, piece]) => piece.colour === colour)
      .sort(([a], [b]) => a - b)
      .map(([square, piece]) => (piece.king ? `K${square}` : `${square}`))
      .join(",");
  return `${turn === "white" ? "W" : "B"}:W${list("white")}:B${list("black")}`;
}

// -- pdn.js

// What a board shows of a game in PDN: where it begins, and the moves of its main line.

const RESULT = /^(?:\*|1-0|0-1|0-0|1\/2-1\/2|2-0|0-2|1-1)$/;

/** @param {string} text */
function readPdn(text) {
  const fen = /\[\s*FEN\s+"([^"]*)"\s*\]/i.exec(text)?.[1] ?? null;
  let body = text.replace(/\[\s*\w+\s+"[^"]*"\s*\]/g, " ").replace(/\{[^}]*\}/g, " ");
  for (let before = ""; before !== body; ) [before, body] = [body, body.replace(/\([^()]*\)/g, " ")];
  return { fen, moves: wordsOf(body) };
}

/** The moves in a text, without their numbers, marks and the result. @param {string} text */
function wordsOf(text) {
  return text
    .replace(/\d+\s*\.+/g, " ")
    .split(/\s+/)
    .filter((word) => word && !RESULT.test(word) && !word.startsWith("$"))
    .map((word) => word.replace(/[!?*]+$/, ""))
    .filter(Boolean);
}

// -- rules.js

// The rules of American checkers, for a board that has no server to ask: what may be played, and what comes of it.
// A position is { pieces, turn }: a Map of squares to { colour, king }, and who moves.


/** @typedef {{ pieces: Map<number, import("./state.js").Piece>, turn: import("./state.js").Side }} Position */
/** @typedef {import("./state.js").Move} Move */

const other = (side) => (side === "black" ? "white" : "black");
const LAST_ROW = { black: 7, white: 0 };

// The square so many rows down and columns to the right, or null.
function step(square, rows, columns) {
  const [row, column] = [rowOf(square) + rows, columnOf(square) + columns];
  return row < 0 || row > 7 || column < 0 || column > 7 ? null : row * 4 + Math.floor(column / 2) + 1;
}

function directions({ colour, king }) {
  const rows = king ? [1, -1] : [colour === "black" ? 1 : -1];
  return rows.flatMap((row) => [[row, -1], [row, 1]]);
}

// Jumps must be made if there are any, and go on while the same piece can jump; a man that is crowned stops.
/** @param {Position} position @returns {Move[]} */
function legalMoves({ pieces, turn }) {
  const own = [...pieces].filter(([, piece]) => piece.colour === turn);
  const jumps = own.flatMap(([square, piece]) => jumpsFrom(pieces, piece, [square], []));
  if (jumps.length > 0) return jumps;
  return own.flatMap(([square, piece]) =>
    directions(piece)
      .map(([row, column]) => step(square, row, column))
      .flatMap((target) => (target === null || pieces.has(target) ? [] : [{ path: [square, target], captures: [] }])),
  );
}

function jumpsFrom(pieces, piece, path, captures) {
  const found = [];
  const here = path.at(-1);
  for (const [row, column] of directions(piece)) {
    const [over, target] = [step(here, row, column), step(here, 2 * row, 2 * column)];
    if (over === null || target === null || captures.includes(over)) continue;
    if (pieces.get(over)?.colour !== other(piece.colour)) continue;
    if (pieces.has(target) && target !== path[0]) continue;
    const [way, taken] = [[...path, target], [...captures, over]];
    const crowned = !piece.king && rowOf(target) === LAST_ROW[piece.colour];
    const further = crowned ? [] : jumpsFrom(pieces, piece, way, taken);
    found.push(...(further.length > 0 ? further : [{ path: way, captures: taken }]));
  }
  return found;
}

/** @param {Position} position @param {Move} move @returns {Position} */
function played({ pieces, turn }, { path, captures }) {
  const after = new Map(pieces);
  const king = after.get(path[0])?.king ?? false;
  after.delete(path[0]);
  for (const square of captures) after.delete(square);
  const target = path[path.length - 1];
  after.set(target, { colour: turn, king: king || rowOf(target) === LAST_ROW[turn] });
  return { pieces: after, turn: other(turn) };
}

// The legal move that a text such as 11-15, 15x22 or 15x22x31 names, or null.
/** @param {Position} position @param {string} text @returns {Move | null} */
function moveNamed(position, text) {
  const squares = text.split(/[-x:–×]/).map(Number);
  const fits = legalMoves(position).filter(({ path }) =>
    squares.length > 2 ? path.join() === squares.join() : path[0] === squares[0] && path.at(-1) === squares[1],
  );
  return fits[0] ?? null;
}

/** @param {Move} move */
const notation = ({ path, captures }) => (captures.length > 0 ? `${path[0]}x${path.at(-1)}` : path.join("-"));

// -- element.js

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


class CrownheadBoard extends HTMLElement {
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

CrownheadBoard.styles = "\n:host { display: block; max-width: 40rem; --focus: #1356c4; --good: #1b6b3a; --bad: #a4271d; --shadow: none; }\n:host([hidden]) { display: none; }\n[hidden] { display: none !important; }\n*, ::before, ::after { box-sizing: border-box; }\n.through { display: flex; align-items: center; justify-content: center; gap: 0.3rem; margin-top: 0.4rem; }\n.through { font: 1rem/1.4 system-ui, sans-serif; }\n.through output { min-width: 9em; text-align: center; font-variant-numeric: tabular-nums; }\n.through button { font: inherit; min-width: 2.75em; min-height: 2.75em; border: 1px solid #8888; border-radius: 8px; }\n.through button { background: none; color: inherit; cursor: pointer; }\n:host, :host([theme=\"red-black\"]) { --board-light: #eef1f2; --board-dark: #93a7b3; --board-marked: #efd36c; --board-number: #182229; --board-frame: #343c42; --board-arrow: #0d5530; --board-black-face: #1d1f22; --board-black-shine: #43474d; --board-black-rim: #08090a; --board-black-groove: #6a7078; --board-black-crown: #f4cf5b; --board-white-face: #cc2a22; --board-white-shine: #db4a40; --board-white-rim: #570d08; --board-white-groove: #8a1710; --board-white-crown: #ffe27a; }\n:host([theme=\"red-white\"]) { --board-light: #e2d2a4; --board-dark: #6ea17d; --board-marked: #dccb5a; --board-number: #10251a; --board-frame: #27463a; --board-arrow: #1f3f8f; --board-black-face: #b3261e; --board-black-shine: #cf4a40; --board-black-rim: #3d0805; --board-black-groove: #74120c; --board-black-crown: #ffe27a; --board-white-face: #f6f3ea; --board-white-shine: #ffffff; --board-white-rim: #3c3a33; --board-white-groove: #b5b09e; --board-white-crown: #7d4a00; }\n:host([theme=\"wood\"]) { --board-light: #e4c18c; --board-dark: #ad7c49; --board-marked: #e2c04c; --board-number: #2a1606; --board-frame: #5a2f16; --board-arrow: #0a4040; --board-black-face: #43281a; --board-black-shine: #6d4630; --board-black-rim: #1b0d05; --board-black-groove: #85593e; --board-black-crown: #f3cd7c; --board-white-face: #f9ecc4; --board-white-shine: #fff8e8; --board-white-rim: #4a2c12; --board-white-groove: #c09a62; --board-white-crown: #6b3d12; }\n:host([theme=\"high-contrast\"]) { --board-light: #d4d4d4; --board-dark: #757575; --board-marked: #ffd400; --board-number: #000000; --board-frame: #000000; --board-arrow: #00007a; --board-black-face: #000000; --board-black-shine: #000000; --board-black-rim: #000000; --board-black-groove: #ffffff; --board-black-crown: #ffffff; --board-white-face: #ffffff; --board-white-shine: #ffffff; --board-white-rim: #000000; --board-white-groove: #000000; --board-white-crown: #000000; }\n/* The board: where it is used, --focus, --good, --bad and --shadow may be given. */\n.board { position: relative; aspect-ratio: 1; width: 100%; border-radius: 6px; border: clamp(5px, 1.2vmin, 11px) solid var(--board-frame); background: var(--board-dark); box-shadow: var(--shadow); user-select: none; -webkit-user-select: none; }\n.board svg { position: absolute; inset: 0; width: 100%; height: 100%; display: block; }\n/* A piece in the hand is seen beyond the edge, over everything. */\n.board:has(.dragged) { z-index: 8; }\n.board:has(.dragged) svg { overflow: visible; }\n.board .light { fill: var(--board-light); }\n.board .square { fill: var(--board-dark); }\n.board .last { fill: var(--board-marked); }\n.board .selected { fill: color-mix(in srgb, var(--board-marked) 60%, var(--board-arrow)); fill-opacity: 0.8; }\n.board .premove { fill: #4a7fd4; fill-opacity: 0.75; }\n.board .numbers { font: 600 17px system-ui, sans-serif; fill: var(--board-number); }\n.board .numbers.off { display: none; }\n.board .target { fill: var(--board-arrow); fill-opacity: 0.78; stroke: #fff; stroke-width: 3; stroke-opacity: 0.85; }\n.board .ring { fill: none; stroke-width: 6; stroke: var(--board-arrow); }\n.board .ring.must-jump { stroke: #ffb300; stroke-width: 7; paint-order: stroke; }\n.board .arrow { fill: var(--board-arrow); fill-opacity: 0.82; stroke: #fff; stroke-width: 2; stroke-opacity: 0.9; }\n.board .arrow.drawn { fill: #d07a00; }\n.board .arrow.played { fill: var(--bad); }\n.board .arrow.better { fill: var(--good); }\n.board .arrow.second, .board .arrow.third { fill-opacity: 0.42; }\n.board .piece .shadow { fill: rgb(0 0 0 / 28%); }\n.board .piece .groove { fill: none; stroke-width: 2.5; }\n.board .piece .groove.inner { stroke-width: 1.5; opacity: 0.8; }\n.board .piece .crown { display: none; }\n.board .piece.king .crown { display: block; }\n.board .piece.king .inner { display: none; }\n.board .piece.black .under { fill: var(--board-black-rim); }\n.board .piece.black .face { stroke: var(--board-black-rim); stroke-width: 1.5; }\n.board .piece.black .groove { stroke: var(--board-black-groove); }\n.board .piece.black .crown { fill: var(--board-black-crown); }\n.board .piece.white .under { fill: var(--board-white-rim); }\n.board .piece.white .face { stroke: var(--board-white-rim); stroke-width: 1.5; }\n.board .piece.white .groove { stroke: var(--board-white-groove); }\n.board .piece.white .crown { fill: var(--board-white-crown); }\n.stop.black.shine { stop-color: var(--board-black-shine); }\n.stop.black.face { stop-color: var(--board-black-face); }\n.stop.white.shine { stop-color: var(--board-white-shine); }\n.stop.white.face { stop-color: var(--board-white-face); }\n.board .piece.captured { opacity: 0.35; }\n.board .piece.dragged { filter: drop-shadow(0 8px 8px rgb(0 0 0 / 40%)); }\n.grid { position: absolute; inset: 0; touch-action: none; cursor: pointer; }\n.grid [role=\"row\"] { display: contents; }\n.cell { position: absolute; width: 12.5%; height: 12.5%; }\n.cell:focus-visible { outline: 4px solid var(--focus); outline-offset: -5px; border-radius: 8px; box-shadow: inset 0 0 0 2px #fff, inset 0 0 0 7px #fff8; }\n.r0 { top: 0; } .r1 { top: 12.5%; } .r2 { top: 25%; } .r3 { top: 37.5%; } .r4 { top: 50%; } .r5 { top: 62.5%; } .r6 { top: 75%; } .r7 { top: 87.5%; }\n.c0 { left: 0; } .c1 { left: 12.5%; } .c2 { left: 25%; } .c3 { left: 37.5%; } .c4 { left: 50%; } .c5 { left: 62.5%; } .c6 { left: 75%; } .c7 { left: 87.5%; }\n\n/* Sets of pieces; without a choice, turned wood with rings. */\n[data-pieces=\"flat\"] .board .piece :is(.shadow, .under, .groove) { display: none; }\n[data-pieces=\"flat\"] .board .piece .face { stroke-width: 3; }\n[data-pieces=\"flat\"] .board .piece.black .face { fill: var(--board-black-face); }\n[data-pieces=\"flat\"] .board .piece.white .face { fill: var(--board-white-face); }\n[data-pieces=\"print\"] .board .piece :is(.shadow, .under, .groove) { display: none; }\n[data-pieces=\"print\"] .board .piece .face { stroke: #000; stroke-width: 4; }\n[data-pieces=\"print\"] .board .piece.black .face { fill: #111; stroke: #fff; }\n[data-pieces=\"print\"] .board .piece.white .face { fill: #fff; }\n[data-pieces=\"print\"] .board .piece.black .crown { fill: #fff; }\n[data-pieces=\"print\"] .board .piece.white .crown { fill: #000; }\n[data-pieces=\"star\"] .board .piece .groove { stroke-width: 5; stroke-dasharray: 7 5; }\n[data-pieces=\"star\"] .board .piece .groove.inner { stroke-width: 3; stroke-dasharray: none; }\n";
if (!customElements.get("crownhead-board")) customElements.define("crownhead-board", CrownheadBoard);
globalThis.crownhead = { Board, BoardState, CrownheadBoard, START, fenOf, legalMoves, moveNamed, notation };
})();
