// Why a move is good or bad, in the words that the terminal has for it.

import { api } from "../lib/api.js";
import { dialog } from "../lib/dialog.js";
import { announce, h } from "../lib/dom.js";
import { written } from "../lib/treeview.js";
import { inWords } from "../lib/settings.js";

const whole = ({ path, captures }) => path.join(captures.length > 0 ? "x" : "-");

// A move of a game, or one that could be made after so many moves of it.
export async function showWhy(game, before, move) {
  const said = h("div", { class: "stack", "aria-live": "polite" }, h("p", { class: "hint" }, "Let me see…"));
  const close = h("button", { type: "button", class: "main", onclick: () => box.close() }, "OK");
  const box = dialog(`Why ${written(move.text)}?`, "why", said, h("div", { class: "buttons" }, close));
  box.showModal();
  const moves = game.plies.slice(0, before).map(whole);
  try {
    const { judged } = await api.post("/api/judgement", { fen: game.start, moves, move: whole(move) });
    const sentences = judged.words.map((words) => inWords(written(words)));
    said.replaceChildren(...sentences.map((words) => h("p", {}, words)));
    announce(sentences.join(" "));
  } catch (error) {
    said.replaceChildren(h("p", {}, error.message));
  }
}
