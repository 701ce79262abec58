// Where the squares are. Units: a square is 100 wide, the board's corner is (0, 0).

export const UNIT = 100;

/** @param {number} square */
export const rowOf = (square) => Math.floor((square - 1) / 4);
/** @param {number} square */
export const columnOf = (square) => ((square - 1) % 4) * 2 + 1 - (rowOf(square) % 2);

// The row and column as they are seen: Black is at the top, unless the board is turned.
/** @param {number} square @param {boolean} [flipped] @returns {[number, number]} */
export function seen(square, flipped) {
  const [row, column] = [rowOf(square), columnOf(square)];
  return flipped ? [7 - row, 7 - column] : [row, column];
}

/** @param {number} square @param {boolean} [flipped] @returns {[number, number]} */
export function middle(square, flipped) {
  const [row, column] = seen(square, flipped);
  return [column * UNIT + UNIT / 2, row * UNIT + UNIT / 2];
}

// The playable square that is seen there, or null.
/** @param {number} row @param {number} column @param {boolean} flipped @returns {number | null} */
export function squareAt(row, column, flipped) {
  if (row < 0 || row > 7 || column < 0 || column > 7 || (row + column) % 2 === 0) return null;
  const [trueRow, trueColumn] = flipped ? [7 - row, 7 - column] : [row, column];
  return trueRow * 4 + Math.floor(trueColumn / 2) + 1;
}

// The next square for an arrow key. Playable squares alternate between columns, so that up and down sway.
/** @param {number} square @param {string} key @param {boolean} flipped @returns {number | null} */
export function neighbour(square, key, flipped) {
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
