// What a person has chosen, kept in this browser, and the dialog in which it is chosen.

import { prefer } from "../board/preferences.js";
import { find, h } from "./dom.js";
import { fillIcons } from "./icons.js";

const KEY = "crownhead.settings";
const DEFAULTS = { theme: "red-black", pieces: "ringed", mode: "auto", sound: false, numbers: true, moveMarks: true, name: "" };

export const THEMES = {
  "red-black": { label: "Red and black", black: "Black", white: "Red" },
  "red-white": { label: "Red and white", black: "Red", white: "White" },
  wood: { label: "Wood", black: "Dark", white: "Light" },
  "high-contrast": { label: "High contrast", black: "Black", white: "White" },
};

export const settings = { ...DEFAULTS, ...read() };
const listeners = new Set();

function read() {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return saved && typeof saved === "object" ? saved : {};
  } catch {
    return {};
  }
}

export function choose(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing: the choice holds until the page is left.
  }
  apply();
}

export function onChange(listener) {
  listeners.add(listener);
}

function apply() {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.pieces = settings.pieces;
  if (settings.mode === "auto") delete root.dataset.mode;
  else root.dataset.mode = settings.mode;
  const { numbers, moveMarks } = settings;
  prefer({ numbers, moveMarks, black: word("black"), white: word("white") });
  for (const listener of listeners) listener(settings);
}

// The sides are always black and white; what a person calls them depends on the paint.
export const word = (side) => (THEMES[settings.theme] ?? THEMES["red-black"])[side];

export function inWords(text) {
  return text.replace(/\b(black|white)\b/gi, (side) => {
    const named = word(side.toLowerCase());
    return side[0] === side[0].toUpperCase() ? named : named.toLowerCase();
  });
}

function choice(label, name, options) {
  const select = h("select", { id: `set-${name}`, onchange: () => choose({ [name]: select.value }) });
  for (const [value, text] of options) select.append(h("option", { value, selected: settings[name] === value }, text));
  return h("div", { class: "field" }, h("label", { for: select.id }, label), select);
}

function toggle(label, name) {
  const box = h("input", {
    type: "checkbox",
    id: `set-${name}`,
    checked: settings[name],
    onchange: () => choose({ [name]: box.checked }),
  });
  return h("div", { class: "field check" }, box, h("label", { for: box.id }, label));
}

const SHORTCUTS = [
  ["Arrows", "on the board: to the next square; elsewhere: through the moves"],
  ["Enter", "choose a piece, then where it goes"],
  ["Esc", "put the piece back"],
  ["/", "type a move"],
  [", and .", "back and forward through the moves"],
  ["F", "flip the board"],
  ["U, R, H, W", "undo, redo, hint, why"],
];

function dialog() {
  const close = h("button", { type: "button", class: "plain", onclick: () => box.close() }, "Done");
  const box = h(
    "dialog",
    { class: "card", "aria-labelledby": "settings-title" },
    h("h2", { id: "settings-title" }, "Settings"),
    choice("Board and pieces", "theme", Object.entries(THEMES).map(([value, { label }]) => [value, label])),
    choice("Pieces", "pieces", [["ringed", "Turned, with rings"], ["star", "Milled"], ["flat", "Flat"], ["print", "As in print"]]),
    choice("Light or dark", "mode", [["auto", "Same as your system"], ["light", "Light"], ["dark", "Dark"]]),
    toggle("Numbers on the squares", "numbers"),
    toggle("Show where a piece can go", "moveMarks"),
    toggle("Sound", "sound"),
    h("h3", {}, "Keys"),
    h("dl", { class: "keys" }, SHORTCUTS.flatMap(([key, what]) => [h("dt", {}, key), h("dd", {}, what)])),
    h("div", { class: "buttons" }, close),
  );
  document.body.append(box);
  return box;
}

export function start() {
  fillIcons();
  apply();
  let box = null;
  find("#open-settings").addEventListener("click", () => {
    box ??= dialog();
    box.showModal();
  });
}
