// Problems: find the only move that wins, or draws. A wrong move is refuted on the board.

import { Board } from "../board/board.js";
import { moveInWords } from "../board/speech.js";
import { api } from "../lib/api.js";
import { announce, find, h, isTyping, reducedMotion, show, toast } from "../lib/dom.js";
import { pieces } from "../lib/fen.js";
import { moveList } from "../lib/movelist.js";
import { sayRefusal } from "../lib/refusal.js";
import { onChange, start, word } from "../lib/settings.js";
import { knock } from "../lib/sound.js";

const STEP = 700; // milliseconds between two moves that are played out

class ProblemsPage {
  current = null;
  plies = [];
  position = null;
  standing = null;
  themes = [];
  done = false;
  arrows = [];
  refutation = [];
  #playing = 0; // which line is being played out: a new one ends the one before

  constructor() {
    this.board = new Board(find("#board"), {
      onmove: (move) => this.#try(move),
      onrefused: (refused) => sayRefusal(this.board.state, refused).catch((error) => toast(error.message)),
    });
    const on = (id, action) => find(id).addEventListener("click", () => action().catch(complain));
    on("#again", () => this.#begin());
    on("#next", () => this.next());
    on("#hint", () => this.#hint());
    on("#solution", () => this.#showNext());
    on("#replay", () => this.#refute());
    find("#theme").addEventListener("change", () => this.next().catch(complain));
    find("#failed").addEventListener("change", () => this.next().catch(complain));
    find("#go").addEventListener("submit", (event) => {
      event.preventDefault();
      this.choose(find("#number").value.trim()).catch(complain);
    });
    document.addEventListener("keydown", (event) => {
      if (isTyping(event) || event.ctrlKey || event.metaKey || find("dialog[open]")) return;
      if (event.key === "f") this.board.flip();
      if (event.key === "h") this.#hint().catch(complain);
      if (event.key === "n") this.next().catch(complain);
    });
    onChange(() => this.position && this.draw());
  }

  async open() {
    const { themes, count } = await api.get("/api/problems");
    this.themes = themes.filter((theme) => theme.count > 0);
    find("#theme").append(...this.themes.map(({ name, title, count: of }) => h("option", { value: name }, `${title} (${of})`)));
    find("#theme option").textContent = `All problems (${count})`;
    const asked = new URLSearchParams(location.search).get("n");
    await (asked ? this.choose(asked) : this.next());
  }

  // What is due again, or a new one.
  async next() {
    const theme = find("#theme").value;
    find("#theme-about").textContent = this.themes.find(({ name }) => name === theme)?.about ?? "";
    this.current = await api.post("/api/problems/next", { theme: theme || null, failed: find("#failed").checked });
    await this.#begin();
  }

  async choose(number) {
    this.current = await api.get(`/api/problems/${encodeURIComponent(number)}`);
    await this.#begin();
  }

  async #begin() {
    history.replaceState(null, "", `/problems?n=${this.current.number}`);
    this.board.set({ flipped: this.current.side === "black" });
    this.refutation = [];
    this.#take(await this.#ask("attempts", []));
    this.#say(this.#task());
  }

  #task() {
    return `${word(this.current.side)} to move and ${this.current.goal}.`;
  }

  #ask(what, moves) {
    return api.post(`/api/problems/${this.current.number}/${what}`, { moves });
  }

  #texts() {
    return this.plies.map(({ path, captures }) => path.join(captures.length > 0 ? "x" : "-"));
  }

