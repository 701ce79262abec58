// The page on which games are played: against the computer, with a friend at this screen, or by a link.

import { Board } from "../board/board.js";
import { moveInWords } from "../board/speech.js";
import { api } from "../lib/api.js";
import { ClockFaces } from "../lib/clockface.js";
import { announce, copy, find, isTyping, show, toast } from "../lib/dom.js";
import { START, pieces } from "../lib/fen.js";
import { LiveGame } from "../lib/live.js";
import { moveList } from "../lib/movelist.js";
import { sayRefusal } from "../lib/refusal.js";
import { inWords, onChange, start, word } from "../lib/settings.js";
import { knock } from "../lib/sound.js";
import { other, playerStrip, resultText } from "../lib/table.js";
import { Setup } from "./setup.js";

const OFFERS = { draw: "a draw", undo: "to take the last move back", redo: "to play the move again" };

class PlayPage {
  game = null;
  live = null;
  seats = {};
  shown = 0; // how many moves are on the board: fewer than were made, when looking back
  hints = [];

  constructor() {
    this.board = new Board(find("#board"), {
      onmove: (move) => this.move(move),
      onrefused: (refused) => sayRefusal(this.board.state, refused).catch((error) => toast(error.message)),
    });
    this.setup = new Setup(find("#setup"), (wishes) => this.create(wishes), () => this.draw());
    this.clocks = new ClockFaces({});
    this.#listen();
    onChange(() => this.draw());
  }

  async open() {
    const id = location.pathname.match(/^\/game\/([0-9a-f]{16})$/)?.[1];
    if (id) await this.#enter(id);
    else await this.#waitForFirstMove();
  }

  // -- beginning ----------------------------------------------------------------------------------------------

