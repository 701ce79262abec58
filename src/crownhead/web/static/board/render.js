// Draws a BoardState into an SVG: what has not changed is left alone.

import { reducedMotion, s } from "./elements.js";
import { UNIT, middle, seen } from "./geometry.js";

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

export class Renderer {
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
