// The game that was left, on the start page.

import { api } from "../lib/api.js";
import { find, show } from "../lib/dom.js";
import { word } from "../lib/settings.js";

export async function offerToContinue() {
  const [left] = await api.get("/api/library/unfinished");
  show(find("#continue"), Boolean(left));
  if (!left) return;
  find("#continue-about").textContent = `${opponents(left)}, ${count(left.plies)}, ${when(left.changed)}`;
  find("#continue-link").href = `/game/${left.id}`;
}

function opponents({ kind, black, white }) {
  const level = [black, white].map((name) => name.match(/^crownhead, level (\d+)$/)?.[1]).find(Boolean);
  if (level) return `Level ${level}`;
  if (kind === "link") return "Friend by link";
  return `${named(black, "black")} against ${named(white, "white")}`;
}

const named = (name, side) => (/^Player [12]$/.test(name) ? word(side) : name);
const count = (plies) => (plies === 1 ? "1 move" : `${plies} moves`);

function when(seconds) {
  const minutes = (Date.now() / 1000 - seconds) / 60;
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  if (minutes < 1) return "just now";
  if (minutes < 60) return words.format(-Math.round(minutes), "minute");
  if (minutes < 24 * 60) return words.format(-Math.round(minutes / 60), "hour");
  return words.format(-Math.round(minutes / 60 / 24), "day");
}
