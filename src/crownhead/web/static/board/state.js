// The board without a page: pieces, legal moves as data, and what a press on a square means. No rules of the
// game and no elements are known here.

/** @typedef {"black" | "white"} Side */
/** @typedef {{ colour: Side, king: boolean }} Piece */
/** @typedef {{ path: number[], captures: number[] }} Move a legal move: squares by their PDN numbers */
/** @typedef {{ from: number, to: number }} Wish */
/** @typedef {{ move?: Move, choose?: Move[], refused?: { from: number, to?: number } } | null} Decision */

export class BoardState {
  /** @type {Map<number, Piece>} */
  pieces = new Map();
  /** @type {Side} */
  turn = "black";
  /** @type {Move[]} */
  moves = [];
  mustJump = false;
  flipped = false;
  /** @type {Side | "both" | "none"} */
  movable = "both"; // whose pieces this person may move
  /** @type {number[]} */
  path = []; // squares chosen so far: the piece, then each landing of a jump made step by step
  /** @type {Move | null} */
  lastMove = null;
  /** @type {Wish | null} */
  premove = null;
  /** @type {(Wish & { kind: string })[]} */
  arrows = [];
  /** @type {Set<number>} */
  circles = new Set();

  get selected() {
    return this.path.length > 0 ? this.path[0] : null;
  }

  get canMove() {
    return this.movable === "both" || this.movable === this.turn;
  }

  get waiting() {
    return this.movable !== "none" && !this.canMove;
  }

  // The legal moves that begin with what was chosen so far.
  candidates() {
    if (!this.canMove) return [];
    return this.moves.filter((move) => this.path.every((square, n) => move.path[n] === square));
  }

  /** @returns {Set<number>} */
  movablePieces() {
    return this.canMove ? new Set(this.moves.map((move) => move.path[0])) : new Set();
  }

  // Squares to go to from here: the next landing of each candidate, and its last.
  /** @returns {Set<number>} */
  targets() {
    const squares = new Set();
    if (this.path.length === 0) return squares;
    for (const move of this.candidates()) {
      squares.add(move.path[this.path.length]);
      squares.add(move.path.at(-1));
    }
    return squares;
  }

  /** @param {number} square */
  destinations(square) {
    if (!this.canMove) return [];
    return [...new Set(this.moves.filter((move) => move.path[0] === square).map((move) => move.path.at(-1)))];
  }

  // What was picked up stays in the hand if nothing has moved, or if it waited for its turn; and if it may move.
  /** @param {Partial<BoardState>} changes */
  change(changes) {
    const waited = this.waiting;
    const same = !changes.pieces || alike(changes.pieces, this.pieces);
    Object.assign(this, changes);
    if (!(same || waited) || !this.#mayGoOn()) this.path = [];
  }

  #mayGoOn() {
    if (!this.waiting) return this.candidates().length > 0;
    return this.path.length === 1 && this.pieces.get(this.path[0])?.colour === this.movable;
  }

  deselect() {
    this.path = [];
    this.premove = null;
  }

  // What pressing a square does: { move } to be made, { choose } between moves, { refused } for what the rules do not
  // allow, or null; the state changes.
  /** @param {number} square @returns {Decision} */
  press(square) {
    if (this.waiting) return this.#pressAhead(square);
    if (this.path.length > 0) {
      const decided = this.#go(square);
      if (decided !== undefined) return decided;
    }
    const from = this.selected;
    const movable = this.movablePieces().has(square);
    this.path = movable && from !== square ? [square] : [];
    return movable || !this.canMove ? null : this.#refusal(from, square);
  }

  // An empty square pressed with nothing in hand asks for nothing.
  /** @param {number | null} from @param {number} square @returns {Decision} */
  #refusal(from, square) {
    if (from !== null) return { refused: { from, to: square } };
    return this.pieces.has(square) ? { refused: { from: square } } : null;
  }

  // A landing on the way that leaves one move decides it; so does the last square of a move, if of only one.
  /** @param {number} square @returns {Decision | undefined} */
  #go(square) {
    const passing = distinct(this.candidates().filter((move) => move.path[this.path.length] === square));
    if (passing.length === 1) return { move: passing[0] };
    if (passing.length > 1) {
      this.path = [...this.path, square];
      return null;
    }
    const ending = distinct(this.candidates().filter((move) => move.path.at(-1) === square));
    if (ending.length === 0) return undefined;
    return ending.length === 1 ? { move: ending[0] } : { choose: ending };
  }

  // While the opponent thinks: from and to, kept until it is our turn.
  /** @param {number} square */
  #pressAhead(square) {
    const mine = this.pieces.get(square)?.colour === this.movable;
    if (this.path.length === 1 && square !== this.path[0] && !mine) {
      this.premove = { from: this.path[0], to: square };
      this.path = [];
    } else {
      this.premove = null;
      this.path = mine && square !== this.path[0] ? [square] : [];
    }
    return null;
  }

  // The legal move that was decided in advance, if it has become one.
  takePremove() {
    const wish = this.premove;
    this.premove = null;
    if (!wish || !this.canMove) return null;
    const fits = this.moves.filter((move) => move.path[0] === wish.from && move.path.at(-1) === wish.to);
    return distinct(fits).length === 1 ? fits[0] : null;
  }

  /** @param {number} from @param {number} to */
  toggleArrow(from, to) {
    if (from === to) {
      if (!this.circles.delete(from)) this.circles.add(from);
      return;
    }
    const same = (/** @type {Wish & { kind: string }} */ arrow) => arrow.from === from && arrow.to === to && arrow.kind === "drawn";
    const without = this.arrows.filter((arrow) => !same(arrow));
    this.arrows = without.length < this.arrows.length ? without : [...this.arrows, { from, to, kind: "drawn" }];
  }
}

/** @param {Map<number, Piece>} some @param {Map<number, Piece>} others */
function alike(some, others) {
  if (some.size !== others.size) return false;
  return [...some].every(([square, { colour, king }]) => {
    const other = others.get(square);
    return other?.colour === colour && other.king === king;
  });
}

// Moves that capture the same pieces between the same squares lead to the same position: one of them will do.
/** @param {Move[]} moves */
function distinct(moves) {
  const byEffect = new Map();
  for (const move of moves) {
    const taken = [...move.captures].sort((a, b) => a - b).join();
    const effect = `${move.path[0]} ${move.path.at(-1)} ${taken}`;
    if (!byEffect.has(effect)) byEffect.set(effect, move);
  }
  return [...byEffect.values()];
}
