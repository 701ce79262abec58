// "Prove this": who wins the position on the board, with a certificate that anybody can check.

import { Analyst } from "../lib/analyst.js";
import { download, find, show, toast } from "../lib/dom.js";
import { inWords } from "../lib/settings.js";

const SECONDS = 60;

export class ProofCard {
  #analyst = new Analyst();
  #fen = "";
  #running = false;
  #known = ""; // what is proved already, by a database, by the engine or in the review
  #found = new Map(); // FEN -> what was proved with a certificate

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

  // The board shows a position of which so much is known; if it is another one, a search for the last ends.
  show(fen, known) {
    if (fen === this.#fen && known === this.#known) return;
    if (this.#running && fen !== this.#fen) this.#end();
    this.#fen = fen;
    this.#known = known;
    if (!this.#running) this.#draw();
  }

  // As if the button had been pressed.
  prove() {
    find("#proof-title").scrollIntoView({ block: "nearest" });
    if (!this.#running && !this.#found.get(this.#fen)?.claim) this.#begin();
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
    const said = found?.claim ? [told(found)] : [inWords(this.#known), found ? told(found) : ""];
    find("#proof-said").textContent = this.#running ? inWords(this.#known) : said.filter(Boolean).join(" ");
    show(find("#proof-said"), find("#proof-said").textContent !== "");
    show(find("#proof-found"), Boolean(found?.claim) && !this.#running);
  }

  #save() {
    const bytes = Uint8Array.from(atob(this.#found.get(this.#fen).certificate), (letter) => letter.charCodeAt(0));
    download("crownhead.proof", bytes, "application/octet-stream");
  }
}

function told({ claim, words, positions, leaves, nodes }) {
  if (!claim) return `No proof was found in ${nodes.toLocaleString("en")} nodes.`;
  const known = leaves === 0 ? "" : `, ${leaves.toLocaleString("en")} of them from the endgame databases`;
  const size = positions === 1 ? "It names one position." : `It has ${positions.toLocaleString("en")} positions${known}.`;
  return `${inWords(words)} ${size} Check it with crownhead prove --check.`;
}
