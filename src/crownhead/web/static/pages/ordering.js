// Games that were chosen in the list: into collections, tagged, exported, deleted and brought back.

import { api } from "../lib/api.js";
import { download, find, show, toast } from "../lib/dom.js";

const counted = (number) => `${number.toLocaleString()} ${number === 1 ? "game" : "games"}`;

export class Ordering {
  chosen = new Set();
  all = false; // all that were found, and not only those on this page

  constructor(page) {
    this.page = page;
    const on = (id, action) => find(id).addEventListener("click", () => action().catch((error) => toast(error.message)));
    find("#choose-page").addEventListener("change", (event) => this.#choosePage(event.target.checked));
    on("#choose-all", async () => this.#chooseAll());
    on("#collect", () => this.#name("collect", "Collection"));
    on("#tag-them", () => this.#name("tag", "Tag"));
    on("#export-chosen", () => this.#export());
    on("#delete", () => this.#delete());
    find("#search").addEventListener("input", () => this.#none());
  }

  has(game) {
    return this.all || this.chosen.has(game);
  }

  choose(game, chosen) {
    if (this.all) this.#none();
    if (chosen) this.chosen.add(game);
    else this.chosen.delete(game);
    this.draw();
  }

  draw() {
    const count = this.all ? this.page.total : this.chosen.size;
    const more = this.page.total > this.page.games.length;
    find("#chosen-text").textContent = `${counted(count)} chosen`;
    find("#choose-page").checked = this.page.games.length > 0 && this.page.games.every(({ id }) => this.has(id));
    show(find("#choose-all"), more && !this.all);
    show(find("#chosen"), count > 0);
  }

  #none() {
    this.chosen.clear();
    this.all = false;
    this.draw();
  }

  #choosePage(chosen) {
    this.all = false;
    for (const { id } of this.page.games) this.chosen[chosen ? "add" : "delete"](id);
    this.page.draw();
  }

  #chooseAll() {
    this.all = true;
    this.page.draw();
  }

  #selection() {
    return this.all ? { found: Object.fromEntries(this.page.query()) } : { games: [...this.chosen] };
  }

  async #name(action, label) {
    const dialog = find("#naming");
    find("#naming-label").textContent = label;
    find("#naming-name").value = "";
    const kind = action === "tag" ? "tag" : "collection";
    const known = (this.page.labels ?? []).filter((each) => each.kind === kind);
    find("#naming-known").replaceChildren(...known.map(({ name }) => new Option(name)));
    dialog.showModal();
    await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
    const name = find("#naming-name").value.trim();
    if (!dialog.returnValue || !name) return;
    const selection = this.#selection();
    const { games } = await api.post("/api/library/order", { action, name, ...selection });
    const back = { action: action === "tag" ? "untag" : "release", name, ...selection };
    await this.#changed();
    this.page.told(`${counted(games)} put under ${name}.`, async () => {
      await api.post("/api/library/order", back);
      await this.#changed();
    });
  }

  async #export() {
    if (this.all) location.assign(find("#export").href);
    else download("crownhead.pdn", await api.post("/api/library.pdn", { games: [...this.chosen] }), "text/plain");
  }

  async #delete() {
    const { games, when } = await api.post("/api/library/order", { action: "delete", ...this.#selection() });
    this.#none();
    await this.#changed();
    this.page.told(`${counted(games)} deleted.`, async () => {
      await api.post("/api/library/order", { action: "restore", when });
      await this.#changed();
    });
  }

  async #changed() {
    await Promise.all([this.page.load(), this.page.loadNames()]);
  }
}
