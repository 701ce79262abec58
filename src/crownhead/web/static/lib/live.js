// A game on the server, followed over a socket that comes back when it is lost. A move is kept until the server
// has confirmed it, and said again after a break; the server makes it once.

import { socketAddress } from "./api.js";

const FIRST_WAIT = 250; // milliseconds
const LONGEST_WAIT = 5000;
const PING_EVERY = 20_000;

export class LiveGame extends EventTarget {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {{ type: "move", ply: number, move: string } | null} */
  #unconfirmed = null;
  #wait = FIRST_WAIT;
  #closed = false;
  #pings = 0; // the number of their timer

  constructor(id, keys) {
    super();
    this.id = id;
    this.keys = keys;
    this.#connect();
    this.#pings = setInterval(() => this.#send({ type: "ping" }), PING_EVERY);
  }

  move(ply, text) {
    this.#unconfirmed = { type: "move", ply, move: text };
    this.#send(this.#unconfirmed);
  }

  act(action, side = null) {
    this.#send({ type: "act", action, side });
  }

  close() {
    this.#closed = true;
    clearInterval(this.#pings);
    this.#socket?.close();
  }

  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect() {
    const socket = new WebSocket(socketAddress(`/api/games/${this.id}/live`));
    this.#socket = socket;
    socket.addEventListener("open", () => this.#send({ type: "join", keys: this.keys }));
    socket.addEventListener("message", (event) => this.#hear(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.#lost());
  }

  #lost() {
    if (this.#closed) return;
    this.#tell("lost");
    setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
  }

  #hear(message) {
    if (message.type === "game") {
      this.#wait = FIRST_WAIT;
      if (this.#unconfirmed) this.#repeat(this.#unconfirmed, message.game);
    }
    if (message.type === "moved" && message.ply === this.#unconfirmed?.ply) this.#unconfirmed = null;
    if (message.type === "refused") {
      this.#unconfirmed = null;
      if (message.code === "seat_refused" || message.code === "unknown_game") this.#closed = true;
    }
    this.#tell(message.type, message);
  }

  #repeat(said, game) {
    if (game.plies.length > said.ply || game.result !== "*") this.#unconfirmed = null;
    else this.#send(said);
  }

  #tell(type, detail = null) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
