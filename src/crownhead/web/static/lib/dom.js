// Elements from data. Text is always text: nothing that comes from a player or a file is ever parsed as HTML.

const SVG = "http://www.w3.org/2000/svg";

export function h(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function s(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

function set(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else element.setAttribute(name, value === true ? "" : String(value));
}

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

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export function isTyping(event) {
  const target = event.target;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
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
