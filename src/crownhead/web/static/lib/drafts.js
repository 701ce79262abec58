// Analyses are kept in this browser while they are made. Tabs that show the same one share every edit; should two write
// at once, what both have is kept.

const PREFIX = "crownhead.analysis.";
const MOST = 30; // analyses that are kept

export class Draft {
  #version = 0;

  constructor(name) {
    this.name = name;
  }

  static fresh() {
    return new Draft(Math.random().toString(36).slice(2, 10));
  }

  // The newest first: { name, title, at }.
  static all() {
    const found = [];
    for (let n = 0; n < localStorage.length; n++) {
      const key = localStorage.key(n);
      if (!key?.startsWith(PREFIX)) continue;
      const kept = parsed(localStorage.getItem(key));
      if (kept) found.push({ name: key.slice(PREFIX.length), title: String(kept.title ?? ""), at: Number(kept.at) || 0 });
    }
    return found.sort((a, b) => b.at - a.at);
  }

  read() {
    const kept = parsed(localStorage.getItem(PREFIX + this.name));
    if (!kept) return null;
    this.#version = kept.version;
    return kept.tree;
  }

  // Writes the tree, after taking into it what another tab has written since it was read. False if there is no room.
  write(tree, title) {
    const kept = parsed(localStorage.getItem(PREFIX + this.name));
    if (kept && kept.version !== this.#version) tree.merge(kept.tree);
    const version = (kept?.version ?? 0) + 1;
    try {
      localStorage.setItem(PREFIX + this.name, JSON.stringify({ version, title, at: Date.now(), tree: tree.plain() }));
    } catch {
      return false;
    }
    this.#version = version;
    for (const { name } of Draft.all().slice(MOST)) localStorage.removeItem(PREFIX + name);
    return true;
  }

  // Hears what other tabs write.
  listen(hear) {
    addEventListener("storage", ({ key, newValue }) => {
      const kept = key === PREFIX + this.name ? parsed(newValue) : null;
      if (!kept || kept.version === this.#version) return;
      this.#version = kept.version;
      hear(kept.tree);
    });
  }
}

function parsed(text) {
  try {
    const kept = JSON.parse(text ?? "null");
    return kept?.tree?.nodes?.length > 0 ? kept : null;
  } catch {
    return null;
  }
}
