// What every page does with its elements.

import { h } from "../board/elements.js";

export { h, isTyping, reducedMotion, s } from "../board/elements.js";

export const find = (selector, within = document) => within.querySelector(selector);

export function show(element, visible) {
  element.hidden = !visible;
}

// Says something to those who listen instead of looking. The same words twice in a row are still heard twice.
export function announce(text) {
  const region = find("#announcer");
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

export function toast(text, kind = "problem") {
  const note = h("div", { class: `toast ${kind}` }, text);
  find("#toasts").append(note);
  setTimeout(() => note.remove(), 6000);
}

export function download(name, data, type) {
  const link = h("a", { href: URL.createObjectURL(new Blob([data], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // not allowed, or not over HTTPS
  }
}
