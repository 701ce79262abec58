// The board's own rules against published numbers of positions, and how a FEN is read.

import assert from "node:assert/strict";
import { test } from "node:test";

import { START, fenOf, pieces } from "../../../src/crownhead/web/static/board/fen.js";
import { legalMoves, moveNamed, notation, played } from "../../../src/crownhead/web/static/board/rules.js";

const at = (fen) => ({ pieces: pieces(fen), turn: fen[0] === "W" ? "white" : "black" });

function perft(position, depth) {
  const moves = legalMoves(position);
  if (depth === 1) return moves.length;
  return moves.reduce((sum, move) => sum + perft(played(position, move), depth - 1), 0);
}

// docs/benchmarks and every other program: different paths of a jump counted apart.
const KNOWN = [
  [START, [7, 49, 302, 1469, 7361, 36768]],
  ["B:W7,8,15,16,23,24,6,14:BK11", [13, 54, 90, 289, 1010]],
  ["W:WK19:B15,16,23,24,7,8", [6, 28, 84, 486]],
  ["W:WK15,20:BK28,12", [5, 13, 44, 116, 381]],
];

for (const [fen, counts] of KNOWN) {
  test(`perft of ${fen}`, () => {
    assert.deepEqual(counts.map((_, n) => perft(at(fen), n + 1)), counts);
  });
}

test("a man that is crowned by a jump stops there", () => {
  const moves = legalMoves(at("W:W15:B10,2,3,11"));
  assert.ok(moves.some((move) => notation(move) === "15x6"));
  assert.deepEqual(played(at("W:W11:B7,6"), moveNamed(at("W:W11:B7,6"), "11x2")).pieces.get(2), { colour: "white", king: true });
});

test("moves by their names", () => {
  assert.deepEqual(moveNamed(at(START), "11-15"), { path: [11, 15], captures: [] });
  assert.equal(moveNamed(at(START), "11-14"), null);
  assert.equal(moveNamed(at(START), "nonsense"), null);
});

test("a FEN with ranges, blanks and a full stop", () => {
  assert.equal(fenOf(pieces("B:W21-32:B1-12."), "black"), START);
  assert.equal(fenOf(pieces("W: W18, 24 : B12, K10 ."), "white"), "W:W18,24:BK10,12");
});
