// Where the squares are: 1 to 4 in the top row as Black's near row is seen from White's side, 29 to 32 at the bottom.

import assert from "node:assert/strict";
import { test } from "node:test";
import { middle, neighbour, seen, squareAt } from "../../../src/crownhead/web/static/board/geometry.js";

const SQUARES = Array.from({ length: 32 }, (_, n) => n + 1);

test("the corners are where the standard board has them", () => {
  assert.deepEqual(seen(1), [0, 1]);
  assert.deepEqual(seen(4), [0, 7]);
  assert.deepEqual(seen(5), [1, 0]);
  assert.deepEqual(seen(29), [7, 0]);
  assert.deepEqual(seen(32), [7, 6]);
  assert.deepEqual(seen(1, true), [7, 6]);
  assert.deepEqual(middle(29), [50, 750]);
});

test("a square is found where it is seen, and light squares are none", () => {
  for (const flipped of [false, true]) {
    for (const square of SQUARES) assert.equal(squareAt(...seen(square, flipped), flipped), square);
    assert.equal(squareAt(0, 0, flipped), null);
    assert.equal(squareAt(8, 1, flipped), null);
    assert.equal(squareAt(1, -2, flipped), null);
  }
});

test("arrow keys go to the next playable square, and stop at the edge", () => {
  assert.equal(neighbour(14, "ArrowLeft", false), 13);
  assert.equal(neighbour(14, "ArrowRight", false), 15);
  assert.equal(neighbour(4, "ArrowRight", false), null);
  assert.equal(neighbour(14, "Home", false), 13);
  assert.equal(neighbour(14, "End", false), 16);
  assert.equal(neighbour(14, "ArrowRight", true), 13);
  assert.equal(neighbour(14, "a", false), null);
});

test("up and down from anywhere come to every row", () => {
  for (const flipped of [false, true]) {
    let square = squareAt(0, 3, flipped);
    for (let row = 1; row < 8; row += 1) {
      square = neighbour(square, "ArrowDown", flipped);
      assert.equal(seen(square, flipped)[0], row);
    }
    assert.equal(neighbour(square, "ArrowDown", flipped), null);
  }
});
