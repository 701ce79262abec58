// What a position is worth, in words and as a share of a bar. Everything is seen from Black's side.

import { word } from "./settings.js";

export function worthText({ verdict, centimen, plies }) {
  if (verdict === "draw") return "draw";
  if (verdict === "evaluation") return `${centimen > 0 ? "+" : centimen < 0 ? "\u2212" : ""}${(Math.abs(centimen) / 100).toFixed(2)}`;
  const winner = word(verdict === "win" ? "black" : "white");
  return plies === null ? `${winner} wins` : `${winner} in ${inMoves(plies)}`;
}

// Moves of one player, as everybody else counts them; a ply is a move of either.
export const inMoves = (plies) => Math.ceil(plies / 2);

// From 0, White has won, to 1, Black has.
export function share({ verdict, centimen }) {
  if (verdict === "win") return 1;
  if (verdict === "loss") return 0;
  if (verdict === "draw") return 0.5;
  return 1 / (1 + Math.exp(-centimen / 60)); // the same curve as in reviews
}
