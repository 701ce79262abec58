// Files of games brought in: sent as they are, with their progress shown, and undone by one click.

import { api, Refusal } from "../lib/api.js";
import { find, h, show } from "../lib/dom.js";

const LOOK_AGAIN = 300; // milliseconds

const counted = (number, noun) => `${number.toLocaleString()} ${noun}${number === 1 ? "" : "s"}`;

export class Importer {
  constructor(onchange) {
    this.onchange = onchange;
    find("#file").addEventListener("change", (event) => this.take(event.target.files[0]));
    find("#import-undo").addEventListener("click", () => this.#undo());
    find("#import-close").addEventListener("click", () => show(find("#importing"), false));
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      this.take(event.dataTransfer.files[0]);
    });
  }

  async take(file) {
    if (!file) return;
    this.#show(`Sending ${file.name}…`, null);
    try {
      let data = await this.#send(file);
      while (data.state === "running") {
        this.#show(`Reading ${data.name}: ${counted(data.games, "game")} so far…`, data.size ? data.read / data.size : null);
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
        data = await api.get(`/api/library/imports?number=${data.number}`);
      }
      this.#end(data);
    } catch (error) {
      this.#show(error.message, null, true);
    }
    find("#file").value = "";
    this.onchange();
  }

  async #send(file) {
    const response = await fetch(`/api/library/imports?name=${encodeURIComponent(file.name)}`, { method: "POST", body: file });
    const answer = await response.json();
    if (!response.ok) throw new Refusal(response.status, answer.error);
    return answer;
  }

  #end(data) {
    this.number = data.number;
    const twice = data.duplicates ? ` ${counted(data.duplicates, "game")} ${data.duplicates === 1 ? "was" : "were"} here already.` : "";
    if (data.state === "failed") this.#show(`Nothing was brought in: ${data.error || "the import was interrupted"}.`, null, true);
    else if (data.state === "undone") this.#show(`The import of ${data.name} is undone.`, null, true);
    else this.#show(`${counted(data.games, "game")} brought in from ${data.name}.${twice}`, null, true);
    show(find("#import-undo"), data.state === "done" && data.games > 0);
    find("#problems").replaceChildren(...data.problems.map((problem) => h("li", {}, problem)));
    show(find("#import-notes"), data.state === "done" && data.problems.length > 0);
  }

  async #undo() {
    try {
      this.#end(await api.delete(`/api/library/imports?number=${this.number}`));
    } catch (error) {
      this.#show(error.message, null, true);
    }
    this.onchange();
  }

  #show(text, share, over = false) {
    find("#import-text").textContent = text;
    const bar = find("#import-progress");
    if (share === null) bar.removeAttribute("value");
    else bar.value = share;
    show(bar, !over);
    show(find("#import-close"), over);
    show(find("#import-undo"), false);
    show(find("#import-notes"), false);
    show(find("#importing"), true);
  }
}
