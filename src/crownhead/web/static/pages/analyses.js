// Analyses in the library: opened again, and deleted with a way back.

import { api } from "../lib/api.js";
import { find, h, show, toast } from "../lib/dom.js";
import { Draft } from "../lib/drafts.js";

const address = (name) => (name.startsWith("game-") ? `/analyse?game=${name.slice(5)}` : `/analyse?draft=${name}`);

export class Analyses {
  constructor(page) {
    this.page = page;
  }

  async load() {
    const found = await Draft.all();
    const when = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
    show(find("#analyses"), found.length > 0);
    find("#analyses summary").textContent = found.length === 1 ? "One analysis" : `${found.length} analyses`;
    find("#analyses ul").replaceChildren(...found.map(({ name, title, changed }) =>
      h("li", {},
        h("a", { href: address(name) }, title || "An analysis"),
        h("span", { class: "hint" }, when.format(changed * 1000)),
        h("button", { type: "button", class: "plain", "aria-label": `Delete ${title}`, onclick: () => this.#delete(name).catch((error) => toast(error.message)) }, "Delete"))));
  }

  async #delete(name) {
    const { title, tree } = await api.get(`/api/analyses/${name}`);
    await api.delete(`/api/analyses/${name}`);
    await this.load();
    this.page.told("The analysis is deleted.", async () => {
      await api.put(`/api/analyses/${name}`, { version: 0, title, tree });
      await this.load();
    });
  }
}
