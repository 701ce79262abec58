"""Positions of every kind for Hypothesis, as states of the textbook game.

They are made without the fast core, so that the core can be tested on them: `random_states` has every
density from the empty board to twelve pieces a side, `jump_states` has long jumps with many paths,
`ending_states` have few pieces, and `played_states` come from play. `states` is all of these, and
`positions` the same as Position objects.
"""

from __future__ import annotations

import re

from hypothesis import strategies as st

import crownhead as ch
from crownhead.rules.textbook import (
    BLACK_KING,
    BLACK_MAN,
    CROWNING,
    EMPTY,
    PIECES,
    RED_KING,
    RED_MAN,
    THEM,
    US,
    Board,
    State,
    actions,
    start_state,
    successor,
)

DARK_TILES = [(row, column) for row in range(8) for column in range(8) if (row + column) % 2]

# The tiles that a piece on a lattice of landing tiles can jump: the others of its rows and columns are free.
PREY_TILES = {
    0: [(row, column) for row in (1, 3, 5) for column in (2, 4, 6)],
    1: [(row, column) for row in (2, 4, 6) for column in (1, 3, 5)],
}

PALETTES = [
    [EMPTY] * 12 + [RED_MAN, RED_KING, BLACK_MAN, BLACK_KING],
    [EMPTY] * 4 + [RED_MAN, RED_KING, BLACK_MAN, BLACK_KING],
    [EMPTY] * 2 + [RED_MAN, BLACK_MAN] * 3 + [RED_KING, BLACK_KING],
    [EMPTY] * 3 + [RED_KING, BLACK_KING],
    [EMPTY] * 3 + [RED_MAN, BLACK_MAN],
    [EMPTY, RED_MAN, RED_KING, BLACK_MAN, BLACK_KING],
    [EMPTY] * 4 + [RED_MAN] * 4 + [BLACK_KING],
    [EMPTY] * 4 + [BLACK_MAN] * 4 + [RED_KING],
    [EMPTY] + [RED_MAN] * 6 + [BLACK_MAN],
    [EMPTY] + [BLACK_MAN] * 6 + [RED_MAN],
]


def empty_board() -> Board:
    return [[EMPTY] * 8 for _ in range(8)]


def tile_of(number: int) -> tuple[int, int]:
    """The tile of a square numbered 1-32, counted from the upper left."""
    return DARK_TILES[number - 1]


def state_of(fen: str) -> State:
    """The state of a plain FEN such as `B:W18,24:BK10`, read without the package's own reader."""
    turn, *sides = fen.split(":")
    board = empty_board()
    for side in sides:
        man = RED_MAN if side[0] == "W" else BLACK_MAN
        for king, number in re.findall(r"(K?)(\d+)", side):
            row, column = tile_of(int(number))
            board[row][column] = man + bool(king)
    return State(board, US if turn == "B" else THEM)


def position_of(state: State) -> ch.Position:
    return ch.Position.from_grid(state.board, ch.Colour(state.player))


def flipped(state: State) -> State:
    """The same state seen from the other chair: board turned by 180 degrees, colours exchanged."""
    swap = {EMPTY: EMPTY, RED_MAN: BLACK_MAN, BLACK_MAN: RED_MAN, RED_KING: BLACK_KING, BLACK_KING: RED_KING}
    board = [[swap[piece] for piece in reversed(row)] for row in reversed(state.board)]
    return State(board, 1 - state.player)


def made_valid(board: Board, first: int = 0) -> Board:
    """Take away men on their far row and, counted from the tile `first`, all but twelve of each colour."""
    kept = dict.fromkeys(PIECES, 0)
    for row, column in DARK_TILES[first:] + DARK_TILES[:first]:
        piece = board[row][column]
        for player, own in PIECES.items():
            if piece in own:
                full = kept[player] == 12
                kept[player] += not full
                if full or (piece, row) in CROWNING:
                    board[row][column] = EMPTY
    return board


players = st.sampled_from([US, THEM])


@st.composite
def random_states(draw: st.DrawFn) -> State:
    palette = st.sampled_from(draw(st.sampled_from(PALETTES)))
    board = empty_board()
    for (row, column), piece in zip(
        DARK_TILES, draw(st.lists(palette, min_size=32, max_size=32)), strict=True
    ):
        board[row][column] = piece
    return State(made_valid(board, first=draw(st.integers(0, 31))), draw(players))


@st.composite
def jump_states(draw: st.DrawFn) -> State:
    """A king or two among prey that stands apart, and a few stray pieces: jumps of up to nine pieces."""
    parity = draw(st.sampled_from([0, 1]))
    board = empty_board()
    prey = draw(st.lists(st.sampled_from([EMPTY, BLACK_MAN, BLACK_MAN, BLACK_KING]), min_size=9, max_size=9))
    landings = [tile for tile in DARK_TILES if tile[0] % 2 == parity]
    hunters = draw(st.lists(st.sampled_from(landings), min_size=1, max_size=3, unique=True))
    strays = draw(st.lists(st.tuples(st.sampled_from(DARK_TILES), st.sampled_from(range(5))), max_size=4))
    placed = [*zip(PREY_TILES[parity], prey, strict=True), *strays]
    placed += [(tile, draw(st.sampled_from([RED_KING, RED_KING, RED_MAN]))) for tile in hunters]
    for (row, column), piece in placed:
        board[row][column] = piece
    state = State(made_valid(board), THEM)
    return flipped(state) if draw(st.booleans()) else state


@st.composite
def ending_states(draw: st.DrawFn) -> State:
    """A few pieces and much room, men one step from the far row among them: what deep counts need."""
    board = empty_board()
    occupied = draw(st.lists(st.sampled_from(DARK_TILES), min_size=1, max_size=5, unique=True))
    for row, column in occupied:
        near_crown = {1: [RED_MAN], 6: [BLACK_MAN]}.get(row, [RED_MAN, BLACK_MAN])
        board[row][column] = draw(st.sampled_from([*near_crown, RED_KING, BLACK_KING]))
    return State(made_valid(board), draw(players))


@st.composite
def played_states(draw: st.DrawFn, most_turns: int = 100) -> State:
    state = start_state()
    turns = draw(st.integers(0, most_turns))
    for choice in draw(st.lists(st.integers(0, 2**16), min_size=turns, max_size=turns)):
        choices = actions(state)
        if not choices:
            break
        state = successor(state, choices[choice % len(choices)])
    return state


def states() -> st.SearchStrategy[State]:
    return random_states() | jump_states() | ending_states() | played_states()


def positions() -> st.SearchStrategy[ch.Position]:
    return states().map(position_of)
