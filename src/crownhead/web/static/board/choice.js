// When several ways lead to the square that was pressed, a person says which.

import { h } from "./elements.js";

// The move that was chosen, or null.
export function chooseMove(moves) {
  return new Promise((resolve) => {
    const option = (move) =>
      h("button", { type: "button", value: move.path.join("x"), onclick: () => finish(move) }, describe(move));
    const cancel = h("button", { type: "button", class: "plain", onclick: () => finish(null) }, "Cancel");
    const dialog = h(
      "dialog",
      { class: "card choice", "aria-labelledby": "choice-title" },
      h("h2", { id: "choice-title" }, "Which way?"),
      h("div", { class: "stack" }, moves.map(option), cancel),
    );
    const finish = (move) => {
      resolve(move);
      dialog.remove();
    };
    dialog.addEventListener("cancel", () => finish(null));
    document.body.append(dialog);
    dialog.showModal();
  });
}

function describe(move) {
  return `${move.path.join(" × ")}, taking ${move.captures.join(", ")}`;
}
