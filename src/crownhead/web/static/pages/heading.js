// Who played, where, when, and how it ended: shown, and edited.

import { find, h, show } from "../lib/dom.js";
import { word } from "../lib/settings.js";

const FIELDS = ["Black", "White", "Event", "Site", "Round", "Date"];
const RESULTS = { "*": () => "not over, or not known", "1-0": () => `${word("black")} won`, "0-1": () => `${word("white")} won`, "1/2-1/2": () => "a draw" };

const known = (value) => (value && !/^[?.\s]*$/.test(value) ? value : "");
const shortDate = (date) => known(date).replace(/([.-]\?\?)+$/, "").replaceAll(".", "-");

export function today() {
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}.${two(now.getMonth() + 1)}.${two(now.getDate())}`;
}

export function titleOf({ headers }) {
  return `${known(headers.Black) || word("black")} – ${known(headers.White) || word("white")}`;
}

export class Heading {
  constructor(page) {
    this.page = page;
    find("#edit-tags").addEventListener("click", () => this.#open(find("#tags").hidden));
    find("#tags").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#open(false);
    });
    find("#tags").addEventListener("change", (event) => {
      const { name, value } = event.target;
      page.edit(() => {
        if (value.trim()) page.tree.headers[name] = value.trim();
        else delete page.tree.headers[name];
      });
    });
  }

  #open(open) {
    show(find("#tags"), open);
    find("#edit-tags").setAttribute("aria-expanded", String(open));
    find("#edit-tags").textContent = open ? "Done" : "Edit";
    if (open) {
      this.#fill();
      find("#tags input").focus();
    }
  }

  #fill() {
    const { headers } = this.page.tree;
    const label = (name) => (name === "Black" || name === "White" ? word(name.toLowerCase()) : name === "Site" ? "Place" : name);
    const field = (name) =>
      h("div", { class: "field" }, h("label", { for: `tag-${name}` }, label(name)),
        h("input", { id: `tag-${name}`, name, maxlength: 200, autocomplete: "off", value: known(headers[name]), placeholder: name === "Date" ? today() : null }));
    const result = h("select", { id: "tag-Result", name: "Result" },
      Object.entries(RESULTS).map(([value, text]) =>
        h("option", { value, selected: (headers.Result ?? "*") === value }, value === "*" ? text() : `${value}: ${text()}`)));
    find("#tags").replaceChildren(...FIELDS.map(field),
      h("div", { class: "field" }, h("label", { for: "tag-Result" }, "Result"), result));
  }

  draw() {
    const { tree } = this.page;
    const { headers } = tree;
    const place = [known(headers.Event), known(headers.Site), known(headers.Round) && `round ${headers.Round}`, shortDate(headers.Date)];
    const result = known(headers.Result) && headers.Result !== "*" ? headers.Result : "";
    find("#game-title").textContent = titleOf(tree);
    find("#game-about").textContent = [...place, result].filter(Boolean).join(" · ");
    for (const field of find("#tags").querySelectorAll("input, select")) {
      const value = field.name === "Result" ? headers.Result ?? "*" : known(headers[field.name]);
      if (field !== document.activeElement && field.value !== value) field.value = value;
    }
  }
}
