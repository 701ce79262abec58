// "Prove this": who wins the position on the board, with a certificate that anybody can check.

import { Analyst } from "../lib/analyst.js";
import { download, find, show, toast } from "../lib/dom.js";
import { word } from "../lib/settings.js";

const SECONDS = 60;

export class ProofCard {
  #analyst = new Analyst();
  #fen = "";
  #running = false;
  #found = new Map(); // FEN -> what was proved

  constructor() {
    find("#prove").addEventListener("click", () => (this.#running ? this.#end() : this.#begin()));
    find("#proof-file").addEventListener("click", () => this.#save());
    this.#analyst.addEventListener("proving", (event) => this.#goesOn(/** @type {CustomEvent} */ (event).detail));
    this.#analyst.addEventListener("proved", (event) => this.#end(/** @type {CustomEvent} */ (event).detail));
    this.#analyst.addEventListener("refused", (event) => {
      toast(/** @type {CustomEvent} */ (event).detail.message);
      this.#end();
    });
  }

  // The board shows another position: a search for the last one ends.
  show(fen) {
    if (fen === this.#fen) return;
    if (this.#running) this.#end();
    this.#fen = fen;
    this.#draw();
  }

  #begin() {
    this.#running = true;
    this.#analyst.prove(this.#fen, SECONDS);
    this.#draw();
    find("#proof-effort").textContent = "waiting for the engine";
  }

  #goesOn({ nodes, time }) {
    find("#proof-effort").textContent = `${Math.round(time)} of ${SECONDS} s, ${nodes.toLocaleString("en")} nodes`;
  }

  #end(found = null) {
    if (!found) this.#analyst.stop();
    this.#running = false;
    if (found) this.#found.set(this.#fen, found);
    this.#draw();
  }

  #draw() {
    const found = this.#found.get(this.#fen);
    find("#prove").textContent = this.#running ? "Cancel" : "Prove this";
    find("#prove").disabled = !this.#running && Boolean(found?.claim);
    find("#proof-effort").textContent = "";
    find("#proof-said").textContent = found && !this.#running ? told(found) : "";
    show(find("#proof-said"), Boolean(found) && !this.#running);
    show(find("#proof-found"), Boolean(found?.claim) && !this.#running);
  }

  #save() {
    const bytes = Uint8Array.from(atob(this.#found.get(this.#fen).certificate), (letter) => letter.charCodeAt(0));
    download("crownhead.proof", bytes, "application/octet-stream");
  }
}

function told({ claim, turn, positions, leaves, nodes }) {
  if (!claim) return `Not decided after ${nodes.toLocaleString("en")} nodes. Nothing is proved.`;
  const verdict = claim === "draw" ? "a draw" : `${word(claim === "win" ? turn : turn === "black" ? "white" : "black")} wins`;
  const known = leaves === 0 ? "" : `, ${leaves.toLocaleString("en")} of them from the endgame databases`;
  return `Proved: ${verdict}. The certificate has ${positions.toLocaleString("en")} ${positions === 1 ? "position" : "positions"}${known}. Check it with crownhead prove --check.`;
}
