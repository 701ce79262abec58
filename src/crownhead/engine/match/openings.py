"""Sets of openings by name: three-move ballots, 11-man ballots, or the start alone."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from crownhead.engine.match.opening import Opening
from crownhead.record.board import Board
from crownhead.rules.colour import BLACK
from crownhead.rules.position import Position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@cache
def openings_named(name: str) -> tuple[Opening, ...]:
    return tuple(SETS[name]())


def start() -> Iterator[Opening]:
    yield Opening.of(Board(), "start")


def three_move() -> Iterator[Opening]:
    for first in Board().legal_moves():
        board = Board()
        board.push(first)
        for second in board.legal_moves():
            line = board.copy()
            line.push(second)
            for third in line.legal_moves():
                last = line.copy()
                last.push(third)
                yield Opening.of(last, " ".join(map(str, last.moves)))


def eleven_man() -> Iterator[Opening]:
    """A man of each side is taken off, then the first two moves are drawn.

    Draws after which a piece is lost at once are left out: they would be decided before they begin.
    """
    for black, white in product(range(5, 13), range(21, 29)):
        board = Board(_without(black, white))
        for line in _lines(board, 2):
            if not line.position.must_jump:
                moves = " ".join(map(str, line.moves))
                yield Opening.of(line, f"without {black} and {white}: {moves}")


def _without(*squares: int) -> Position:
    start = Position.start()
    left = {
        square: piece for square, piece in enumerate(start.occupants, 1) if piece and square not in squares
    }
    return Position(left, BLACK)


def _lines(board: Board, plies: int) -> Iterator[Board]:
    if plies == 0:
        yield board
        return
    for move in board.legal_moves():
        longer = board.copy()
        longer.push(move)
        yield from _lines(longer, plies - 1)


SETS: dict[str, Callable[[], Iterator[Opening]]] = {
    "three-move": three_move,
    "eleven-man": eleven_man,
    "start": start,
}
