"""Checkers from first principles: the file to read first.

A game for two players, as a textbook on artificial intelligence writes one down: a state, the actions that
are open in it, the successor that each action leads to, the end, and what the end is worth. Minimax and
alpha-beta then play it, knowing nothing about checkers. Plain Python on nested lists, nothing imported from
the rest of the package: slow enough to be clear, and the oracle that the fast core is tested against.

The board is 8 rows of 8 tiles and (0, 0) is the upper left corner. Play is on the dark tiles, those where
row + column is odd. Black starts at the top, moves first and down the board; red starts at the bottom.
There are two players, us and them. We have the black pieces.

>>> state = start_state()
>>> actions(state)[0]                       # the tiles that a piece visits in one turn
[(2, 1), (3, 0)]
>>> state = successor(state, actions(state)[0])
>>> state.player == THEM, is_end(state), utility(state)
(True, False, 0.0)
>>> alpha_beta(state, depth=3) == minimax(state, depth=3)
True
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import inf
from typing import NamedTuple

Tile = tuple[int, int]
Board = list[list[int]]
Action = list[Tile]

EMPTY, RED_MAN, RED_KING, BLACK_MAN, BLACK_KING = range(5)
US, THEM = range(2)


class State(NamedTuple):
    """What is on the board, and whose turn it is."""

    board: Board
    player: int


Evaluation = Callable[[State], float]

PIECES = {US: (BLACK_MAN, BLACK_KING), THEM: (RED_MAN, RED_KING)}

NORTH = ((-1, -1), (-1, 1))
SOUTH = ((1, -1), (1, 1))
DIRECTIONS = {RED_MAN: NORTH, BLACK_MAN: SOUTH, RED_KING: NORTH + SOUTH, BLACK_KING: NORTH + SOUTH}

# A man that ends its move on this row becomes this king.
CROWNING = {(RED_MAN, 0): RED_KING, (BLACK_MAN, 7): BLACK_KING}

# From our side of the board, in men; a king is worth a man and a half.
VALUES = {EMPTY: 0.0, RED_MAN: -1.0, RED_KING: -1.5, BLACK_MAN: 1.0, BLACK_KING: 1.5}


def start_state() -> State:
    """Twelve men each, and we move first."""
    board = [
        [0, 3, 0, 3, 0, 3, 0, 3],
        [3, 0, 3, 0, 3, 0, 3, 0],
        [0, 3, 0, 3, 0, 3, 0, 3],
        [0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0],
        [1, 0, 1, 0, 1, 0, 1, 0],
        [0, 1, 0, 1, 0, 1, 0, 1],
        [1, 0, 1, 0, 1, 0, 1, 0],
    ]
    return State(board, US)


def occupant(board: Board, tile: Tile) -> int | None:
    """What stands on a tile: a piece, EMPTY, or None if the tile is out of bounds."""
    row, column = tile
    return board[row][column] if 0 <= row < 8 and 0 <= column < 8 else None


def tiles_of(board: Board, player: int) -> list[Tile]:
    """Where a player's pieces stand, from the top row down and from left to right."""
    return [(r, c) for r in range(8) for c in range(8) if board[r][c] in PIECES[player]]


def rays(board: Board, tile: Tile) -> list[tuple[Tile, Tile]]:
    """The next tile and the one beyond it, for each direction in which the piece on `tile` may go."""
    row, column = tile
    steps = DIRECTIONS[board[row][column]]
    return [((row + down, column + right), (row + 2 * down, column + 2 * right)) for down, right in steps]


def actions(state: State) -> list[Action]:
    """Everything that the player may do. If you can take a piece, you must."""
    return must_moves(state) or optional_moves(state)


def optional_moves(state: State) -> list[Action]:
    """The moves to an adjacent empty tile."""
    board, player = state
    return [
        [tile, near]
        for tile in tiles_of(board, player)
        for near, _ in rays(board, tile)
        if occupant(board, near) == EMPTY
    ]


