// The explorer of openings beside the board of analysis: a card that folds, and asks nothing while it is folded.

import { find, toast } from "../lib/dom.js";
import { Explorer, textOf } from "../lib/explorer.js";
import { choose, settings } from "../lib/settings.js";

const WIDE = "(min-width: 52rem)"; // on a phone the card is folded at first

export class ExplorerCard {
  constructor(page) {
    this.page = page;
    this.card = find("#openings-card");
    this.card.open = settings.explorer ?? matchMedia(WIDE).matches;
    this.explorer = new Explorer(find("#explorer"), {
      onlyKnown: true,
      onmove: (move) => page.playLine([textOf(move)]).catch((error) => toast(error.message)),
    });
    find("summary", this.card).addEventListener("click", () => choose({ explorer: !this.card.open }));
    this.card.addEventListener("toggle", () => this.show());
  }

  // What is known of the moves from the position on the board.
  async show() {
    const { fen, moves } = this.page.lineTo(this.page.tree.current);
    find("#openings-page").href = `/openings?${new URLSearchParams({ fen, moves: moves.join(" ") })}`;
    if (!this.card.open) return;
    try {
      const said = await this.explorer.show(fen, moves);
      if (said) find("#openings-name").textContent = said.title;
    } catch (error) {
      toast(error.message);
    }
  }
}
