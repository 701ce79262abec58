// The engine's thoughts, over a socket that comes back when it is lost.

import { socketAddress } from "./api.js";

const WAIT = 1000; // milliseconds
const FOREVER = 24 * 3600; // seconds

export class Analyst extends EventTarget {
  /** @type {WebSocket | null} */
  #socket = null;
  #number = 0;
  #wish = null;

  // Without end, as far as the server allows.
  analyse(fen, moves, { lines, threads, hash }) {
    this.#ask({ type: "analyse", fen, moves, lines, threads, hash_mb: hash, seconds: FOREVER });
  }

  // With the game of the library that it is, if it is one: the review is kept with it.
  review(fen, moves, game = null) {
    this.#ask({ type: "review", fen, moves, game });
  }

  prove(fen, seconds) {
    this.#ask({ type: "prove", fen, seconds });
  }

  stop() {
    this.#wish = null;
    this.#number += 1;
    this.#send({ type: "stop" });
  }

  #ask(wish) {
    this.#number += 1;
    this.#wish = { ...wish, id: this.#number };
    if (this.#socket) this.#send(this.#wish);
    else this.#connect();
  }

  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect() {
    const socket = new WebSocket(socketAddress("/api/analysis"));
    this.#socket = socket;
    socket.addEventListener("open", () => this.#wish && this.#send(this.#wish));
    socket.addEventListener("message", (event) => this.#hear(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      this.#socket = null;
      if (this.#wish) setTimeout(() => this.#wish && !this.#socket && this.#connect(), WAIT);
    });
  }

  // What belongs to an earlier wish is not heard any more.
  #hear(message) {
    if (message.type === "refused" || message.id === this.#number) {
      if (message.type === "rested") this.#wish = null;
      this.dispatchEvent(new CustomEvent(message.type, { detail: message }));
    }
  }
}
