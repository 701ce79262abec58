// What is shown when a game is over: who won and how, and what to do next.

import { api } from "../lib/api.js";
import { dialog } from "../lib/dialog.js";
import { h, s } from "../lib/dom.js";
import { ending } from "../lib/table.js";

const SIGNS = {
  won: "M9 30V15l7 6 8-12 8 12 7-6v15z",
  lost: "M24 10a14 14 0 1 0 0 28 14 14 0 0 0 0-28zM24 16a8 8 0 1 0 0 16 8 8 0 0 0 0-16z",
  drawn: "M15 20h18M15 28h18",
};

// `choices` are the things to do next, as [text, action, whether it is the main one].
export async function showEnding(game, side, choices, onlevel) {
  const { winner, title, how } = ending(game, side);
  const kind = !winner ? "drawn" : side === winner || side === "both" ? "won" : "lost";
  const next = game.engine && side !== "none" ? await suggestion(game) : null;
  const close = (action) => () => {
    box.close();
    action();
  };
  const button = ([text, action, main]) =>
    h("button", { type: "button", class: main ? "main" : "", onclick: close(action) }, text);
  const box = dialog(
    title,
    `end ${kind}`,
    h("p", { class: "how" }, how),
    next && suggested(next, game, close(() => onlevel(next.level))),
    h("div", { class: "choices" }, choices.map(button)),
    h("button", { type: "button", class: "plain", onclick: close(() => {}) }, "Look at the board"),
  );
  box.prepend(
    s("svg", { class: "medal", viewBox: "0 0 48 48", "aria-hidden": "true" }, s("circle", { class: "coin", cx: 24, cy: 24, r: 23 }), s("path", { class: "sign", d: SIGNS[kind] })),
  );
  box.showModal();
}

function suggested({ level, name, streak }, game, onclick) {
  const up = level > game.level;
  return h(
    "div",
    { class: "next" },
    h("p", {}, up ? `You have won ${streak} games in a row. Ready for a stronger opponent?` : `You have lost ${streak} games in a row. Try an easier opponent?`),
    h("button", { type: "button", onclick }, `Play level ${level}, ${name}`),
  );
}

async function suggestion(game) {
  try {
    const told = await api.get(`/api/games/${game.id}/suggestion`);
    return told.level === null ? null : told;
  } catch {
    return null; // the end of a game is told without it
  }
}
