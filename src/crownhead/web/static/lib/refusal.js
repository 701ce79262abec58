// Why a press on the board did nothing, in the words that a typed move gets.

import { api } from "./api.js";
import { announce, find } from "./dom.js";
import { fenOf } from "./fen.js";
import { inWords } from "./settings.js";

export async function sayRefusal({ pieces, turn }, { from, to }) {
  const asked = new URLSearchParams({ fen: fenOf(pieces, turn), from: String(from) });
  if (to !== undefined) asked.set("to", String(to));
  const { text } = await api.get(`/api/refusal?${asked}`);
  const said = inWords(text);
  find("#status").textContent = said;
  announce(said);
}
