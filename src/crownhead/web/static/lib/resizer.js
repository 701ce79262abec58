// A handle at the corner of the board: it can be as large as the screen.

import { choose, settings } from "./settings.js";

const SMALLEST = 240; // pixels
const STEP = 24;
const BESIDE = 330; // the least that the column beside the board needs; with less it goes below

export class Resizer {
  /** @type {{ x: number, y: number, width: number } | null} */
  #from = null;

  constructor(main, handle, board) {
    this.main = main;
    this.handle = handle;
    this.board = board;
    handle.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      handle.setPointerCapture(event.pointerId);
      const { width } = board.getBoundingClientRect();
      this.#from = { x: event.clientX, y: event.clientY, width };
    });
    handle.addEventListener("pointermove", (event) => {
      if (!this.#from) return;
      const { x, y, width } = this.#from;
      this.#set(width + Math.max(event.clientX - x, event.clientY - y));
    });
    const done = () => {
      if (this.#from) choose({ boardSize: this.size });
      this.#from = null;
    };
    for (const kind of ["pointerup", "pointercancel"]) handle.addEventListener(kind, done);
    handle.addEventListener("dblclick", () => this.#choose(0));
    handle.addEventListener("keydown", (event) => this.#key(event));
    addEventListener("resize", () => this.draw());
    this.size = Number(settings.boardSize) || 0;
    this.draw();
  }

  get largest() {
    return Math.max(SMALLEST, Math.min(innerWidth - 60, innerHeight - 24));
  }

  #key(event) {
    const now = this.board.getBoundingClientRect().width;
    const sizes = { ArrowRight: now + STEP, ArrowUp: now + STEP, ArrowLeft: now - STEP, ArrowDown: now - STEP, Home: SMALLEST, End: this.largest, Escape: 0 };
    if (!(event.key in sizes)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#choose(sizes[event.key]);
  }

  #choose(size) {
    this.#set(size);
    choose({ boardSize: this.size });
  }

  // 0 is the usual size.
  #set(size) {
    this.size = size === 0 ? 0 : Math.round(Math.max(SMALLEST, Math.min(size, this.largest)));
    this.draw();
  }

  draw() {
    const size = this.size && Math.min(this.size, this.largest);
    this.main.classList.toggle("sized-board", size > 0);
    this.main.classList.toggle("stacked", size > 0 && size + BESIDE + 90 > innerWidth);
    if (size > 0) this.main.style.setProperty("--chosen", `${size}px`);
    const shown = Math.round(this.board.getBoundingClientRect().width);
    for (const [name, value] of Object.entries({ valuemin: SMALLEST, valuemax: this.largest, valuenow: shown })) {
      this.handle.setAttribute(`aria-${name}`, String(value));
    }
  }
}
