// Positions and games in and out: FEN, PDN, files, links, pictures.

import { api } from "../lib/api.js";
import { copy, download, find, h, show, toast } from "../lib/dom.js";
import { Draft } from "../lib/drafts.js";
import { START } from "../lib/fen.js";
import { settings } from "../lib/settings.js";
import { Tree } from "../lib/tree.js";
import { Chooser } from "./chooser.js";
import { today } from "./heading.js";

const PICTURE_SIZE = 800;

export class Exchange {
  #text = ""; // the file whose games can be chosen
  #recent = []; // analyses that were made earlier

  constructor(page) {
    this.page = page;
    this.chooser = new Chooser((number) => this.#read(this.#text, number).catch((error) => this.#problem(error)));
    find("#choose-game").addEventListener("click", () => this.chooser.show());
    find("#print").addEventListener("click", () => print());
    const on = (id, action) => find(id).addEventListener("click", () => action().catch((error) => this.#problem(error)));
    on("#load", () => this.read(find("#pdn").value));
    on("#save", () => this.#save());
    on("#keep", () => this.#keep());
    on("#share", () => this.#share());
    on("#svg", () => this.#svg());
    on("#png", () => this.#png());
    find("#file").addEventListener("change", (event) => this.#file(event.target.files[0]));
    find("#fen-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.setPosition(find("#fen").value).catch((error) => this.#problem(error));
    });
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      this.#file(event.dataTransfer.files[0]);
    });
  }

  #problem(error) {
    const list = error.reasons?.length ? error.reasons.join("; ") : error.message;
    this.#tell([list], []);
    if (find("#pdn-problems").getBoundingClientRect().top > innerHeight) toast(list);
  }

  draw() {
    const { tree } = this.page;
    const { fen } = tree.current;
    if (document.activeElement !== find("#fen")) find("#fen").value = fen;
    find("#edit").href = `/editor?fen=${encodeURIComponent(fen)}`;
    find("#play-on").href = `/?fen=${encodeURIComponent(fen)}`;
    this.#drawRecent();
    find("#find-games").href = `/library?position=${encodeURIComponent(fen)}`;
  }

  // What is wrong is said; what was forgiven can be read by who wants to.
  #tell(problems, notes) {
    find("#pdn-problems").textContent = problems.join("\n");
    show(find("#pdn-problems"), problems.length > 0);
    find("#pdn-notes summary").textContent = notes.length === 1 ? "One note on the file" : `${notes.length} notes on the file`;
    find("#pdn-notes ul").replaceChildren(...notes.map((note) => h("li", {}, note)));
    find("#pdn-notes").open = false;
    show(find("#pdn-notes"), notes.length > 0);
  }

  // Analyses that were made earlier; asked for once.
  async loadRecent() {
    await Draft.saveAll();
    this.#recent = await Draft.all();
    this.#drawRecent();
  }

  #drawRecent() {
    const others = this.#recent.filter(({ name }) => name !== this.page.draft?.name);
    show(find("#recent"), others.length > 0);
    const when = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
    const address = (name) => (name.startsWith("game-") ? `/analyse?game=${name.slice(5)}` : `/analyse?draft=${name}`);
    find("#drafts").replaceChildren(...others.slice(0, 10).map(({ name, title, changed }) =>
      h("li", {}, h("a", { href: address(name) }, title), h("span", { class: "hint" }, when.format(changed * 1000)))));
  }

  async setPosition(fen) {
    const { start } = await api.line(fen);
    this.#tell([], []);
    this.page.load(Tree.at(start));
  }

  // One game is shown at once; of several, a person says which.
  async read(text) {
    const games = await api.post("/api/pdn/games", { text });
    this.#text = text;
    show(find("#choose-game"), games.length > 1);
    if (games.length > 1) this.chooser.open(games);
    else await this.#read(text, 1);
  }

  async #read(text, game) {
    const tree = new Tree(await api.post("/api/pdn/read", { text, game }));
    this.#tell(tree.problems, tree.notes);
    this.page.load(tree);
  }

  async #file(file) {
    if (!file) return;
    if (file.size > 4_000_000) {
      toast("The file is too large for this page. Import it in the library.");
      return;
    }
    const bytes = await file.arrayBuffer();
    let text;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      text = new TextDecoder("windows-1252").decode(bytes);
    }
    find("#pdn").value = text.length > 20_000 ? "" : text;
    this.read(text).catch((error) => this.#problem(error));
  }

  async text() {
    return api.post("/api/pdn/write", this.page.tree.data());
  }

  async #save() {
    const text = await this.text();
    find("#pdn").value = text;
    download("game.pdn", text, "text/plain");
  }

  async #keep() {
    await api.post("/api/library", { text: await this.text() });
    toast("Kept in the library.", "note");
  }

  async #share() {
    const { tree } = this.page;
    const line = tree.lineTo(tree.current);
    const address = new URL("/analyse", location.href);
    if (tree.root.fen !== START) address.searchParams.set("fen", tree.root.fen);
    if (line.length > 0) address.searchParams.set("moves", line.map((node) => node.text).join(" "));
    if (await copy(address.href)) toast("The link is copied.", "note");
    history.replaceState(null, "", address);
  }

  #pictureAddress() {
    const query = new URLSearchParams({ fen: this.page.tree.current.fen, theme: settings.theme, size: PICTURE_SIZE });
    if (this.page.board.state.flipped) query.set("flipped", "true");
    return `/api/board.svg?${query}`;
  }

  async #svg() {
    download("board.svg", await api.get(this.#pictureAddress()), "image/svg+xml");
  }

  async #png() {
    const image = new Image(PICTURE_SIZE, PICTURE_SIZE);
    image.src = this.#pictureAddress();
    await image.decode();
    const canvas = new OffscreenCanvas(PICTURE_SIZE, PICTURE_SIZE);
    canvas.getContext("2d").drawImage(image, 0, 0, PICTURE_SIZE, PICTURE_SIZE);
    download("board.png", await canvas.convertToBlob({ type: "image/png" }), "image/png");
  }

  // /analyse?fen=...&moves=... and /analyse?game=...
  async fromAddress() {
    const query = new URLSearchParams(location.search);
    if (query.get("game")) await this.#game(query.get("game"));
    else if (query.get("draft")) await this.#draft(query.get("draft"));
    else if (query.get("fen") || query.get("moves")) await this.#line(query.get("fen"), query.get("moves"));
  }

  async #draft(name) {
    const draft = new Draft(name);
    this.page.keepAs(draft);
    const kept = await draft.read();
    if (!kept) throw new Error("There is no such analysis in your library.");
    this.page.tree = new Tree(kept);
  }

  async #line(fen, moves) {
    const texts = moves ? moves.split(/[\s,]+/).filter(Boolean) : [];
    const { start, plies } = await api.line(fen, texts);
    this.page.tree = Tree.at(start);
    for (const ply of plies) this.page.tree.play(ply);
    this.page.tree.headers.Date = today();
  }

  async #game(id) {
    const key = Object.values(JSON.parse(localStorage.getItem(`crownhead.game.${id}`)) ?? {})[0];
    const game = await api.get(`/api/games/${encodeURIComponent(id)}/tree`, key);
    const draft = new Draft(`game-${id}`);
    this.page.keepAs(draft);
    const kept = await draft.read();
    this.page.tree = new Tree(kept ?? game);
    if (kept) this.page.tree.merge(game); // it may have gone on
  }
}
