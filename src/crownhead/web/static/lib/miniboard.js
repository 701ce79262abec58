// A small board beside a move that is pointed at: the position after it.

import { Renderer } from "../board/render.js";
import { BoardState } from "../board/state.js";
import { h, show } from "./dom.js";
import { pieces } from "./fen.js";

const SIZE = 200; // pixels, as in the style sheet
const GAP = 8;

export class MiniBoard {
  #renderer = new Renderer();
  #state = new BoardState();

  constructor() {
    this.box = h("div", { class: "mini-board board", "aria-hidden": "true" });
    this.box.append(this.#renderer.svg);
    show(this.box, false);
    document.body.append(this.box);
  }

  // `wanted` is { fen, at }, a rectangle on the screen, or null.
  show(wanted, flipped) {
    show(this.box, wanted !== null);
    if (!wanted) return;
    this.#state.change({ pieces: pieces(wanted.fen), flipped });
    this.#renderer.draw(this.#state, { numbers: false, marks: false });
    const { left, top, bottom } = wanted.at;
    const below = bottom + GAP + SIZE <= innerHeight;
    this.box.style.left = `${Math.max(GAP, Math.min(left, innerWidth - SIZE - GAP))}px`;
    this.box.style.top = `${Math.max(GAP, below ? bottom + GAP : top - SIZE - GAP)}px`;
  }
}
