// The moves with their variations and comments, as text in which every move can be pressed.

import { h } from "./dom.js";

// Moves, alone or in a sentence, with the signs of print.
export const written = (text) => text.replace(/\d+(?:[-x]\d+)+/g, (move) => move.replaceAll("-", "\u2013").replaceAll("x", "\u00d7"));

export function treeView(container, tree, onpick) {
  const box = h("div", { class: "tree" });
  if (tree.root.comment) box.append(h("span", { class: "comment" }, tree.root.comment));
  addLine(box, tree.root, { tree, onpick, whiteFirst: tree.root.fen[0] === "W" }, 0, true);
  if (!tree.root.children.length) box.append(h("p", { class: "hint" }, "Make a move on the board, or load a game below."));
  container.replaceChildren(box);
  container.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}

// Everything that follows a node. Variations stand behind the move that they replace.
function addLine(box, from, view, ply, numbered) {
  let node = from;
  while (node.children.length > 0) {
    const [next, ...others] = node.children;
    addMove(box, next, view, ply, numbered);
    for (const variation of others) {
      const inner = h("div", { class: "variation" });
      addMove(inner, variation, view, ply, true);
      addLine(inner, variation, view, ply + 1, Boolean(variation.comment));
      box.append(inner);
    }
    numbered = others.length > 0 || Boolean(next.comment);
    node = next;
    ply += 1;
  }
}

function addMove(box, node, { tree, onpick, whiteFirst }, ply, numbered) {
  const place = ply + (whiteFirst ? 1 : 0);
  const first = place % 2 === 0;
  if (first || numbered) {
    box.append(h("span", { class: "number" }, `${Math.floor(place / 2) + 1}${first ? "." : "…"}`));
  }
  const current = node === tree.current;
  const kind = { "??": "blunder", "?": "mistake", "?!": "doubtful" }[node.glyph] ?? "";
  const button = h("button", { type: "button", class: kind, "aria-current": current ? "true" : null, onclick: () => onpick(node) });
  button.append(`${written(node.text)}${node.glyph}`);
  box.append(button);
  if (node.comment) box.append(h("span", { class: "comment" }, node.comment));
}
