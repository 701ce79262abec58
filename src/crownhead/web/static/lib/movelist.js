// The moves of a game in two columns, each a button that shows the position after it.

import { h } from "./dom.js";

// Row numbers run from the first move; a game that White begins has an empty place in front.
export function moveList(container, plies, { whiteBegins, current, onpick }) {
  const places = [...(whiteBegins && plies.length > 0 ? [null] : []), ...plies];
  const rows = [];
  for (let n = 0; n < places.length; n += 2) {
    const cells = [places[n], places[n + 1]].map((ply, side) => {
      if (!ply) return h("td", {}, ply === null ? "…" : "");
      const index = n + side - (whiteBegins ? 1 : 0);
      const here = index + 1 === current;
      const pick = h("button", { type: "button", "aria-current": here ? "true" : null, onclick: () => onpick(index + 1) });
      pick.append(ply.text.replace("-", "\u2013").replaceAll("x", "\u00d7"));
      if (ply.from_book) pick.append(" ", h("span", { class: "from-book", title: "A move from the opening book" }, "book"));
      return h("td", {}, pick);
    });
    rows.push(h("tr", {}, h("th", { scope: "row" }, String(n / 2 + 1)), cells));
  }
  container.replaceChildren(h("table", { class: "moves" }, h("tbody", {}, rows)));
  container.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}
