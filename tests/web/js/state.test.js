// What pressing squares means, without a page. Moves are given as data, as the server gives them.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BoardState } from "../../../src/crownhead/web/static/board/state.js";

const man = (colour) => ({ colour, king: false });
const king = (colour) => ({ colour, king: true });
const step = (...path) => ({ path, captures: [] });

function position(pieces, turn, moves, more = {}) {
  const state = new BoardState();
  state.change({ pieces: new Map(Object.entries(pieces).map(([n, piece]) => [Number(n), piece])), turn, moves, ...more });
  return state;
}

// B:W21,22:B9,11: Black to move, four quiet moves.
const quiet = (more) =>
  position(
    { 9: man("black"), 11: man("black"), 21: man("white"), 22: man("white") },
    "black",
    [step(9, 13), step(9, 14), step(11, 15), step(11, 16)],
    more,
  );

// B:W6,7,14,15:BK2: a king can go round four men in either direction, back to where it began.
const ROUND = [
  { path: [2, 9, 18, 11, 2], captures: [6, 14, 15, 7] },
  { path: [2, 11, 18, 9, 2], captures: [7, 15, 14, 6] },
];
const round = () =>
  position(
    { 2: king("black"), 6: man("white"), 7: man("white"), 14: man("white"), 15: man("white") },
    "black",
    ROUND,
    { mustJump: true },
  );

// Made up, since the state knows no rules: from 32 by 23 to 14 or 16, and by 25 to 14 as well.
const FORK = [
  { path: [32, 23, 14], captures: [27, 18] },
  { path: [32, 23, 16], captures: [27, 19] },
  { path: [32, 25, 14], captures: [28, 17] },
];
const fork = () => position({ 32: king("white") }, "white", FORK);

describe("choosing a piece", () => {
  test("nothing is selected at first, and pieces that can move can be pressed", () => {
    const state = quiet();
    assert.equal(state.selected, null);
    assert.deepEqual(state.movablePieces(), new Set([9, 11]));
    assert.deepEqual(state.targets(), new Set());
  });

  test("a press selects, another on the same square takes it back", () => {
    const state = quiet();
    assert.equal(state.press(9), null);
    assert.equal(state.selected, 9);
    assert.deepEqual(state.targets(), new Set([13, 14]));
    assert.equal(state.press(9), null);
    assert.equal(state.selected, null);
  });

  test("a press on another piece selects that one", () => {
    const state = quiet();
    state.press(9);
    state.press(11);
    assert.deepEqual(state.path, [11]);
    assert.deepEqual(state.targets(), new Set([15, 16]));
  });

  test("a press where the piece cannot go is refused, and puts it down", () => {
    for (const square of [1, 21, 32]) {
      const state = quiet();
      state.press(9);
      assert.deepEqual(state.press(square), { refused: { from: 9, to: square } });
      assert.equal(state.selected, null);
    }
  });

  test("a piece that cannot move is refused, an empty square asks for nothing", () => {
    const state = quiet();
    assert.deepEqual(state.press(21), { refused: { from: 21 } });
    assert.equal(state.press(1), null);
    assert.equal(state.selected, null);
  });

  test("who may not move can select nothing", () => {
    const state = quiet({ movable: "none" });
    assert.equal(state.canMove, false);
    assert.equal(state.waiting, false);
    state.press(9);
    assert.equal(state.selected, null);
    assert.deepEqual(state.movablePieces(), new Set());
    assert.deepEqual(state.destinations(9), []);
  });

  test("destinations are the last squares, each once", () => {
    assert.deepEqual(quiet().destinations(9), [13, 14]);
    assert.deepEqual(round().destinations(2), [2]);
    assert.deepEqual(quiet().destinations(21), []);
  });
});

describe("moving", () => {
  test("piece and target make the move", () => {
    const state = quiet();
    state.press(11);
    assert.deepEqual(state.press(15), { move: step(11, 15) });
  });

  test("a landing that only one move passes decides it", () => {
    const state = fork();
    state.press(32);
    assert.deepEqual(state.targets(), new Set([23, 25, 14, 16]));
    assert.deepEqual(state.press(25), { move: FORK[2] });
  });

  test("a landing that several moves pass is a step on the way", () => {
    const state = fork();
    state.press(32);
    assert.equal(state.press(23), null);
    assert.deepEqual(state.path, [32, 23]);
    assert.deepEqual(state.targets(), new Set([14, 16]));
    assert.deepEqual(state.press(16), { move: FORK[1] });
  });

  test("a last square that several moves reach with different captures is a choice", () => {
    const state = fork();
    state.press(32);
    assert.deepEqual(state.press(14), { choose: [FORK[0], FORK[2]] });
  });

  test("two ways round with the same captures are one move", () => {
    const state = round();
    state.press(2);
    assert.deepEqual(state.press(2), { move: ROUND[0] });
  });

  test("but each way can be taken by its first landing", () => {
    const state = round();
    state.press(2);
    assert.deepEqual(state.press(11), { move: ROUND[1] });
  });
});

