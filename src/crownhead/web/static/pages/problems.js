// Problems: find the move that wins, and go on to the end.

import { Board } from "../board/board.js";
import { moveInWords } from "../board/speech.js";
import { api } from "../lib/api.js";
import { announce, find, h, isTyping, toast } from "../lib/dom.js";
import { pieces } from "../lib/fen.js";
import { moveList } from "../lib/movelist.js";
import { sayRefusal } from "../lib/refusal.js";
import { onChange, start, word } from "../lib/settings.js";
import { knock } from "../lib/sound.js";

const KEY = "crownhead.problems";
const GRADES = ["", "easy", "moderate", "hard", "very hard", "expert"];

class ProblemsPage {
  problems = [];
  current = null;
  plies = [];
  position = null;
  done = false;
  hints = [];
  solved = new Set(read());

  constructor() {
    this.board = new Board(find("#board"), {
      onmove: (move) => this.#try(move),
      onrefused: (refused) => sayRefusal(this.board.state, refused).catch((error) => toast(error.message)),
    });
    find("#again").addEventListener("click", () => this.choose(this.current.number));
    find("#next").addEventListener("click", () => this.choose((this.current.number % this.problems.length) + 1));
    find("#hint").addEventListener("click", () => this.#hint().catch(complain));
    find("#solution").addEventListener("click", () => this.#showNext().catch(complain));
    document.addEventListener("keydown", (event) => {
      if (isTyping(event) || event.ctrlKey || event.metaKey || find("dialog[open]")) return;
      if (event.key === "f") this.board.flip();
      if (event.key === "h") this.#hint().catch(complain);
    });
    onChange(() => this.current && this.draw());
  }

  async open() {
    this.problems = await api.get("/api/problems");
    const asked = Number(new URLSearchParams(location.search).get("n"));
    const first = this.problems.find(({ number }) => !this.solved.has(number));
    await this.choose(asked || first?.number || 1);
  }

  async choose(number) {
    this.current = this.problems.find((problem) => problem.number === number) ?? this.problems[0];
    history.replaceState(null, "", `/problems?n=${this.current.number}`);
    this.done = false;
    this.board.set({ flipped: this.current.side === "black", arrows: [] });
    this.#take(await this.#ask("attempts", []));
    this.#say(`${word(this.current.side)} to move and win.`);
  }

  #ask(what, moves) {
    return api.post(`/api/problems/${this.current.number}/${what}`, { moves });
  }

  #texts() {
    return this.plies.map(({ path, captures }) => path.join(captures.length > 0 ? "x" : "-"));
  }

  async #try(move) {
    const text = move.path.join(move.captures.length > 0 ? "x" : "-");
    try {
      const answer = await this.#ask("attempts", [...this.#texts(), text]);
      knock(move.captures.length);
      announce(moveInWords(this.current.side, move));
      this.#take(answer, answer.plies.at(-1));
      if (this.done) this.#finish(answer.text);
      else this.#say(answer.text);
    } catch (error) {
      toast(error.message);
      this.board.state.deselect();
      this.draw();
    }
  }

  #take({ plies, position, verdict }, animate = null) {
    this.plies = plies;
    this.position = position;
    this.done = verdict === "solved";
    this.hints = [];
    this.board.state.deselect();
    this.draw(animate);
  }

  #finish(text) {
    this.solved.add(this.current.number);
    try {
      localStorage.setItem(KEY, JSON.stringify([...this.solved]));
    } catch {
      // What was solved is forgotten with this page.
    }
    this.#say(text);
    this.draw();
    find("#next").focus();
  }

  // First the piece, then the whole move.
  async #hint() {
    if (this.done) return;
    const move = await this.#ask("solution", this.#texts());
    if (this.board.state.circles.has(move.path[0])) {
      this.hints = [{ from: move.path[0], to: move.path.at(-1), kind: "best" }];
      this.#say(`Play ${move.text}.`);
    } else {
      this.board.state.circles = new Set([move.path[0]]);
      this.#say(`Look at the piece on ${move.path[0]}.`);
    }
    this.draw();
  }

  async #showNext() {
    if (this.done) return;
    await this.#try(await this.#ask("solution", this.#texts()));
  }

  #say(text) {
    find("#status").textContent = text;
    announce(text);
  }

  draw(animate = null) {
    const { current, position } = this;
    this.board.set(
      {
        pieces: pieces(position.fen),
        turn: position.turn,
        moves: position.moves,
        mustJump: position.must_jump,
        movable: this.done ? "none" : current.side,
        lastMove: this.plies.at(-1) ?? null,
        arrows: this.hints,
        circles: this.hints.length === 0 && !animate ? this.board.state.circles : new Set(),
      },
      animate,
    );
    find("#problem-title").textContent = `Problem ${current.number}`;
    find("#stars").textContent = GRADES[current.grade];
    find("#task").textContent = `${word(current.side)} to move and win, in ${current.length} moves.`;
    find("#analyse").href = `/analyse?fen=${encodeURIComponent(current.fen)}`;
    moveList(find("#moves"), this.plies, { whiteBegins: current.fen[0] === "W", current: this.plies.length, onpick: () => {} });
    for (const id of ["#hint", "#solution"]) find(id).disabled = this.done;
    this.#drawAll();
  }

  #drawAll() {
    find("#solved-count").textContent = `${this.solved.size} of ${this.problems.length} solved`;
    const button = ({ number }) =>
      h("button", {
        type: "button",
        class: this.solved.has(number) ? "solved" : "",
        "aria-label": `Problem ${number}${this.solved.has(number) ? ", solved" : ""}`,
        "aria-current": number === this.current.number ? "true" : null,
        onclick: () => this.choose(number),
      }, String(number));
    const grades = [...new Set(this.problems.map(({ grade }) => grade))];
    find("#all").replaceChildren(
      ...grades.flatMap((grade) => [
        h("h3", {}, GRADES[grade]),
        h("div", { class: "numbers-box" }, this.problems.filter((one) => one.grade === grade).map(button)),
      ]),
    );
  }
}

const complain = (error) => toast(error.message);

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

start();
new ProblemsPage().open().catch(complain);
