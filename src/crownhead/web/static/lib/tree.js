// A game with variations. Nodes are kept in a list; the first child of a node is its main line.

export class Tree {
  constructor({ headers = {}, nodes, problems = [], notes = [] }) {
    this.headers = { ...headers };
    this.problems = problems;
    this.notes = notes;
    this.nodes = [];
    for (const node of nodes) this.#put(node);
    this.current = this.root;
  }

  static at(fen) {
    return new Tree({ nodes: [{ parent: -1, text: "", path: [], captures: [], fen, comment: "", glyph: "" }] });
  }

  get root() {
    return this.nodes[0];
  }

  #put(data) {
    const parent = data.parent >= 0 ? this.nodes[data.parent] : null;
    const node = { ...data, parent, children: [], worth: null, folded: data.folded ?? false };
    parent?.children.push(node);
    this.nodes.push(node);
    return node;
  }

  // The move from the current position: the node that is there, or a new one.
  play({ text, path, captures, fen }) {
    const same = this.current.children.find((child) => child.path.join() === path.join());
    if (same) {
      this.current = same;
      return same;
    }
    const node = { parent: this.current, text, path, captures, fen, comment: "", glyph: "", children: [], worth: null, folded: false };
    this.current.children.push(node);
    this.nodes.push(node);
    this.current = node;
    return node;
  }

  // From the beginning to a node, the beginning left out.
  lineTo(node) {
    const line = [];
    for (let step = node; step.parent; step = step.parent) line.unshift(step);
    return line;
  }

  mainline() {
    const line = [];
    for (let node = this.root.children[0]; node; node = node.children[0]) line.push(node);
    return line;
  }

  back() {
    if (this.current.parent) this.current = this.current.parent;
  }

  forward() {
    if (this.current.children[0]) this.current = this.current.children[0];
  }

  end() {
    while (this.current.children[0]) this.current = this.current.children[0];
  }

  delete(node) {
    if (!node.parent) return;
    node.parent.children.splice(node.parent.children.indexOf(node), 1);
    this.current = node.parent;
  }

  // Makes the line of a node the main one, all the way up.
  promote(node) {
    for (let step = node; step.parent; step = step.parent) {
      const { children } = step.parent;
      children.splice(children.indexOf(step), 1);
      children.unshift(step);
    }
  }

  // From the beginning on, parents first, the first child before the others.
  #inOrder() {
    const found = [];
    const waiting = [this.root];
    while (waiting.length > 0) {
      const node = waiting.pop();
      found.push(node);
      waiting.push(...[...node.children].reverse());
    }
    return found;
  }

  // All of it as data, from which another tree can be made.
  plain() {
    const order = this.#inOrder();
    const numbers = new Map(order.map((node, n) => [node, n]));
    const nodes = order.map(({ parent, text, path, captures, fen, comment, glyph, folded }) => ({
      parent: parent ? numbers.get(parent) : -1, text, path, captures, fen, comment, glyph, folded,
    }));
    return { headers: { ...this.headers }, nodes };
  }

  // The moves that lead to a node, by which it is found in another tree.
  wayTo(node) {
    return this.lineTo(node).map(({ path, fen }) => path.join() || fen);
  }

  // Goes as far along a way as there are moves.
  follow(way) {
    this.current = this.root;
    for (const step of way) {
      const next = this.current.children.find(({ path, fen }) => (path.join() || fen) === step);
      if (!next) return;
      this.current = next;
    }
  }

  // Takes in what another tree has and this one has not: moves, comments, marks and tags.
  merge({ headers, nodes }) {
    for (const [name, value] of Object.entries(headers)) this.headers[name] ||= value;
    const here = [];
    for (const theirs of nodes) {
      const parent = theirs.parent >= 0 ? here[theirs.parent] : null;
      const step = theirs.path.join() || theirs.fen;
      let node = parent ? parent.children.find(({ path, fen }) => (path.join() || fen) === step) : this.root;
      if (!node) {
        node = { ...theirs, parent, children: [], worth: null };
        parent.children.push(node);
        this.nodes.push(node);
      }
      here.push(node);
      if (theirs.comment && !node.comment.includes(theirs.comment)) {
        node.comment = theirs.comment.includes(node.comment) ? theirs.comment : `${node.comment} ${theirs.comment}`;
      }
      node.glyph ||= theirs.glyph;
    }
  }

  // As the server wants it for PDN: parents before children, the beginning not counted.
  data() {
    const [, ...order] = this.#inOrder();
    const numbers = new Map([this.root, ...order].map((node, n) => [node, n]));
    const nodes = order.map((node) => ({
      parent: numbers.get(node.parent),
      move: node.path.join(node.captures.length > 0 ? "x" : "-"),
      comment: node.comment,
      glyph: node.glyph,
    }));
    return { start: this.root.fen, headers: this.headers, comment: this.root.comment, nodes };
  }
}
