// The engine's lines as they come in, without a page. Every first move stands in one line only: when a move climbs, the
// line that it displaces takes the place that it left, until the engine has more to say.

export class EngineLines {
  #byRank = new Map();

  clear() {
    this.#byRank.clear();
  }

  hear(thought) {
    const { rank } = thought;
    const displaced = this.#byRank.get(rank);
    for (const [other, line] of this.#byRank) {
      if (other === rank || line.line[0] !== thought.line[0]) continue;
      if (displaced && displaced.line[0] !== thought.line[0]) this.#byRank.set(other, { ...displaced, rank: other });
      else this.#byRank.delete(other);
    }
    this.#byRank.set(rank, thought);
  }

  get(rank) {
    return this.#byRank.get(rank) ?? null;
  }

  // The best first.
  all() {
    return [...this.#byRank.values()].sort((a, b) => a.rank - b.rank);
  }
}
