// Openings: what is known of every move of a line, and repertoires that are asked card by card.

import { Board } from "../board/board.js";
import { moveInWords } from "../board/speech.js";
import { api } from "../lib/api.js";
import { announce, find, h, isTyping, toast } from "../lib/dom.js";
import { Explorer, shown, textOf } from "../lib/explorer.js";
import { pieces } from "../lib/fen.js";
import { sayRefusal } from "../lib/refusal.js";
import { onChange, start, word } from "../lib/settings.js";
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
    find("#make").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#make().catch(complain);
    });
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
      find("#make").hidden = true;
      find("#list").replaceChildren(h("li", { class: "hint" }, error.message));
      return;
    }
    const row = (one) =>
      h("li", { class: "row" },
        h("span", {}, one.name, h("span", { class: "hint" }, ` ${one.learnt} of ${one.cards} learnt, ${one.due} due`)),
        h("span", { class: "buttons" },
          h("button", { type: "button", disabled: one.due === 0 ? "" : null, onclick: () => this.#train(one.name).catch(complain) }, "Learn"),
          h("button", { type: "button", "aria-label": `Delete ${one.name}`, onclick: () => this.#delete(one.name).catch(complain) }, "Delete")));
    const none = "None yet. Choose an opening above, then make a repertoire of it: you are asked its moves, and those you know come back after 1, 2, 4 … 64 days.";
    find("#list").replaceChildren(...(this.repertoires.length > 0 ? this.repertoires.map(row) : [h("li", { class: "hint" }, none)]));
  }

  async #make() {
    const side = find("#side").value;
    const title = this.explored.title || this.#texts().join(" ") || "From the start";
    const taken = await api.post("/api/repertoires", {
      name: `${title.slice(0, 50)}, ${side}`,
      side,
      moves: this.#texts(),
      plies: Number(find("#plies").value),
    });
    toast(`${taken.name}: ${taken.cards} positions to learn.`);
    await this.#list();
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
    for (const id of ["#explorer", "#repertoires", "#find-field", "#back"]) find(id).hidden = Boolean(training);
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
    for (const option of find("#side").options) option.textContent = word(option.value);
    this.#say(explored.moves.length > 0 ? `${word(explored.position.turn)} to move` : "The game is over.");
  }
}

const complain = (error) => toast(error.message);

start();
new OpeningsPage().open().catch(complain);
