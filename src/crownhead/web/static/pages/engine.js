// The engine on the page of analysis: its lines, how far it has come, and what it may use.

import { api } from "../lib/api.js";
import { find, h, toast } from "../lib/dom.js";
import { EngineRows } from "../lib/enginerows.js";
import { EngineLines } from "../lib/lines.js";
import { MiniBoard } from "../lib/miniboard.js";

const KINDS = ["best", "second", "third"];
const OPTIONS = "crownhead.engine";
const RUNNING = "crownhead.engine.running"; // of this tab: an analysis goes on after a reload
const HASHES = [16, 32, 64, 128, 256, 512, 1024]; // megabytes

export class EngineCard {
  running = false;
  #lines = new EngineLines();

  constructor(page, analyst) {
    this.page = page;
    this.analyst = analyst;
    const mini = new MiniBoard();
    this.rows = new EngineRows(find("#engine-lines"), {
      onplay: (texts) => page.playLine(texts).catch((error) => toast(error.message)),
      onwhy: (text) => page.notes.why(page.tree.current, text),
      onhover: (wanted) => mini.show(wanted, page.board.state.flipped),
    });
    find("#engine-switch").addEventListener("click", () => this.switch(!this.running));
    for (const id of ["#lines", "#threads", "#hash"]) find(id).addEventListener("change", () => this.#chosen());
    analyst.addEventListener("thought", ({ detail }) => this.#heard(detail));
  }

  // Offers what the server allows, and goes on with what ran before a reload.
  async open() {
    const most = await api.get("/api/engine");
    const kept = read();
    const fill = (id, values, chosen, unit = "") =>
      find(id).replaceChildren(...values.map((value) => h("option", { value, selected: value === chosen }, `${value}${unit}`)));
    fill("#threads", Array.from({ length: most.threads }, (_, n) => n + 1), Math.min(kept.threads, most.threads));
    fill("#hash", HASHES.filter((size) => size <= most.hash_mb), Math.min(kept.hash, most.hash_mb), " MB");
    find("#lines").value = String(kept.lines);
    this.draw();
    if (sessionStorage.getItem(RUNNING)) this.switch(true);
  }

  #options() {
    const value = (id) => Number(find(id).value);
    return { lines: value("#lines"), threads: value("#threads") || 1, hash: value("#hash") || 32 };
  }

  #chosen() {
    localStorage.setItem(OPTIONS, JSON.stringify(this.#options()));
    if (this.running) this.think();
    else this.draw();
  }

  switch(on) {
    this.running = on;
    if (on) sessionStorage.setItem(RUNNING, "1");
    else sessionStorage.removeItem(RUNNING);
    if (on) {
      this.page.reviewer.cancel();
      this.think();
    } else this.analyst.stop();
    this.page.draw();
  }

  think() {
    this.#lines.clear();
    const { fen, moves } = this.page.lineTo(this.page.tree.current);
    this.analyst.analyse(fen, moves, this.#options());
    this.draw();
  }

  #heard(thought) {
    this.#lines.hear(thought);
    if (thought.rank === 1) this.page.tree.current.worth = thought.worth;
    this.draw();
    this.page.drawWorth();
  }

  // Plays the best move of a line.
  play(rank) {
    const line = this.#lines.get(rank);
    if (line) this.page.playLine(line.line.slice(0, 1)).catch((error) => toast(error.message));
  }

  arrows() {
    if (!this.running) return [];
    return this.#lines.all()
      .filter(({ path }) => path.length > 0)
      .reverse()
      .map(({ path, rank }) => ({ from: path[0], to: path.at(-1), kind: KINDS[rank - 1] ?? "third" }));
  }

  draw() {
    const button = find("#engine-switch");
    button.setAttribute("aria-pressed", String(this.running));
    button.textContent = this.running ? "Stop" : "Start";
    button.classList.toggle("main", !this.running);
    if (!this.running) this.#lines.clear();
    const most = this.page.choices();
    this.rows.draw(this.#lines, this.running ? Math.min(this.#options().lines, most) : 0);
    const best = this.#lines.get(1);
    find("#engine-depth").textContent = best ? progress(best) : this.running ? "thinking…" : "";
  }
}

function read() {
  try {
    return { lines: 3, threads: 1, hash: 32, ...JSON.parse(localStorage.getItem(OPTIONS) ?? "{}") };
  } catch {
    return { lines: 3, threads: 1, hash: 32 };
  }
}

const short = (number) => (number < 1e4 ? String(Math.round(number)) : number < 1e6 ? `${Math.round(number / 1e3)} k` : `${(number / 1e6).toFixed(number < 1e8 ? 1 : 0)} M`);

function progress({ depth, nodes, time, database_hits }) {
  const rate = time > 0 ? ` · ${short(nodes / time)}/s` : "";
  const hits = database_hits > 0 ? ` · ${short(database_hits)} database ${database_hits === 1 ? "hit" : "hits"}` : "";
  return `depth ${depth} · ${short(nodes)} nodes${rate}${hits}`;
}