  async #try(move) {
    const text = move.path.join(move.captures.length > 0 ? "x" : "-");
    const before = this.standing.rating;
    try {
      const answer = await this.#ask("attempts", [...this.#texts(), text]);
      knock(move.captures.length);
      announce(moveInWords(this.current.side, move));
      const right = answer.verdict === "right" || answer.verdict === "solved";
      this.#take(answer, right ? answer.plies.at(-1) : null);
      this.#say(answer.text);
      if (this.done) await this.#finish(answer, before);
      else if (!right) {
        this.refutation = answer.sequel;
        await this.#refute();
      }
    } catch (error) {
      toast(error.message);
      this.board.state.deselect();
      this.draw();
    }
  }

  #take({ plies, position, verdict, standing }, animate = null) {
    this.#playing += 1;
    this.plies = plies;
    this.position = position;
    this.standing = standing;
    this.done = verdict === "solved";
    this.arrows = [];
    this.board.state.circles = new Set();
    this.board.state.deselect();
    this.draw(animate);
  }

  async #finish(answer, before) {
    const change = answer.standing.rating - before;
    if (change !== 0) find("#standing").textContent += ` (${change > 0 ? "+" : "\u2212"}${Math.abs(change)})`;
    find("#next").focus();
    await this.#playOut(answer.sequel, { stay: true });
  }

  // The wrong move and what follows, and then the problem again.
  async #refute() {
    this.draw();
    await this.#playOut(this.refutation, { stay: false });
  }

  async #playOut(line, { stay }) {
    const mine = ++this.#playing;
    for (const ply of line) {
      await pause(STEP);
      if (mine !== this.#playing) return;
      this.#place({ fen: ply.fen, lastMove: ply }, reducedMotion() ? null : ply);
      knock(ply.captures.length);
    }
    if (stay || line.length === 0) return;
    await pause(2 * STEP);
    if (mine === this.#playing) this.draw();
  }

  // First the piece, then the whole move.
  async #hint() {
    if (this.done) return;
    const move = await this.#ask("solution", this.#texts());
    this.#playing += 1;
    if (this.board.state.circles.has(move.path[0])) {
      this.arrows = [{ from: move.path[0], to: move.path.at(-1), kind: "best" }];
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

  // A position that is only looked at.
  #place({ fen, lastMove }, animate) {
    this.board.set({ pieces: pieces(fen), moves: [], movable: "none", lastMove, arrows: [], circles: new Set() }, animate);
  }

  draw(animate = null) {
    const { current, position, standing } = this;
    this.board.set(
      {
        pieces: pieces(position.fen),
        turn: position.turn,
        moves: position.moves,
        mustJump: position.must_jump,
        movable: this.done ? "none" : current.side,
        lastMove: this.plies.at(-1) ?? null,
        arrows: this.arrows,
        circles: this.board.state.circles,
      },
      animate,
    );
    find("#problem-title").textContent = `Problem ${current.number}`;
    find("#grade").textContent = `${current.grade}, ${current.rating}`;
    find("#task").textContent = `${this.#task()} ${current.length === 1 ? "Find one move." : `Find ${current.length} moves.`}`;
    // A theme says too much before the end.
    find("#themes").textContent = this.done ? `About: ${current.themes.join(", ").toLowerCase() || "the only move"}.` : "";
    find("#analyse").href = `/analyse?fen=${encodeURIComponent(current.fen)}`;
    moveList(find("#moves"), this.plies, { whiteBegins: current.fen[0] === "W", current: this.plies.length, onpick: () => {} });
    show(find("#moves"), this.plies.length > 0);
    show(find("#refuted"), this.refutation.length > 1 && !this.done);
    for (const id of ["#hint", "#solution"]) find(id).disabled = this.done;
    find("#rating").textContent = standing.tried > 0 ? String(standing.rating) : "";
    find("#standing").textContent = told(standing);
  }
}

function told({ tried, solved, streak, best_streak: best, failed }) {
  if (tried === 0) return "Your rating begins with your first problem.";
  const back = failed === 0 ? "" : ` ${failed} ${failed === 1 ? "comes" : "come"} back.`;
  return `${solved} of ${tried} solved at once.${back} Streak ${streak}, longest ${best}.`;
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

const complain = (error) => toast(error.message);

start();
new ProblemsPage().open().catch(complain);
