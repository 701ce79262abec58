// The lines of the engine, trees that are merged, and edits that are undone, without a page.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Edits } from "../../../src/crownhead/web/static/lib/edits.js";
import { EngineLines } from "../../../src/crownhead/web/static/lib/lines.js";
import { Tree } from "../../../src/crownhead/web/static/lib/tree.js";

const START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
const thought = (rank, move, depth) => ({ rank, depth, line: [move] });
const firsts = (lines) => lines.all().map(({ line }) => line[0]);

test("no move stands in two lines while ranks change", () => {
  const lines = new EngineLines();
  for (const [rank, move] of [[1, "11-15"], [2, "9-14"], [3, "9-13"]]) lines.hear(thought(rank, move, 10));
  lines.hear(thought(1, "9-14", 11));
  assert.deepEqual(firsts(lines), ["9-14", "11-15", "9-13"]);
  lines.hear(thought(2, "9-13", 11));
  assert.deepEqual(firsts(lines), ["9-14", "9-13", "11-15"]);
  lines.hear(thought(3, "11-15", 11));
  assert.deepEqual(firsts(lines), ["9-14", "9-13", "11-15"]);
});

test("in any order of what is heard, first moves differ", () => {
  const moves = ["11-15", "9-14", "9-13", "10-14", "12-16"];
  let seed = 1;
  const next = (most) => (seed = (seed * 48271) % 2147483647) % most;
  const lines = new EngineLines();
  for (let n = 0; n < 2000; n++) {
    lines.hear(thought(1 + next(4), moves[next(5)], n));
    assert.equal(new Set(firsts(lines)).size, firsts(lines).length);
  }
});

const ply = (from, to) => ({ text: `${from}-${to}`, path: [from, to], captures: [], fen: `W:${from}-${to}` });

test("a tree is made again from its data, and a place in it found", () => {
  const tree = Tree.at(START);
  tree.play(ply(11, 15));
  tree.play(ply(23, 19));
  tree.back();
  tree.play(ply(22, 18)).comment = "the other corner";
  const again = new Tree(tree.plain());
  again.follow(tree.wayTo(tree.current));
  assert.equal(again.current.comment, "the other corner");
  assert.deepEqual(again.plain(), tree.plain());
});

test("what two tabs have done is kept, whoever writes last", () => {
  const base = Tree.at(START);
  base.play(ply(11, 15));
  const [one, two] = [new Tree(base.plain()), new Tree(base.plain())];
  one.end();
  one.play(ply(23, 19)).comment = "mine";
  one.root.children[0].comment = "first";
  two.end();
  two.play(ply(22, 18)).glyph = "!";
  two.root.children[0].comment = "second";
  two.headers.Black = "Tinsley";
  one.merge(two.plain());
  const [first] = one.root.children;
  assert.deepEqual(first.children.map(({ text }) => text), ["23-19", "22-18"]);
  assert.deepEqual([first.children[0].comment, first.children[1].glyph, one.headers.Black], ["mine", "!", "Tinsley"]);
  assert.match(first.comment, /first/);
  assert.match(first.comment, /second/);
  const before = JSON.stringify(one.plain());
  one.merge(two.plain());
  assert.equal(JSON.stringify(one.plain()), before, "a second time adds nothing");
});

test("edits are undone and redone, with the place on the board", () => {
  const edits = new Edits();
  let tree = Tree.at(START);
  tree.play(ply(11, 15));
  edits.remember(tree);
  tree.delete(tree.current);
  assert.equal(tree.root.children.length, 0);
  tree = edits.undo(tree);
  assert.equal(tree.current.text, "11-15");
  assert.equal(edits.canUndo, false);
  tree = edits.redo(tree);
  assert.equal(tree.root.children.length, 0);
  tree = edits.undo(tree);
  edits.remember(tree);
  assert.equal(edits.canRedo, false, "a new edit forgets what was undone");
});
