// The board in words: for labels of squares and for announcements of moves.

import { preferences } from "./preferences.js";

const word = (side) => preferences[side];

function listed(items) {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

export function pieceName(piece) {
  return `${word(piece.colour).toLowerCase()} ${piece.king ? "king" : "man"}`;
}

export function label(square, state) {
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

export function moveInWords(mover, move) {
  const [from, to] = [move.path[0], move.path.at(-1)];
  const way = move.captures.length > 1 ? ` by ${listed(move.path.slice(1, -1).map(String))}` : "";
  const taken = move.captures.length > 0 ? `, taking ${listed(move.captures.map(String))}` : "";
  return `${word(mover)} ${move.captures.length > 0 ? "jumps" : "moves"} from ${from} to ${to}${way}${taken}`;
}