  // The board is ready before a game exists: the first move makes one.
  async #waitForFirstMove() {
    this.board.state.deselect();
    this.board.set({ pieces: pieces(this.setup.fen ?? START), flipped: true });
    this.draw();
    const { position } = await api.line(this.setup.fen);
    this.board.set({ moves: position.moves, turn: position.turn, mustJump: position.must_jump });
  }

  async create(wishes, firstMove = null) {
    const { game, seats, side, invitation } = await api.post("/api/games", wishes);
    // Both seats at one screen, otherwise one's own.
    const mine = game.kind === "link" ? { [side]: seats[side] } : seats;
    remember(game.id, mine);
    history.pushState(null, "", `/game/${game.id}`);
    this.setup.away();
    this.#follow(game, mine, invitation);
    if (firstMove) this.live.addEventListener("game", () => this.#send(firstMove), { once: true });
  }

  async #enter(id) {
    const token = location.hash.slice(1);
    // The secret leaves the address bar, so that it is not shown or sent along by accident.
    if (token) history.replaceState(null, "", location.pathname);
    try {
      const held = remembered(id) ?? (token ? await accept(id, token) : null);
      const { game, seats, invitation } = await api.get(`/api/games/${id}`, held ? Object.values(held)[0] : null);
      const mine = held ?? seats;
      remember(id, mine);
      this.setup.away();
      this.#follow(game, mine, invitation);
    } catch (error) {
      find("#status").textContent = error.message;
      find("#setup").hidden = false;
      await this.#waitForFirstMove();
      find("#status").textContent = error.message;
    }
  }

  #follow(game, mine, invitation) {
    this.live?.close();
    this.seats = mine;
    this.invitation = invitation;
    this.live = new LiveGame(game.id, Object.values(mine));
    this.live.addEventListener("game", ({ detail }) => this.#whole(detail.game));
    this.live.addEventListener("moved", ({ detail }) => this.#moved(detail));
    this.live.addEventListener("hint", ({ detail }) => this.#hinted(detail));
    this.live.addEventListener("refused", ({ detail }) => this.#refused(detail));
    this.live.addEventListener("lost", () => this.#status("The connection is lost. Trying again…"));
    this.board.set({ flipped: this.side === "black" || this.side === "both" });
    this.#whole(game, true);
  }

  get side() {
    const { black, white } = this.seats;
    return black && white ? "both" : black ? "black" : white ? "white" : "none";
  }

  get canClaim() {
    return Boolean(this.game.claimable) && (this.side === "both" || this.game.position.turn === this.side);
  }

  // -- what the server says -------------------------------------------------------------------------------------

  #whole(game, first = false) {
    const atEnd = first || !this.game || this.shown === this.game.plies.length;
    const ended = this.game?.result === "*" && game.result !== "*";
    this.game = game;
    if (atEnd || this.shown > game.plies.length) this.shown = game.plies.length;
    this.hints = [];
    this.draw();
    if (ended) this.#announceEnd();
  }

  #moved({ type, ply, made, ...changes }) {
    if (ply !== this.game.plies.length) return;
    const mover = this.game.position.turn;
    const atEnd = this.shown === this.game.plies.length;
    const foresaw = this.board.state.premove;
    Object.assign(this.game, changes, { plies: [...this.game.plies, made] });
    if (atEnd) this.shown += 1;
    this.hints = [];
    this.draw(made);
    knock(made.captures.length);
    announce(moveInWords(mover, made));
    if (this.game.result !== "*") this.#announceEnd();
    if (foresaw && atEnd) {
      this.board.state.premove = foresaw;
      const move = this.board.state.takePremove();
      if (move) this.move(move);
    }
  }

  #hinted({ move }) {
    this.hints = [{ from: move.path[0], to: move.path.at(-1), kind: "best" }];
    this.draw();
    announce(`Hint: ${move.text}`);
    this.#status(`Try ${move.text}.`);
  }

  #refused({ code, message }) {
    toast(inWords(message));
    this.board.state.deselect();
    if (code === "seat_refused" || code === "unknown_game") this.#status(message);
    this.draw();
  }

  #announceEnd() {
    announce(inWords(resultText(this.game)));
  }

  // -- what the person does -----------------------------------------------------------------------------------

  move(move) {
    if (!this.game) {
      this.create(this.setup.wishes(), move).catch((error) => {
        toast(error.message);
        this.#waitForFirstMove();
      });
      return;
    }
    this.#send(move);
  }

  #send(move) {
    const text = move.path.join(move.captures.length > 0 ? "x" : "-");
    this.live.move(this.game.plies.length, text);
  }

  type(text) {
    if (!this.game) {
      const wanted = this.board.state.moves.find((move) => move.text === text.trim().replace(/\s*-\s*/, "-"));
      if (wanted) this.move(wanted);
      else toast(`${text} is not a move here. Write it as 11-15.`);
      return;
    }
    this.live.move(this.game.plies.length, text);
  }

  go(ply) {
    if (!this.game) return;
    this.shown = Math.max(0, Math.min(this.game.plies.length, ply));
    this.draw(this.game.plies[this.shown - 1] ?? null);
  }

  #listen() {
    const on = (id, action) => find(id).addEventListener("click", action);
    on("#undo", () => this.live.act("undo"));
    on("#redo", () => this.live.act("redo"));
    on("#hint", () => this.live.act("hint"));
    on("#draw", () => this.live.act(this.canClaim ? "claim" : "draw"));
    on("#resign", () => this.#resign());
    on("#flip", () => this.#turn());
    on("#new", () => this.setup.back());
    on("#first", () => this.go(0));
    on("#back", () => this.go(this.shown - 1));
    on("#forward", () => this.go(this.shown + 1));
    on("#last", () => this.go(Infinity));
    on("#accept", () => this.live.act("accept"));
    on("#decline", () => this.live.act("decline"));
    on("#copy-invite", () => this.#copyInvite());
    find("#typed").addEventListener("submit", (event) => {
      event.preventDefault();
      const input = find("#typed-move");
      if (input.value.trim()) this.type(input.value);
      input.value = "";
    });
    document.addEventListener("keydown", (event) => this.#onKey(event));
  }

  #onKey(event) {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey || find("dialog[open]")) return;
    const actions = {
      f: () => this.#turn(),
      u: () => this.live?.act("undo"),
      h: () => this.live?.act("hint"),
      "/": () => find("#typed-move").focus(),
      ",": () => this.go(this.shown - 1),
      ".": () => this.go(this.shown + 1),
      ArrowLeft: () => this.go(this.shown - 1),
      ArrowRight: () => this.go(this.shown + 1),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  #turn() {
    this.board.flip();
    this.draw();
  }

  #resign() {
    const button = find("#resign");
    if (!button.classList.contains("sure")) {
      button.classList.add("sure");
      button.lastChild.textContent = " Sure?";
      setTimeout(() => this.#calm(button), 3000);
      return;
    }
    this.#calm(button);
    this.live.act("resign");
  }

  #calm(button) {
    button.classList.remove("sure");
    button.lastChild.textContent = " Resign";
  }

  async #copyInvite() {
    const input = find("#invite-link");
    input.select();
    toast((await copy(input.value)) ? "The link is copied." : "Copy the link from the field.", "note");
  }

  // -- showing ------------------------------------------------------------------------------------------------

  draw(animate = null) {
    const game = this.game;
    this.#drawPlayers();
    show(find("#panel"), Boolean(game) && this.setup.hidden);
    if (!game) {
      this.board.set({ movable: this.setup.movable, flipped: this.setup.flipped });
      const mine = this.setup.movable !== "none";
      this.#status(`${word(this.setup.turn)} begins.${mine ? " Your move!" : ""}`);
      return;
    }
    const now = this.shown === game.plies.length;
    const fen = this.shown === 0 ? game.start : game.plies[this.shown - 1].fen;
    const playing = now && game.result === "*";
    this.board.set(
      {
        pieces: pieces(fen),
        turn: playing ? game.position.turn : fen[0] === "W" ? "white" : "black",
        moves: playing ? game.position.moves : [],
        mustJump: playing && game.position.must_jump,
        movable: playing ? this.side : "none",
        lastMove: this.shown > 0 ? game.plies[this.shown - 1] : null,
        arrows: [...this.board.state.arrows.filter((arrow) => arrow.kind === "drawn" && !animate), ...this.hints],
      },
      animate,
    );
    this.#drawPanel(now);
    this.#status(this.#situation(now));
  }

  #situation(now) {
    const { game } = this;
    if (!now) return `After ${this.shown} of ${game.plies.length} moves`;
    if (game.result !== "*") return resultText(game);
    const jump = game.position.must_jump ? " You must jump." : "";
    if (this.side === "both") return `${word(game.position.turn)} to move.${game.position.must_jump ? " A jump must be made." : ""}`;
    if (game.position.turn === this.side) return `Your move.${jump}`;
    if (game.engine) return "The computer thinks…";
    if (game.kind === "link" && !game.present.includes(other(this.side)) && this.side !== "none") {
      if (this.invitation) return "Waiting for your friend to open the link…";
      return `${word(game.position.turn)} to move. Your friend is away.`;
    }
    return `${word(game.position.turn)} to move.`;
  }

  #status(text) {
    find("#status").textContent = inWords(text);
    document.title = `${inWords(text)} · crownhead`;
  }

  #drawPlayers() {
    const bottom = this.board.state.flipped ? "black" : "white";
    playerStrip(find("#player-bottom"), bottom, this.game);
    playerStrip(find("#player-top"), other(bottom), this.game);
    this.clocks.faces = {
      [bottom]: find("#player-bottom .clock"),
      [other(bottom)]: find("#player-top .clock"),
    };
    this.clocks.set(this.game?.clock ?? null);
  }

  #drawPanel() {
    const { game } = this;
    moveList(find("#moves"), game.plies, {
      whiteBegins: game.start[0] === "W",
      current: this.shown,
      onpick: (ply) => this.go(ply),
    });
    this.#drawButtons();
    this.#drawOffer();
    const friend = other(this.side);
    if (game.present.includes(friend)) this.invitation = null;
    const inviting = this.invitation && game.result === "*";
    show(find("#invite"), Boolean(inviting));
    show(find("#invite-home"), ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname));
    if (inviting) find("#invite-link").value = `${location.origin}/game/${game.id}#${this.invitation}`;
    show(find("#after"), game.result !== "*");
    find("#review").href = `/analyse?game=${game.id}&review`;
  }

  #drawButtons() {
    const { game, side } = this;
    const over = game.result !== "*";
    const playing = side !== "none" && !over;
    find("#undo").disabled = side === "none" || (over ? game.kind === "link" : game.plies.length === 0);
    find("#hint").disabled = !playing || game.kind === "link" || (side !== "both" && game.position.turn !== side);
    find("#draw").disabled = !playing;
    find("#draw").lastChild.textContent = this.canClaim ? " Claim draw" : " Draw";
    find("#resign").disabled = !playing;
    show(find("#redo"), playing && game.redo);
    find("#typed-move").disabled = !playing;
    show(find("#typed"), playing);
  }

  #drawOffer() {
    const { offer } = this.game;
    show(find("#offer"), Boolean(offer));
    if (!offer) return;
    const mine = offer.side === this.side;
    const what = OFFERS[offer.kind];
    const asked = this.side === "both" ? ` ${word(other(offer.side))}, do you accept?` : "";
    find("#offer p").textContent = mine ? `You offered ${what}.` : `${word(offer.side)} offers ${what}.${asked}`;
    show(find("#accept"), !mine && this.side !== "none");
    show(find("#decline"), this.side !== "none");
    find("#decline").textContent = mine ? "Withdraw" : "Decline";
    announce(find("#offer p").textContent);
  }
}

// Keys of seats stay in this browser: for this tab, and for the next one.
const storeName = (id) => `crownhead.game.${id}`;

function remember(id, seats) {
  try {
    for (const storage of [sessionStorage, localStorage]) storage.setItem(storeName(id), JSON.stringify(seats));
  } catch {
    // Without storage the game is still in the library.
  }
}

function remembered(id) {
  try {
    return JSON.parse(sessionStorage.getItem(storeName(id)) ?? localStorage.getItem(storeName(id)));
  } catch {
    return null;
  }
}

// The other seat of a friend's game, which is given once.
async function accept(id, invitation) {
  const { seats } = await api.post(`/api/games/${id}/invitation`, { invitation });
  remember(id, seats);
  return seats;
}

start();
const page = new PlayPage();
addEventListener("popstate", () => location.reload());
page.open().catch((error) => toast(error.message));
