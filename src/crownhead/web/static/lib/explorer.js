// The explorer of openings: of every move of a line what the book says of it, how games went on, and what it leads into.
// The page of openings and the page of analysis show the same one.

import { api } from "./api.js";
import { find, h, show, toast } from "./dom.js";

export const shown = (text) => text.replace("-", "–").replaceAll("x", "×");
export const textOf = ({ path, captures }) => path.join(captures.length > 0 ? "x" : "-");

const NOTHING = "The book does not know this position, and no game that you have saved or indexed went through it.";

export class Explorer {
  #line = { fen: null, moves: [] };
  #asked = 0;

  // The container has a row of buttons, for what else can be done with the line. `onmove` hears of a move that was pressed. `onlyKnown` leaves out moves of which nothing is known.
  constructor(container, { onmove, onlyKnown = false }) {
    this.onmove = onmove;
    this.onlyKnown = onlyKnown;
    this.rows = h("tbody");
    this.table = h("div", { class: "wide-box", tabindex: "0", role: "region", "aria-label": "Table of moves" }, h("table", { class: "explored" }, head(), this.rows));
    this.nothing = h("p", { class: "hint" }, NOTHING);
    this.problem = h("p", { class: "problems", role: "alert", hidden: "" });
    this.all = h("button", { type: "button", onclick: () => this.#list(this.#line.moves) });
    this.games = h("ul", { class: "games-through", hidden: "" });
    find(".buttons", container).prepend(this.all);
    container.prepend(this.problem, this.table, this.nothing);
    container.append(this.games);
  }

  // Asks about a line and shows it. Null where another line was asked for meanwhile.
  async show(fen, moves) {
    const number = ++this.#asked;
    const data = await api.post("/api/openings", { fen, moves });
    if (number !== this.#asked) return null;
    this.#line = { fen, moves };
    this.#draw(data);
    return data;
  }

  #draw({ moves, games, problem }) {
    this.problem.textContent = problem;
    show(this.problem, problem !== "");
    const known = this.onlyKnown ? moves.filter(({ score, games: played, leads_into: name }) => score || played > 0 || name) : moves;
    this.rows.replaceChildren(...known.map((one) => this.#row(one)));
    this.all.textContent = games === 1 ? "1 game" : `${games} games`;
    show(this.table, known.length > 0);
    show(this.nothing, known.length === 0 && moves.length > 0);
    show(this.all, games > 0);
    show(this.games, false);
  }

  #row(one) {
    return h("tr", {},
      h("th", { scope: "row" }, h("button", { type: "button", onclick: () => this.onmove(one.move) }, shown(one.move.text))),
      h("td", {}, one.score),
      h("td", {}, one.games > 0 ? this.#played(one) : ""),
      h("td", { title: one.source || null }, one.leads_into));
  }

  #played({ move, games, wins, draws, losses }) {
    const list = () => this.#list([...this.#line.moves, textOf(move)]);
    return h("button", { type: "button", class: "plain", onclick: list }, `${games} `, h("span", { class: "unseen" }, ` games with ${move.text}: `), h("span", { class: "hint" }, `${wins}/${draws}/${losses}`));
  }

  #list(moves) {
    api.post("/api/openings/games", { fen: this.#line.fen, moves }).then((said) => this.#drawGames(said), (error) => toast(error.message));
  }

  #drawGames({ total, games }) {
    const more = total > games.length ? [h("li", { class: "hint" }, `${total} games in all; the first ${games.length} are listed.`)] : [];
    this.games.replaceChildren(...games.map((game) => gameRow(game)), ...more);
    show(this.games, true);
    find("li:last-child", this.games)?.scrollIntoView({ block: "nearest" });
  }
}

function head() {
  const results = h("span", { class: "hint" }, h("abbr", { title: "games won, drawn and lost by the side that moves" }, "w/d/l"));
  const names = ["Move", "Book", ["Games ", results], "Opening"];
  return h("thead", {}, h("tr", {}, names.map((name) => h("th", { scope: "col" }, name))));
}

// A game in the library, or one of a PDN file by its moves, opens for analysis.
function gameRow(game) {
  const query = new URLSearchParams(game.id ? { game: game.id } : { moves: game.moves.join(" ") });
  if (game.start) query.set("fen", game.start);
  const players = `${game.black || "?"} – ${game.white || "?"}`;
  const rest = [game.result, game.date, game.event].filter(Boolean).join(", ");
  return h("li", {}, h("a", { href: `/analyse?${query}` }, players), ` ${rest}`);
}
