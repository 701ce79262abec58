// Openings: what is known of every move of a line, and repertoires that are asked card by card.

import { Board } from "../board/board.js";
import { moveInWords } from "../board/speech.js";
import { api } from "../lib/api.js";
import { announce, download, find, h, isTyping, show, toast } from "../lib/dom.js";
import { Explorer, shown, textOf } from "../lib/explorer.js";
import { pieces } from "../lib/fen.js";
import { remember } from "../lib/keys.js";
import { sayRefusal } from "../lib/refusal.js";
import { choose, onChange, settings, start, word } from "../lib/settings.js";
import { knock } from "../lib/sound.js";

class OpeningsPage {
  explored = null;
  names = [];
  repertoires = [];
  training = null; // {repertoire, card} while cards are asked
  helped = false;

  constructor() {
    this.board = new Board(find("#board"), {
      onmove: (move) => this.#moved(move).catch(complain),
      onrefused: (refused) => sayRefusal(this.board.state, refused).catch(complain),
    });
    this.explorer = new Explorer(find("#explorer-moves"), { onmove: (move) => this.#moved(move).catch(complain) });
    find("#back").addEventListener("click", () => this.#back().catch(complain));
    find("#find").addEventListener("change", () => this.#find().catch(complain));
    find("#stop").addEventListener("click", () => this.#stop().catch(complain));
    find("#show-answer").addEventListener("click", () => this.#showAnswer());
    find("#flip").addEventListener("click", () => this.board.flip());
    const submitted = (id, act) => find(id).addEventListener("submit", (event) => {
      event.preventDefault();
      act().catch(complain);
    });
    submitted("#make", () => this.#make());
    submitted("#practise", () => this.#practise());
    find("#side").addEventListener("change", () => this.#chooseSide());
    if (settings.level) find("#level").value = String(settings.level);
    this.board.set({ flipped: true });
    document.addEventListener("keydown", (event) => {
      if (isTyping(event) || event.ctrlKey || event.metaKey || find("dialog[open]")) return;
      if (event.key === "f") this.board.flip();
      if (event.key === "ArrowLeft") this.#back().catch(complain);
    });
    onChange(() => this.explored && this.draw());
  }

  async open() {
    const asked = new URLSearchParams(location.search);
    const moves = (asked.get("moves") ?? "").split(/[\s+]+/).filter(Boolean);
    await this.explore(asked.get("fen"), moves);
    this.names = await api.get("/api/openings/names");
    const listed = [...new Set(this.names.map(({ name }) => name))];
    find("#names").replaceChildren(...listed.map((name) => h("option", { value: name })));
    await this.#list();
  }

  // -- the explorer --------------------------------------------------------------------------------

  async explore(fen, moves, animate = null) {
    const explored = await this.explorer.show(fen || null, moves);
    if (!explored) return;
    this.explored = explored;
    this.fen = fen || null;
    const query = new URLSearchParams();
    if (fen) query.set("fen", fen);
    if (moves.length > 0) query.set("moves", moves.join(" "));
    history.replaceState(null, "", `/openings${query.size > 0 ? `?${query}` : ""}`);
    this.draw(animate ? this.explored.plies.at(-1) : null);
  }

  #texts() {
    return this.explored.plies.map(textOf);
  }

  async #moved(move) {
    knock(move.captures.length);
    announce(moveInWords(this.#position().turn, move));
    if (this.training) await this.#answer(move);
    else await this.explore(this.fen, [...this.#texts(), textOf(move)], move);
  }

  async #back() {
    if (this.training || this.explored.plies.length === 0) return;
    await this.explore(this.fen, this.#texts().slice(0, -1));
  }

  async #find() {
    const wanted = find("#find").value.trim().toLowerCase();
    const known = this.names.find(({ name }) => name.toLowerCase() === wanted)
      ?? this.names.find(({ name }) => wanted !== "" && name.toLowerCase().includes(wanted));
    if (known) await this.explore(null, known.moves);
    else if (wanted) toast(`There is no opening called “${wanted}” in the list.`);
  }

  // -- repertoires ---------------------------------------------------------------------------------

  async #list() {
    try {
      this.repertoires = await api.get("/api/repertoires");
    } catch (error) {
      show(find("#make"), false);
      find("#list").replaceChildren(h("li", { class: "hint" }, error.message));
      return;
    }
    find("#kept").replaceChildren(...this.repertoires.map(({ name }) => h("option", { value: name })));
    const act = (words, one, doing, attributes = {}) => h("button", { type: "button", "aria-label": `${words} ${one.name}`, onclick: () => doing(one.name).catch(complain), ...attributes }, words);
    const row = (one) =>
      h("li", {},
        h("span", {}, one.name, h("span", { class: "hint" }, ` ${one.learnt} of ${one.cards} learnt, ${one.due} due`)),
        h("span", { class: "buttons" },
          act("Learn", one, (name) => this.#train(name), { disabled: one.due === 0, class: one.due > 0 ? "main" : null }),
          act("Export", one, (name) => this.#export(name)),
          act("Delete", one, (name) => this.#delete(name))));
    const none = "None yet. Choose an opening and add it to a repertoire: you are asked its moves, and those you know come back after 1, 2, 4 … 64 days.";
    find("#list").replaceChildren(...(this.repertoires.length > 0 ? this.repertoires.map(row) : [h("li", { class: "hint" }, none)]));
  }

  get #side() {
    return find("#side input:checked").value;
  }

  // The pieces one plays stand at the bottom.
  #chooseSide() {
    this.board.set({ flipped: this.#side === "black" });
    this.#suggestName();
  }

  // The name of the opening, until the person writes another.
  #suggestName() {
    const input = find("#name");
    const title = this.explored.name || this.#texts().join(" ") || "From the start";
    const suggested = `${title.slice(0, 50)}, ${word(this.#side)}`;
    if (input.value === "" || input.value === input.dataset.suggested) input.value = suggested;
    input.dataset.suggested = suggested;
  }

  async #make() {
    const name = find("#name").value.trim();
    const before = this.repertoires.find((one) => one.name === name)?.cards ?? 0;
    const asked = { name, side: this.#side, moves: this.#texts(), plies: Number(find("#plies").value) };
    const { cards } = await api.post("/api/repertoires", asked);
    const more = cards - before;
    toast(more === 0 ? `${name} has all of it already.` : `${name}: ${more === 1 ? "1 position" : `${more} positions`} more to learn.`, "note");
    await this.#list();
  }

  async #export(name) {
    const text = await api.post("/api/repertoires/pdn", { name });
    download(`${name.replaceAll(/[^\w -]+/g, "")}.pdn`, text, "text/plain");
  }

  // A game against the computer from here.
  async #practise() {
    const level = Number(find("#level").value);
    choose({ level });
    const wishes = { kind: "engine", colour: this.#side, level, fen: this.fen, moves: this.#texts(), name: settings.name ?? "" };
    const { game, seats } = await api.post("/api/games", wishes);
    remember(game.id, seats);
    location.assign(`/game/${game.id}`);
  }

  async #delete(name) {
    if (!confirm(`Delete the repertoire “${name}” and what you have learnt of it?`)) return;
    await api.post("/api/repertoires/deleted", { name });
    await this.#list();
  }

  async #train(name) {
    this.#ask(await api.post("/api/repertoires/next", { name }), "");
  }

  #ask(training, said) {
    this.training = training;
    this.helped = false;
    if (!training.card) {
      this.#stop(said ? `${said} That is all for now.` : "Nothing is due now.").catch(complain);
      return;
    }
    this.board.set({ flipped: training.repertoire.side === "black" });
    find("#board").scrollIntoView({ block: "nearest" });
    this.#say(`${said} ${word(training.repertoire.side)} to move: what does your repertoire play?`.trim());
    this.draw();
  }

  async #answer(move) {
    const { repertoire, card } = this.training;
    const asked = { name: repertoire.name, fen: card.position.fen, move: textOf(move), helped: this.helped };
    const { text, next } = await api.post("/api/repertoires/answers", asked);
    this.#ask(next, text);
  }

  #showAnswer() {
    this.helped = true;
    this.#say(`Your repertoire plays ${shown(this.training.card.answers[0])}.`);
    this.draw();
  }

  async #stop(said = "") {
    this.training = null;
    await this.#list();
    this.draw();
    if (said) this.#say(said);
  }

  // -- drawing -------------------------------------------------------------------------------------

  #position() {
    return this.training?.card?.position ?? this.explored.position;
  }

  #say(text) {
    find("#status").textContent = text;
    announce(text);
  }

  draw(animate = null) {
    const position = this.#position();
    const { training, explored } = this;
    const arrow = training && this.helped ? position.moves.find(({ text }) => text === training.card.answers[0]) : null;
    this.board.set(
      {
        pieces: pieces(position.fen),
        turn: position.turn,
        moves: position.moves,
        mustJump: position.must_jump,
        movable: position.turn,
        lastMove: training ? null : (explored.plies.at(-1) ?? null),
        arrows: arrow ? [{ from: arrow.path[0], to: arrow.path.at(-1), kind: "best" }] : [],
        circles: new Set(),
      },
      animate,
    );
    for (const id of ["#explorer", "#prepare", "#repertoires", "#find-field", "#back"]) show(find(id), !training);
    find("#asked").hidden = !training;
    const line = training ? training.card.line : explored.plies.map(({ text }) => text);
    find("#line").textContent = line.map(shown).join(" ") || "The start of the game";
    if (training) this.#drawAsked();
    else this.#drawExplored();
  }

  #drawAsked() {
    const { repertoire } = this.training;
    find("#line-title").textContent = repertoire.name;
    find("#source").textContent = "";
    find("#progress").textContent = `${repertoire.due} due, ${repertoire.learnt} of ${repertoire.cards} learnt`;
  }

  #drawExplored() {
    const { explored } = this;
    find("#line-title").textContent = explored.title || "Openings";
    find("#source").textContent = explored.source ? `Name: ${explored.source}` : "";
    find("#back").disabled = explored.plies.length === 0;
    find("#analyse").href = `/analyse?${new URLSearchParams({ ...(this.fen ? { fen: this.fen } : {}), moves: this.#texts().join(" ") })}`;
    for (const side of ["black", "white"]) find(`#side [data-side=${side}]`).textContent = word(side);
    show(find("#practise"), explored.moves.length > 0);
    this.#suggestName();
    this.#say(explored.moves.length > 0 ? `${word(explored.position.turn)} to move` : "The game is over.");
  }
}

const complain = (error) => toast(error.message);

start();
new OpeningsPage().open().catch(complain);
