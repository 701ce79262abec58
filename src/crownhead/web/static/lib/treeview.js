// The moves in two columns, with comments and variations between the rows; variations fold.

import { h } from "./dom.js";

// Moves, alone or in a sentence, with the signs of print.
export const written = (text) => text.replace(/\d+(?:[-x]\d+)+/g, (move) => move.replaceAll("-", "\u2013").replaceAll("x", "\u00d7"));

const KINDS = { "??": "blunder", "?": "mistake", "?!": "doubtful" };

export function treeView(container, tree, onpick) {
  const view = { tree, onpick, shift: tree.root.fen[0] === "W" ? 1 : 0, way: new Set(tree.lineTo(tree.current)) };
  const box = h("div", { class: "tree" });
  if (tree.root.comment) box.append(h("p", { class: "comment" }, tree.root.comment));
  if (tree.root.children.length > 0) mainLine(box, view);
  else box.append(h("p", { class: "hint" }, "Make a move on the board, or load a game below."));
  const top = container.scrollTop;
  container.replaceChildren(box);
  container.scrollTop = top;
  bringIntoView(container);
}

// Without moving the page.
function bringIntoView(container) {
  const here = container.querySelector("[aria-current]");
  if (!here) return;
  const [inner, outer] = [here.getBoundingClientRect(), container.getBoundingClientRect()];
  if (inner.top < outer.top) container.scrollTop -= outer.top - inner.top + 8;
  else if (inner.bottom > outer.bottom) container.scrollTop += inner.bottom - outer.bottom + 8;
}

function mainLine(box, view) {
  let row = null;
  let ply = view.shift;
  for (let node = view.tree.root; node.children.length > 0; node = node.children[0], ply += 1) {
    const [next, ...others] = node.children;
    const second = ply % 2 === 1;
    if (!row) {
      row = h("div", { class: "pair" }, h("span", { class: "number" }, `${Math.floor(ply / 2) + 1}.`));
      if (second) row.append(h("span", { class: "gap" }, "…"));
      box.append(row);
    }
    row.append(move(next, view));
    if (second) row = null;
    if (next.comment || others.length > 0) {
      box.append(asides(next, others, view, ply));
      row = null;
    }
  }
}

function asides(node, others, view, ply) {
  const aside = h("div", { class: "aside" });
  if (node.comment) aside.append(h("p", { class: "comment" }, node.comment));
  for (const variation of others) aside.append(folding(variation, view, ply));
  return aside;
}

// One that leads to what is shown is never folded.
function folding(first, view, ply) {
  const onWay = view.way.has(first);
  const count = size(first);
  const summary = h("summary", { "aria-label": `Variation of ${count} ${count === 1 ? "move" : "moves"}` });
  const details = h("details", { class: "variation", open: onWay || !first.folded }, summary);
  const line = h("div", { class: "line" });
  number(line, ply, true);
  line.append(move(first, view));
  if (first.comment) line.append(h("span", { class: "comment" }, first.comment));
  inline(line, first, view, ply + 1, Boolean(first.comment));
  details.append(line);
  // At the click, before it folds: "toggle" comes later, and the moves may have been drawn again by then.
  summary.addEventListener("click", () => (first.folded = details.open));
  details.addEventListener("toggle", () => (first.folded = !details.open));
  return details;
}

function size(node) {
  let count = 0;
  for (const waiting = [node]; waiting.length > 0; count += 1) waiting.push(...waiting.pop().children);
  return count;
}

// Everything that follows a node of a variation, as text.
function inline(line, from, view, ply, numbered) {
  for (let node = from; node.children.length > 0; node = node.children[0], ply += 1) {
    const [next, ...others] = node.children;
    number(line, ply, numbered);
    line.append(move(next, view));
    if (next.comment) line.append(h("span", { class: "comment" }, next.comment));
    for (const variation of others) line.append(folding(variation, view, ply));
    numbered = others.length > 0 || Boolean(next.comment);
  }
}

function number(line, place, always) {
  const first = place % 2 === 0;
  if (first || always) line.append(h("span", { class: "number" }, `${Math.floor(place / 2) + 1}${first ? "." : "…"}`));
}

function move(node, { tree, onpick }) {
  const current = node === tree.current;
  const button = h("button", { type: "button", class: KINDS[node.glyph] ?? "", "aria-current": current ? "true" : null, onclick: () => onpick(node) });
  button.append(`${written(node.text)}${node.glyph}`);
  return button;
}
