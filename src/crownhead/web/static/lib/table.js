// Who sits at the board, what was taken, and how it ended.

import { pieces } from "./fen.js";
import { word } from "./settings.js";

export const other = (side) => (side === "black" ? "white" : "black");

export function resultText({ result, reason }) {
  const winner = { "1-0": "Black wins", "0-1": "White wins", "1/2-1/2": "A draw" }[result];
  if (!winner) return "";
  if (!reason) return `${winner}.`;
  return reason.toLowerCase().startsWith(winner.toLowerCase()) ? `${reason}.` : `${winner}: ${reason}.`;
}

export function playerStrip(strip, side, game) {
  const fen = game?.position.fen;
  const left = fen ? [...pieces(fen).values()].filter((piece) => piece.colour === other(side)).length : 12;
  const begun = game ? [...pieces(game.start).values()].filter((piece) => piece.colour === other(side)).length : 12;
  strip.className = `player ${side}${game?.result === "*" && game.position.turn === side ? " to-move" : ""}`;
  strip.querySelector(".name").textContent = game ? game[side] : word(side);
  strip.querySelector(".taken").textContent = begun > left ? `+${begun - left}` : "";
  strip.querySelector(".taken").title = begun > left ? `${begun - left} captured` : "";
}
