// The rules of American checkers, for a board that has no server to ask: what may be played, and what comes of it.
// A position is { pieces, turn }: a Map of squares to { colour, king }, and who moves.

import { columnOf, rowOf } from "./geometry.js";

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
export function legalMoves({ pieces, turn }) {
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
export function played({ pieces, turn }, { path, captures }) {
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
export function moveNamed(position, text) {
  const squares = text.split(/[-x:–×]/).map(Number);
  const fits = legalMoves(position).filter(({ path }) =>
    squares.length > 2 ? path.join() === squares.join() : path[0] === squares[0] && path.at(-1) === squares[1],
  );
  return fits[0] ?? null;
}

/** @param {Move} move */
export const notation = ({ path, captures }) => (captures.length > 0 ? `${path[0]}x${path.at(-1)}` : path.join("-"));
