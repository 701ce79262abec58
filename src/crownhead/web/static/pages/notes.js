// What can be said of the move that is shown: a mark, a comment, and why it is good or bad.

import { api } from "../lib/api.js";
import { find, h, show } from "../lib/dom.js";
import { inWords } from "../lib/settings.js";
import { written } from "../lib/treeview.js";

export const GLYPHS = ["!!", "!", "!?", "?!", "?", "??"];
const SAID = { "!!": "very good", "!": "good", "!?": "interesting", "?!": "doubtful", "?": "mistake", "??": "blunder" };

export class Notes {
  #asked = 0;
  #about = null; // the node under which an explanation stands

  constructor(page) {
    this.page = page;
    const button = (glyph) =>
      h("button", { type: "button", "data-glyph": glyph, "aria-pressed": "false", title: SAID[glyph], "aria-label": SAID[glyph], onclick: () => this.mark(glyph) }, glyph);
    find("#glyphs").append(...GLYPHS.map(button));
    find("#promote").addEventListener("click", () => this.promote());
    find("#delete").addEventListener("click", () => this.delete());
    find("#why").addEventListener("click", () => this.whyThis());
    find("#comment").addEventListener("change", (event) => {
      const { value } = event.target;
      page.edit(() => (page.tree.current.comment = value.trim()));
    });
    find("#comment").addEventListener("keydown", (event) => event.key === "Escape" && event.target.blur());
  }

  mark(glyph) {
    const node = this.page.tree.current;
    if (node.parent) this.page.edit(() => (node.glyph = node.glyph === glyph ? "" : glyph));
  }

  promote() {
    const { tree } = this.page;
    if (tree.current.parent) this.page.edit(() => tree.promote(tree.current));
  }

  delete() {
    const { tree } = this.page;
    if (tree.current.parent) this.page.edit(() => tree.delete(tree.current));
  }

  comment() {
    find("#notes").open = true;
    find("#comment").focus();
  }

  whyThis() {
    const node = this.page.tree.current;
    if (node.parent && node.path.length > 0) this.why(node.parent, node.path.join(node.captures.length > 0 ? "x" : "-"), node.text);
  }

  // The words of the terminal about a move that was made, or that could be.
  async why(before, move, text = move) {
    const number = (this.#asked += 1);
    this.#about = this.page.tree.current;
    this.#say(h("p", { class: "hint" }, `Why ${written(text)}? The engine is looking at it…`));
    let shown;
    try {
      const { judged } = await api.post("/api/judgement", { ...this.page.lineTo(before), move });
      shown = h("p", {}, h("strong", {}, `${written(judged.move)}${judged.mark}`), ` ${judged.words.map((words) => inWords(written(words))).join(" ")}`);
    } catch (error) {
      shown = h("p", {}, error.message);
    }
    if (number === this.#asked && this.#about) this.#say(shown);
  }

  #say(element) {
    find("#why-said").replaceChildren(element);
    show(find("#why-said"), true);
  }

  draw() {
    const { tree } = this.page;
    const node = tree.current;
    if (this.#about !== node) {
      this.#about = null;
      show(find("#why-said"), false);
    }
    show(find("#this-move"), Boolean(node.parent));
    find("#this-title").textContent = node.parent ? `${written(node.text)}${node.glyph}` : "";
    for (const button of find("#glyphs").children) button.setAttribute("aria-pressed", String(button.dataset.glyph === node.glyph));
    if (document.activeElement !== find("#comment")) find("#comment").value = node.comment;
    for (const id of ["#promote", "#delete"]) find(id).disabled = !node.parent;
    find("#why").disabled = node.path.length === 0;
  }
}
