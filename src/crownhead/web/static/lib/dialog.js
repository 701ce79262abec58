// Small dialogs in the middle of the page.

import { h } from "./dom.js";

let count = 0;

// A dialog with a title and what is in it; it is gone from the page when it is closed.
export function dialog(title, kind, ...content) {
  const id = `dialog-${(count += 1)}`;
  const box = h("dialog", { class: `card ${kind}`, "aria-labelledby": id }, h("h2", { id }, title), ...content);
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  return box;
}

// Asks before something that cannot be taken back. True if it was confirmed.
export function confirmed(title, text, yes, no = "Cancel") {
  return new Promise((resolve) => {
    const close = (/** @type {boolean} */ sure) => () => {
      resolve(sure);
      box.close();
    };
    const box = dialog(
      title,
      "confirm",
      h("p", {}, text),
      h(
        "div",
        { class: "buttons" },
        h("button", { type: "button", class: "main", onclick: close(true) }, yes),
        h("button", { type: "button", onclick: close(false) }, no),
      ),
    );
    box.addEventListener("close", () => resolve(false));
    box.showModal();
  });
}

// Asks for one line of text. Null if the dialog was closed without an answer.
export function asked(title, text, label, value, yes) {
  return new Promise((resolve) => {
    const input = h("input", { id: "dialog-input", maxlength: 60, autocomplete: "nickname", value });
    const form = h(
      "form",
      { method: "dialog", class: "stack" },
      h("div", { class: "field" }, h("label", { for: input.id }, label), input),
      h("div", { class: "buttons" }, h("button", { class: "main", type: "submit" }, yes)),
    );
    const box = dialog(title, "ask", h("p", {}, text), form);
    form.addEventListener("submit", () => resolve(input.value.trim()));
    box.addEventListener("close", () => resolve(null));
    box.showModal();
  });
}