describe("changes of the position", () => {
  test("what is in the hand stays there when only a mark changes", () => {
    const state = quiet();
    state.press(9);
    state.change({ flipped: true });
    assert.equal(state.selected, 9);
    state.change({ pieces: new Map(state.pieces) });
    assert.equal(state.selected, 9);
  });

  test("it is put down when a piece has moved or was crowned", () => {
    for (const [square, piece] of [[22, undefined], [22, king("white")], [22, man("black")]]) {
      const state = quiet();
      state.press(9);
      const pieces = new Map(state.pieces);
      if (piece) pieces.set(square, piece);
      else pieces.delete(square);
      state.change({ pieces });
      assert.equal(state.selected, null, JSON.stringify(piece));
    }
  });

  test("it is put down when it may not move any more", () => {
    const state = quiet();
    state.press(9);
    state.change({ moves: [step(11, 15)] });
    assert.equal(state.selected, null);
  });
});

describe("a move in advance", () => {
  const waiting = () => quiet({ movable: "white" });

  test("while the other side thinks, two presses keep a wish", () => {
    const state = waiting();
    assert.equal(state.waiting, true);
    state.press(22);
    assert.equal(state.selected, 22);
    assert.equal(state.press(18), null);
    assert.deepEqual(state.premove, { from: 22, to: 18 });
    assert.equal(state.selected, null);
  });

  test("it is made when it has become legal, and forgotten", () => {
    const state = waiting();
    state.press(22);
    state.press(18);
    state.change({ turn: "white", moves: [step(22, 18), step(22, 17), step(21, 17)] });
    assert.deepEqual(state.takePremove(), step(22, 18));
    assert.equal(state.takePremove(), null);
  });

  test("it is forgotten when it is not legal, or two moves fit", () => {
    for (const moves of [[step(21, 17)], [{ path: [22, 15, 8], captures: [18, 11] }, { path: [22, 13, 8], captures: [17, 9] }]]) {
      const state = waiting();
      state.press(22);
      state.press(8);
      state.change({ turn: "white", moves });
      assert.equal(state.takePremove(), null);
      assert.equal(state.premove, null);
    }
  });

  test("it is not made while it is not our turn", () => {
    const state = waiting();
    state.press(22);
    state.press(18);
    assert.equal(state.takePremove(), null);
  });

  test("another press of one's own piece takes it back", () => {
    const state = waiting();
    state.press(22);
    state.press(18);
    state.press(21);
    assert.equal(state.premove, null);
    assert.equal(state.selected, 21);
  });

  test("a piece in the hand stays there when the turn comes, if it may move", () => {
    const state = waiting();
    state.press(22);
    const pieces = new Map(state.pieces);
    pieces.delete(11);
    pieces.set(15, man("black"));
    state.change({ pieces, turn: "white", moves: [step(22, 18), step(22, 17)] });
    assert.equal(state.selected, 22);
    assert.deepEqual(state.press(18), { move: step(22, 18) });
  });
});

describe("marks", () => {
  test("an arrow drawn twice is gone, a circle too", () => {
    const state = quiet();
    state.toggleArrow(9, 14);
    state.toggleArrow(14, 9);
    assert.equal(state.arrows.length, 2);
    state.toggleArrow(9, 14);
    assert.deepEqual(state.arrows, [{ from: 14, to: 9, kind: "drawn" }]);
    state.toggleArrow(5, 5);
    assert.deepEqual(state.circles, new Set([5]));
    state.toggleArrow(5, 5);
    assert.deepEqual(state.circles, new Set());
  });

  test("an arrow of the engine is not taken for one that was drawn", () => {
    const state = quiet({ arrows: [{ from: 9, to: 14, kind: "engine" }] });
    state.toggleArrow(9, 14);
    assert.deepEqual(state.arrows.map((arrow) => arrow.kind), ["engine", "drawn"]);
  });

  test("deselect lets go of the piece and of the wish", () => {
    const state = quiet({ movable: "white", premove: { from: 22, to: 18 } });
    state.press(21);
    state.premove = { from: 22, to: 18 };
    state.deselect();
    assert.deepEqual([state.path, state.premove], [[], null]);
  });
});