def must_moves(state: State) -> list[Action]:
    """The moves that take pieces. One action is one whole path: taking goes on for as long as it can."""
    board, player = state
    prey = PIECES[1 - player]
    return [path for tile in tiles_of(board, player) for path in jumps(board, tile, prey)]


def jumps(board: Board, tile: Tile, prey: tuple[int, ...]) -> list[Action]:
    """Every path on which the piece on `tile` takes pieces until it can take no more.

    After each jump the board is updated and the rest of the path is found on the new board: what was taken
    is gone and cannot be taken twice, and the tile that a king left is free for it to come back to. A man
    is not crowned before its move is over. On the far row nothing is ahead of it, so its move ends there.
    """
    paths: list[Action] = []
    for near, far in rays(board, tile):
        if occupant(board, near) in prey and occupant(board, far) == EMPTY:
            continuations = jumps(moved(board, [tile, far]), far, prey) or [[far]]
            paths += [[tile, *path] for path in continuations]
    return paths


def moved(board: Board, action: Action) -> Board:
    """A new board on which a piece has gone along the tiles, and what it jumped is removed."""
    board = [row.copy() for row in board]
    for (row, column), (to_row, to_column) in pairwise(action):
        board[to_row][to_column] = board[row][column]
        board[row][column] = EMPTY
        if abs(to_row - row) == 2:
            board[(row + to_row) // 2][(column + to_column) // 2] = EMPTY
    return board


def successor(state: State, action: Action) -> State:
    """The state after one of the `actions`: the piece has moved, perhaps been crowned, and turns change."""
    board = moved(state.board, action)
    row, column = action[-1]
    piece = board[row][column]
    board[row][column] = CROWNING.get((piece, row), piece)
    return State(board, 1 - state.player)


def is_end(state: State) -> bool:
    """Whether the player whose turn it is has no move: no piece is left, or every piece is blocked."""
    return not actions(state)


def utility(state: State) -> float:
    """+inf if we have won, -inf if they have won, 0 if neither: a draw, should play stop here.

    The player who cannot move has lost.
    """
    if not is_end(state):
        return 0.0
    return -inf if state.player == US else inf


def material(state: State) -> float:
    """Our pieces less theirs: a first guess at the value of a state that is not the end."""
    return sum(VALUES[piece] for row in state.board for piece in row)


def minimax(state: State, depth: int, evaluate: Evaluation = material) -> float:
    """What a state is worth if both play their best for `depth` turns and `evaluate` guesses the rest.

    We choose the action of the highest value, they choose that of the lowest.
    """
    if depth <= 0 or is_end(state):
        return utility(state) or evaluate(state)  # the utility is 0 while nobody has won
    best = max if state.player == US else min
    return best(minimax(successor(state, action), depth - 1, evaluate) for action in actions(state))


def alpha_beta(
    state: State, depth: int, evaluate: Evaluation = material, alpha: float = -inf, beta: float = inf
) -> float:
    """The same value as `minimax`, without looking at what cannot change it.

    We are sure of `alpha` elsewhere in the tree and they are sure of `beta`. Once alpha >= beta, one of us
    will not let the game come here, and the remaining actions do not matter.
    """
    if depth <= 0 or is_end(state):
        return utility(state) or evaluate(state)
    best = -inf if state.player == US else inf
    for action in actions(state):
        value = alpha_beta(successor(state, action), depth - 1, evaluate, alpha, beta)
        if state.player == US:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def best_action(state: State, depth: int, evaluate: Evaluation = material) -> Action:
    """The action to play before the end, for us or for them: of equally good ones, the first."""

    def value(action: Action) -> float:
        return alpha_beta(successor(state, action), depth - 1, evaluate)

    return max(actions(state), key=value) if state.player == US else min(actions(state), key=value)


def perft(state: State, depth: int) -> int:
    """How many ways there are to play `depth` turns: a number that proves a set of rules right or wrong."""
    if depth <= 0:
        return 1
    return sum(perft(successor(state, action), depth - 1) for action in actions(state))
