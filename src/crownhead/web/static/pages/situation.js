// What a game is waiting for, in one line for whoever looks on.

import { word } from "../lib/settings.js";
import { endingText, nameOf, other } from "../lib/table.js";

// The computer's move that was just made, where its opening book knew it.
const fromBook = ({ plies }) => (plies.at(-1)?.from_book ? ` ${plies.at(-1).text.replace("-", "\u2013").replaceAll("x", "\u00d7")} is from the book.` : "");

export function situation(game, side, inviting) {
  if (game.result !== "*") return endingText(game, side);
  const { turn, must_jump: mustJump } = game.position;
  const jump = mustJump ? " You can take a piece, so you must jump." : "";
  if (side === "both") return `${word(turn)} to move.${jump}`;
  if (turn === side) return `Your move.${jump}${fromBook(game)}`;
  if (game.engine) return "The computer is thinking…";
  if (game.kind !== "link" || side === "none") return `${word(turn)} to move.`;
  if (inviting) return "Waiting for your friend to open the link…";
  const friend = nameOf(game, other(side), side);
  return game.present.includes(other(side)) ? `${friend} to move.` : `${friend} is away. It is their move.`;
}
