// The page on which games are played: against the computer, with a friend at this screen, or by a link.

import { Board } from "../board/board.js";
import { moveInWords } from "../board/speech.js";
import { api } from "../lib/api.js";
import { ClockFaces } from "../lib/clockface.js";
import { asked, confirmed } from "../lib/dialog.js";
import { announce, copy, find, isTyping, show, toast } from "../lib/dom.js";
import { START, pieces } from "../lib/fen.js";
import { remember, remembered } from "../lib/keys.js";
import { LiveGame } from "../lib/live.js";
import { moveList } from "../lib/movelist.js";
import { sayRefusal } from "../lib/refusal.js";
import { choose, inWords, onChange, settings, start, word } from "../lib/settings.js";
import { knock } from "../lib/sound.js";
import { endingText, other, playerStrip } from "../lib/table.js";
import { showEnding } from "./ending.js";
import { drawOffer } from "./offers.js";
import { offerToContinue } from "./resume.js";
import { Setup } from "./setup.js";
import { situation } from "./situation.js";
import { showWhy } from "./why.js";

const seatsOnly = ({ watch, ...seats }) => (Object.keys(seats).length > 0 ? seats : { watch });

class PlayPage {
  game = null;
  live = null;
  seats = {};
  shown = 0; // how many moves are on the board: fewer than were made, when looking back
  hinted = null; // the move that was suggested, while it is shown

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
    else await Promise.all([this.#waitForFirstMove(), offerToContinue()]);
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
    this.#begin(game, game.kind === "link" ? { [side]: seats[side] } : seats, invitation);
    if (firstMove) this.live.addEventListener("game", () => this.#send(firstMove), { once: true });
  }

  #begin(game, mine, invitation) {
    remember(game.id, mine);
    history.pushState(null, "", `/game/${game.id}`);
    this.setup.away();
    this.#follow(game, mine, invitation);
  }

  async #enter(id) {
    const token = location.hash.slice(1);
    // The secret leaves the address bar, so that it is not shown or sent along by accident.
    if (token) history.replaceState(null, "", location.pathname);
    try {
      const held = remembered(id) ?? (token ? await this.#accept(id, token) : null);
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

  // The other seat of a friend's game, which is given once: to a person, not to a program that looks at links.
  async #accept(id, invitation) {
    const name = await asked("You are invited", "A friend would like to play checkers with you.", "Your name", settings.name ?? "", "Play");
    if (name === null) throw new Error("You have not joined the game. Open the link again to play.");
    choose({ name });
    const { seats } = await api.post(`/api/games/${id}/invitation`, { invitation, name });
    remember(id, seats);
    return seats;
  }

  #follow(game, mine, invitation) {
    this.live?.close();
    this.game = null;
    show(find("#continue"), false);
    this.seats = mine;
    this.invitation = invitation;
    this.live = new LiveGame(game.id, Object.values(mine));
    this.live.addEventListener("game", ({ detail }) => this.#whole(detail.game));
    this.live.addEventListener("moved", ({ detail }) => this.#moved(detail));
    this.live.addEventListener("hint", ({ detail }) => this.#hinted(detail));
    this.live.addEventListener("refused", ({ detail }) => this.#refused(detail));
    this.live.addEventListener("rematched", ({ detail }) => this.#rematched(detail));
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
    this.hinted = null;
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
    this.hinted = null;
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
    this.hinted = move;
    this.draw();
    announce(`Hint: ${move.text}`);
    this.#status(`Try ${move.text}. Press Why? to learn the reason.`);
  }

  #refused({ code, message }) {
    toast(inWords(message));
    this.board.state.deselect();
    if (code === "seat_refused" || code === "unknown_game") this.#status(message);
    this.draw();
  }

  #announceEnd() {
    announce(endingText(this.game, this.side));
    const again = this.game.kind === "link" ? [["Rematch", () => this.#again(), true]] : [
      ["Rematch", () => this.#again(), true],
      ["Swap sides", () => this.#again(true), false],
    ];
    const choices = [...(this.side === "none" ? [] : again), ["Review", () => this.#review(), false]];
    showEnding(this.game, this.side, choices, (level) => this.#playLevel(level).catch((error) => toast(error.message)));
  }

  async #rematched({ game: id, seats }) {
    const mine = seatsOnly(seats);
    remember(id, mine);
    const { game } = await api.get(`/api/games/${id}`, Object.values(mine)[0]);
    find("dialog[open]")?.close();
    this.#begin(game, mine, null);
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
    this.hinted = null;
    this.shown = Math.max(0, Math.min(this.game.plies.length, ply));
    this.draw(this.game.plies[this.shown - 1] ?? null);
  }

  #listen() {
    const on = (id, action) => find(id).addEventListener("click", action);
    on("#undo", () => this.live.act("undo"));
    on("#redo", () => this.live.act("redo"));
    on("#hint", () => this.live.act("hint"));
    on("#draw", () => this.#offerDraw());
    on("#resign", () => this.#resign());
    on("#flip", () => this.#turn());
    on("#new", () => this.setup.back());
    on("#first", () => this.go(0));
    on("#back", () => this.go(this.shown - 1));
    on("#forward", () => this.go(this.shown + 1));
    on("#last", () => this.go(Infinity));
    on("#why", () => this.#why());
    const again = (swap) => this.#again(swap).catch((error) => toast(error.message));
    on("#rematch", () => again(false));
    on("#swap", () => again(true));
    on("#accept", () => this.live.act(this.game.result === "*" ? "accept" : "rematch"));
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
      r: () => this.live?.act("redo"),
      h: () => this.live?.act("hint"),
      w: () => this.#why(),
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

  // Both end the game or may end it, so both ask first.
  async #resign() {
    if (await confirmed("Resign?", "You give up, and this game is lost.", "Resign", "Play on")) this.live.act("resign");
  }

  async #offerDraw() {
    const claim = this.canClaim;
    const [title, text, yes] = claim
      ? ["Claim a draw?", "The rules allow it now. The game ends without a winner.", "Claim a draw"]
      : ["Offer a draw?", `If ${this.game.engine ? "the computer" : "the other player"} accepts, the game ends without a winner.`, "Offer a draw"];
    if (await confirmed(title, text, yes, "Play on")) this.live.act(claim ? "claim" : "draw");
  }

  // The move that was suggested, or the one that led to what is on the board.
  get #questionable() {
    if (!this.game || (this.game.kind === "link" && this.game.result === "*")) return null;
    if (this.hinted) return [this.shown, this.hinted];
    return this.shown > 0 ? [this.shown - 1, this.game.plies[this.shown - 1]] : null;
  }

  #why() {
    const asked = this.#questionable;
    if (asked) showWhy(this.game, ...asked);
  }

  // The same again: at once, or when the friend agrees.
  async #again(swap = false) {
    if (this.game.kind === "link") {
      this.live.act("rematch");
      return;
    }
    const made = await api.post(`/api/games/${this.game.id}/rematch`, { swap }, Object.values(this.seats)[0]);
    this.#begin(made.game, seatsOnly(made.seats), null);
  }

  #review() {
    location.assign(find("#review").href);
  }

  async #playLevel(level) {
    const wishes = this.setup.wishes();
    choose({ level });
    await this.create({ ...wishes, kind: "engine", colour: this.side, level, fen: null, ballot: "none" });
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
    find("#main").dataset.state = game && this.setup.hidden ? "game" : "setup";
    if (!game) {
      this.board.set({ movable: this.setup.movable, flipped: this.setup.flipped });
      const mine = this.setup.movable !== "none";
      this.#status(mine ? "Your move!" : `${word(this.setup.turn)} moves first.`);
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
        arrows: [...this.board.state.arrows.filter((arrow) => arrow.kind === "drawn" && !animate), ...this.#hintArrows],
      },
      animate,
    );
    this.#drawPanel(now);
    this.#status(now ? situation(game, this.side, Boolean(this.invitation)) : `After ${this.shown} of ${game.plies.length} moves`);
  }

  get #hintArrows() {
    const path = this.hinted?.path;
    return path ? [{ from: path[0], to: path.at(-1), kind: "best" }] : [];
  }

  #status(text) {
    find("#status").textContent = text;
    document.title = `${text} · crownhead`;
  }

  #drawPlayers() {
    const bottom = this.board.state.flipped ? "black" : "white";
    playerStrip(find("#player-bottom"), bottom, this.game, this.side);
    playerStrip(find("#player-top"), other(bottom), this.game, this.side);
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
    drawOffer(game, this.side);
    const friend = other(this.side);
    if (game.present.includes(friend)) this.invitation = null;
    const inviting = this.invitation && game.result === "*";
    show(find("#invite"), Boolean(inviting));
    show(find("#invite-home"), ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname));
    if (inviting) find("#invite-link").value = `${location.origin}/game/${game.id}#${this.invitation}`;
    find("#review").href = `/analyse?game=${game.id}&review`;
  }

  #drawButtons() {
    const { game, side } = this;
    const over = game.result !== "*";
    const playing = side !== "none" && !over;
    find("#undo").disabled = side === "none" || (over ? game.kind === "link" : game.plies.length === 0);
    find("#hint").disabled = !playing || game.kind === "link" || (side !== "both" && game.position.turn !== side);
    find("#draw").disabled = !playing;
    find("#draw").lastChild.textContent = this.canClaim ? "Claim draw" : "Draw";
    find("#resign").disabled = !playing;
    find("#redo").disabled = !playing || !game.redo;
    find("#why").disabled = this.#questionable === null;
    find("#typed-move").disabled = !playing;
    find("#typed button").disabled = !playing;
    // At the end three take the places of three, so that nothing moves.
    for (const id of ["#hint", "#draw", "#resign"]) show(find(id), !over);
    for (const id of ["#rematch", "#swap", "#review"]) show(find(id), over);
    find("#rematch").disabled = side === "none" || game.kind === "imported" || game.rematch.includes(side);
    find("#swap").disabled = find("#rematch").disabled || game.kind === "link";
  }
}

start();
const page = new PlayPage();
addEventListener("popstate", () => location.reload());
page.open().catch((error) => toast(error.message));
