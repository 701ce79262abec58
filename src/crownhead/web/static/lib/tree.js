// A game with variations. Nodes are kept in a list; the first child of a node is its main line.

export class Tree {
  constructor({ headers = {}, nodes, problems = [] }) {
    this.headers = headers;
    this.problems = problems;
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
    const node = { ...data, parent, children: [], worth: null };
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
    const node = { parent: this.current, text, path, captures, fen, comment: "", glyph: "", children: [], worth: null };
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

  // As the server wants it for PDN: parents before children, the beginning not counted.
  data() {
    const nodes = [];
    const numbers = new Map([[this.root, 0]]);
    const waiting = [...this.root.children].reverse();
    while (waiting.length > 0) {
      const node = waiting.pop();
      const joint = node.captures.length > 0 ? "x" : "-";
      nodes.push({ parent: numbers.get(node.parent), move: node.path.join(joint), comment: node.comment, glyph: node.glyph });
      numbers.set(node, nodes.length);
      waiting.push(...[...node.children].reverse());
    }
    return { start: this.root.fen, headers: this.headers, comment: this.root.comment, nodes };
  }
}
