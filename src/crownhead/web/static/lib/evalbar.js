// A bar beside the board that shows who is ahead, and by how much.

import { h } from "./dom.js";
import { share, worthText } from "./worth.js";

export class EvalBar {
  constructor(container) {
    this.fill = h("div", { class: "fill" });
    this.label = h("span", { class: "value" });
    container.classList.add("evalbar");
    container.setAttribute("role", "img");
    container.append(this.fill, this.label);
    this.container = container;
    this.set(null, true);
  }

  set(worth, blackBelow) {
    const part = worth ? share(worth) : 0.5;
    const text = worth ? worthText(worth) : "";
    this.container.classList.toggle("black-below", blackBelow);
    this.fill.style.height = `${(part * 100).toFixed(1)}%`;
    this.label.textContent = worth?.verdict === "evaluation" ? text.replace(/(\.\d)\d$/, "$1") : "";
    this.container.setAttribute("aria-label", text ? `Evaluation: ${text}` : "No evaluation yet");
  }
}
