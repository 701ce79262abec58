// Who sits at the board, what was taken, and how it ended.

import { pieces } from "./fen.js";
import { inWords, word } from "./settings.js";

export const other = (side) => (side === "black" ? "white" : "black");

const NAMELESS = /^(Player [12]|You)$/;

// A player's name, or what that player is to the one who looks on.
export function nameOf(game, side, mine) {
  const name = game[side];
  if (!NAMELESS.test(name) || game.kind === "imported") return name;
  if (mine === side) return "You";
  return game.kind === "link" && mine !== "none" ? "Your friend" : word(side);
}

const WINNERS = { "1-0": "black", "0-1": "white" };

// How a game ended: its winner, a title for whoever looks on, and the reason as a sentence.
export function ending({ result, reason }, mine = "both") {
  const winner = WINNERS[result] ?? null;
  const title = !winner ? "A draw" : mine === winner ? "You won!" : mine === other(winner) ? "You lost" : `${word(winner)} wins`;
  const told = inWords(reason.replace(/^(Black wins|White wins|A draw)[:,]?\s*/i, ""));
  const lost = winner && mine === other(winner);
  const how = lost ? toYou(told, word(mine)) : told;
  return { winner, title, how: how ? `${how[0].toUpperCase()}${how.slice(1)}.` : "" };
}

const YOURS = { has: "have", its: "your" };

function toYou(told, loser) {
  if (!told.startsWith(`${loser} `)) return told;
  return `You${told.slice(loser.length)}`.replace(/\b(has|its)\b/g, (other) => YOURS[other]);
}

export function endingText(game, mine) {
  const { title, how } = ending(game, mine);
  return `${title}${title.endsWith("!") ? "" : "."} ${how}`.trim();
}

export function playerStrip(strip, side, game, mine = "both") {
  const count = (fen) => [...pieces(fen).values()].filter((piece) => piece.colour === other(side)).length;
  const taken = game ? count(game.start) - count(game.position.fen) : 0;
  strip.className = `player ${side}${game?.result === "*" && game.position.turn === side ? " to-move" : ""}`;
  strip.querySelector(".name").textContent = game ? nameOf(game, side, mine) : word(side);
  strip.querySelector(".taken").textContent = taken > 0 ? `+${taken}` : "";
  strip.querySelector(".taken").title = taken > 0 ? `${taken} captured` : "";
  const presence = strip.querySelector(".presence");
  const told = game?.kind === "link" && game.result === "*" && mine !== side;
  const here = told && game.present.includes(side);
  presence.textContent = told ? (here ? "is here" : "is away") : "";
}
