// Small drawings for buttons: <span data-icon="undo"></span> becomes a picture that nobody needs to hear.

import { s } from "./dom.js";

const PATHS = {
  undo: "M9 7 4 12l5 5M4 12h10a5 5 0 0 1 0 10h-2",
  redo: "M15 7l5 5-5 5M20 12H10a5 5 0 0 0 0 10h2",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.500 10.900c.6.500 1 1.200 1 2.100h5c0-.9.4-1.600 1-2.100A6 6 0 0 0 12 3z",
  draw: "M4 9h16M4 15h16",
  flag: "M6 21V4M6 4h11l-2.500 4L17 12H6",
  turn: "M7 4v15M7 19l-3-3M7 19l3-3M17 20V5M17 5l-3 3M17 5l3 3",
  plus: "M12 5v14M5 12h14",
  first: "M18 6l-6 6 6 6M11 6l-6 6 6 6",
  back: "M15 6l-6 6 6 6",
  forward: "M9 6l6 6-6 6",
  last: "M6 6l6 6-6 6M13 6l6 6-6 6",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  share: "M12 15V4M8 8l4-4 4 4M5 13v7h14v-7",
  trash: "M5 7h14M10 4h4M7 7l1 13h8l1-13",
  play: "M7 5l12 7-12 7z",
  stop: "M7 7h10v10H7z",
  again: "M20 12a8 8 0 1 1-2.500-5.800M20 3v4h-4",
  swap: "M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4",
  look: "M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13zM15.500 15.500 21 21",
  up: "M12 19V5M6 11l6-6 6 6",
};

export function icon(name) {
  return s("svg", { viewBox: "0 0 24 24", class: "drawing", "aria-hidden": "true" }, s("path", { d: PATHS[name] }));
}

export function fillIcons(within = document) {
  for (const place of within.querySelectorAll("[data-icon]")) place.replaceChildren(icon(place.getAttribute("data-icon")));
}
