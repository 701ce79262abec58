// Learn: lessons of a few steps, each a text, a position and something to do. The server judges every move.

import { Board } from "../board/board.js";
import { moveInWords } from "../board/speech.js";
import { api } from "../lib/api.js";
import { announce, find, h, isTyping, show, toast } from "../lib/dom.js";
import { pieces } from "../lib/fen.js";
import { sayRefusal } from "../lib/refusal.js";
import { onChange, start } from "../lib/settings.js";
import { knock } from "../lib/sound.js";

const KEY = "crownhead.lessons";

class LearnPage {
  lessons = [];
  lesson = null;
  step = 0;
  plies = [];
  position = null;
  done = false;
  arrows = [];
  finished = new Set(read());

  constructor() {
    this.board = new Board(find("#board"), {
      onmove: (move) => this.#try(move),
      onrefused: (refused) => sayRefusal(this.board.state, refused).catch((error) => toast(error.message)),
    });
    find("#again").addEventListener("click", () => this.#begin(this.step));
    find("#next").addEventListener("click", () => this.#next());
    find("#hint").addEventListener("click", () => this.#hint().catch(complain));
    document.addEventListener("keydown", (event) => {
      if (isTyping(event) || event.ctrlKey || event.metaKey || find("dialog[open]")) return;
      if (event.key === "h" && !find("#hint").disabled) this.#hint().catch(complain);
    });
    onChange(() => this.lesson && this.draw());
  }

  async open() {
    this.lessons = await api.get("/api/lessons");
    for (const { name, finished } of this.lessons) if (finished) this.finished.add(name);
    const asked = new URLSearchParams(location.search).get("lesson");
    const first = this.lessons.find(({ name }) => !this.finished.has(name)) ?? this.lessons[0];
    this.choose(this.lessons.find(({ name }) => name === asked) ?? first);
  }

  choose(lesson) {
    find("#contents").hidePopover();
    this.lesson = lesson;
    history.replaceState(null, "", `/learn?lesson=${lesson.name}`);
    this.#begin(0);
  }

  get #current() {
    return this.lesson.steps[this.step];
  }

  #begin(step) {
    this.step = step;
    this.plies = [];
    this.position = this.#current.position;
    this.done = this.#current.goal === "read";
    this.arrows = [];
    this.board.state.deselect();
    this.board.set({ flipped: this.#current.side === "black" });
    this.#say("");
    announce(this.#current.text);
    this.draw();
  }

  #ask(what, moves) {
    return api.post(`/api/lessons/${this.lesson.name}/steps/${this.step + 1}/${what}`, { moves });
  }

  #texts() {
    return this.plies.map(text);
  }

  async #try(move) {
    try {
      const answer = await this.#ask("attempts", [...this.#texts(), text(move)]);
      if (answer.right) knock(move.captures.length);
      this.plies = answer.plies;
      this.position = answer.position;
      this.done = answer.done;
      this.arrows = [];
      this.board.state.deselect();
      const reply = answer.right && !answer.done ? answer.plies.at(-1) : null;
      const said = reply ? `${answer.text} Your opponent plays ${reply.text}.` : answer.text;
      this.#say(said, answer.right ? "good" : "bad");
      this.draw(answer.plies.at(-1));
      announce(`${moveInWords(this.#current.side, move)} ${said}`);
      if (this.done) find("#next").focus();
    } catch (error) {
      complain(error);
      this.board.state.deselect();
      this.draw();
    }
  }

  async #hint() {
    const move = await this.#ask("hints", this.#texts());
    this.arrows = [{ from: move.path[0], to: move.path.at(-1), kind: "best" }];
    this.#say(`Try ${move.text}.`);
    announce(`Try ${move.text}.`);
    this.draw();
  }

  #next() {
    if (this.step + 1 < this.lesson.steps.length) {
      this.#begin(this.step + 1);
      return;
    }
    this.#finish();
    const next = this.lessons[this.lessons.indexOf(this.lesson) + 1];
    if (next) this.choose(next);
    else location.href = "/";
  }

  #finish() {
    this.finished.add(this.lesson.name);
    try {
      localStorage.setItem(KEY, JSON.stringify([...this.finished]));
    } catch {
      // A browser that keeps nothing: the tick is gone with this page.
    }
    api.post(`/api/lessons/${this.lesson.name}/finished`, {}).catch(complain);
  }

  #say(words, kind = "") {
    const status = find("#status");
    status.textContent = words;
    status.className = `status ${kind}`;
  }

  draw(animate = null) {
    const { lesson, position } = this;
    this.board.set(
      {
        pieces: pieces(position.fen),
        turn: position.turn,
        moves: position.moves,
        mustJump: position.must_jump,
        movable: this.done ? "none" : this.#current.side,
        lastMove: this.plies.at(-1) ?? null,
        arrows: this.arrows,
      },
      animate,
    );
    find("#lesson-title").textContent = lesson.title;
    find("#step-count").textContent = `${this.step + 1} of ${lesson.steps.length}`;
    find("#text").textContent = this.#current.text;
    find("#source").textContent = lesson.source;
    show(find("#source"), lesson.source !== "");
    const last = this.step + 1 === lesson.steps.length;
    const end = lesson === this.lessons.at(-1);
    find("#next").textContent = last ? (end ? "Play a game" : "Next lesson") : "Next";
    find("#next").classList.toggle("main", this.done);
    find("#hint").disabled = this.done;
    find("#again").disabled = this.plies.length === 0;
    this.#drawAll();
  }

  #drawAll() {
    const done = this.lessons.filter(({ name }) => this.finished.has(name)).length;
    find("#done-count").textContent = `${done} of ${this.lessons.length} finished`;
    const chapters = [...new Set(this.lessons.map(({ chapter }) => chapter))];
    find("#all").replaceChildren(
      ...chapters.flatMap((chapter) => [
        h("h3", {}, chapter),
        h("ul", {}, this.lessons.filter((one) => one.chapter === chapter).map((one) => this.#entry(one))),
      ]),
    );
  }

  #entry(one) {
    const done = this.finished.has(one.name);
    const button = h(
      "button",
      { type: "button", class: "plain", "aria-current": one === this.lesson ? "true" : null, onclick: () => this.choose(one) },
      h("span", { class: "tick", "aria-hidden": "true" }, done ? "✓" : ""),
      one.title,
      done ? h("span", { class: "unseen" }, ", finished") : null,
    );
    return h("li", {}, button);
  }
}

const text = ({ path, captures }) => path.join(captures.length > 0 ? "x" : "-");
const complain = (error) => toast(error.message);

function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

start();
new LearnPage().open().catch(complain);
