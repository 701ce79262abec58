// The course of a game: who was ahead after each move.

import { h, s } from "./dom.js";
import { share } from "./worth.js";

const [WIDTH, HEIGHT] = [600, 120];

// `points` are { worth, glyph } or null where nothing is known yet.
export function graph(container, points, current, onpick) {
  const x = (n) => (points.length > 1 ? (n / (points.length - 1)) * WIDTH : 0);
  const y = (worth) => HEIGHT - share(worth) * HEIGHT;
  const known = points.map((point, n) => [point, n]).filter(([point]) => point?.worth);
  const way = known.map(([point, n]) => `${x(n).toFixed(1)} ${y(point.worth).toFixed(1)}`).join("L");
  const picture = s(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", class: "graph", role: "img", "aria-label": "Evaluation over the game" },
    s("rect", { class: "upper", width: WIDTH, height: HEIGHT }),
    way ? s("path", { class: "area", d: `M0 ${HEIGHT}L${way}L${x(known.at(-1)[1])} ${HEIGHT}z` }) : null,
    s("path", { class: "middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    s("path", { class: "now", d: `M${x(current)} 0V${HEIGHT}` }),
    known
      .filter(([point]) => point.glyph?.includes("?"))
      .map(([point, n]) => s("ellipse", { class: point.glyph === "??" ? "blunder" : "mistake", cx: x(n), cy: y(point.worth), rx: 4, ry: 4 })),
  );
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    onpick(Math.round(((event.clientX - box.left) / box.width) * (points.length - 1)));
  });
  container.replaceChildren(h("div", { class: "graph-box" }, picture));
}
