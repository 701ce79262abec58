// Analyses are kept in the library, at every change. Until the server has said that one is safe, it stays in this browser
// too: nothing is lost where the server or its disk is not to be had. Tabs that show the same analysis share every edit;
// should two write at once, what both have is kept.

import { api } from "./api.js";
import { Tree } from "./tree.js";

const PREFIX = "crownhead.analysis."; // of what the server does not have yet
const AGAIN = 5000; // milliseconds before a save that failed is tried again

export class Draft extends EventTarget {
  #version = 0; // the latest that is known to be on the server
  /** @type {{ plain: any, title: string } | null} what is to be saved next */
  #wanted = null;
  #saving = false;
  #timer = 0;
  kept = false; // whether what is not saved is kept in this browser

  constructor(name) {
    super();
    this.name = name;
    this.channel = new BroadcastChannel(PREFIX + name);
    this.channel.addEventListener("message", ({ data }) => this.#hear(data));
  }

  static fresh() {
    return new Draft(Math.random().toString(36).slice(2, 10));
  }

  // The game of the library that is analysed, if it is one.
  get game() {
    return this.name.startsWith("game-") ? this.name.slice(5) : null;
  }

  // The newest first: { name, title, changed }.
  static async all() {
    const kept = await api.get("/api/analyses");
    const known = new Set(kept.map(({ name }) => name));
    return [...unsaved().filter(({ name }) => !known.has(name)), ...kept];
  }

  // What an earlier visit could not save.
  static async saveAll() {
    for (const { name } of unsaved()) {
      const draft = new Draft(name);
      await draft.read().catch(() => {});
      draft.close();
    }
  }

  close() {
    clearTimeout(this.#timer);
    this.channel.close();
  }

  // The tree, as data; null if there is no such analysis.
  async read() {
    const local = parsed(localStorage.getItem(PREFIX + this.name));
    let kept = null;
    try {
      kept = await api.get(`/api/analyses/${this.name}`);
    } catch (error) {
      if (!local) throw error;
    }
    this.#version = kept?.version ?? 0;
    if (!local) return kept?.tree ?? null;
    const tree = new Tree(local.tree);
    if (kept?.tree && kept.version !== local.version) tree.merge(kept.tree);
    this.#wanted = { plain: tree.plain(), title: local.title };
    await this.#save();
    return tree.plain();
  }

  // Saves the tree; other tabs hear of it.
  write(tree, title) {
    const plain = tree.plain();
    this.channel.postMessage({ plain });
    this.#wanted = { plain, title };
    this.#keepHere(plain, title);
    if (!this.#saving) this.#save();
  }

  #keepHere(plain, title) {
    try {
      localStorage.setItem(PREFIX + this.name, JSON.stringify({ version: this.#version, title, at: Date.now(), tree: plain }));
      this.kept = true;
    } catch {
      this.kept = false;
    }
  }

  async #save() {
    clearTimeout(this.#timer);
    this.#saving = true;
    try {
      while (this.#wanted) {
        const { plain, title } = this.#wanted;
        this.#wanted = null;
        await this.#put(plain, title);
      }
    } finally {
      this.#saving = false;
    }
  }

  async #put(plain, title) {
    try {
      const { version, saved, tree } = await api.put(`/api/analyses/${this.name}`, { version: this.#version, title, tree: plain });
      this.#version = version;
      if (!saved) this.#takeIn(tree, plain, title);
      else if (!this.#wanted) {
        localStorage.removeItem(PREFIX + this.name);
        this.channel.postMessage({ version });
        this.dispatchEvent(new Event("saved"));
      }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const detail = this.kept
        ? `Not saved in the library yet, but kept in this browser: ${why}`
        : `Not saved: ${why} This browser has no room either: download the analysis.`;
      this.dispatchEvent(new CustomEvent("unsaved", { detail }));
      if (this.#wanted) return;
      this.#timer = setTimeout(() => {
        this.#wanted ??= { plain, title };
        if (!this.#saving) this.#save();
      }, AGAIN);
    }
  }

  // Somebody else has saved another version: both are put together.
  #takeIn(theirs, plain, title) {
    const tree = new Tree(this.#wanted?.plain ?? plain);
    tree.merge(theirs);
    const both = tree.plain();
    this.#wanted = { plain: both, title };
    this.#keepHere(both, title);
    this.dispatchEvent(new CustomEvent("changed", { detail: both }));
    this.channel.postMessage({ plain: both });
  }

  // From another tab: its edits, and the version when they are safe.
  #hear({ plain, version }) {
    if (version) this.#version = Math.max(this.#version, version);
    if (!plain) return;
    if (this.#wanted) this.#takeIn(plain, this.#wanted.plain, this.#wanted.title);
    else this.dispatchEvent(new CustomEvent("changed", { detail: plain }));
  }
}

function unsaved() {
  const found = [];
  for (let n = 0; n < localStorage.length; n++) {
    const key = localStorage.key(n);
    if (!key?.startsWith(PREFIX)) continue;
    const kept = parsed(localStorage.getItem(key));
    if (kept) found.push({ name: key.slice(PREFIX.length), title: String(kept.title ?? ""), changed: (Number(kept.at) || 0) / 1000 });
  }
  return found.sort((a, b) => b.changed - a.changed);
}

function parsed(text) {
  try {
    const kept = JSON.parse(text ?? "null");
    return kept?.tree?.nodes?.length > 0 ? kept : null;
  } catch {
    return null;
  }
}
