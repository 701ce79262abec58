// What was edited can be undone and redone. A step is the whole tree as it was: games are small.

import { Tree } from "./tree.js";

const MOST_NODES = 200_000; // in all steps together

export class Edits {
  #done = [];
  #undone = [];

  get canUndo() {
    return this.#done.length > 0;
  }

  get canRedo() {
    return this.#undone.length > 0;
  }

  clear() {
    this.#done = [];
    this.#undone = [];
  }

  // Before a change.
  remember(tree) {
    this.#done.push(step(tree));
    this.#undone = [];
    let held = 0;
    const tooOld = this.#done.findLastIndex(({ plain }) => (held += plain.nodes.length) > MOST_NODES);
    if (tooOld >= 0) this.#done.splice(0, tooOld + 1);
  }

  // The tree as it was before the last change.
  undo(tree) {
    return this.#exchange(tree, this.#done, this.#undone);
  }

  redo(tree) {
    return this.#exchange(tree, this.#undone, this.#done);
  }

  #exchange(tree, from, to) {
    const taken = from.pop();
    if (!taken) return tree;
    to.push(step(tree));
    const restored = new Tree(taken.plain);
    restored.follow(taken.way);
    return restored;
  }
}

const step = (tree) => ({ plain: tree.plain(), way: tree.wayTo(tree.current) });
