"""Where problems come from: games with mistakes in them, and pieces placed by chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.engine.limit import Limit
from crownhead.record.openings.sets import opening_set
from crownhead.rules.colour import BLACK, WHITE
from crownhead.rules.piece import Piece
from crownhead.rules.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from crownhead.engine.engine import Engine

LONGEST_GAME = 140
"""Plies."""
NODES = (30, 100, 300)
"""Of a move, one of these a game."""
CARELESS = 0.2
"""The share of moves by chance."""


def pieces_of(position: Position) -> int:
    return (position.black_bits | position.white_bits).bit_count()


def from_game(engine: Engine, chance: Random, fewest: int, most: int) -> Iterator[Position]:
    """Of one game: each position with so many pieces, and what one further move makes of it."""
    engine.new_game()
    board = chance.choice(opening_set("3-move")).board()
    limit = Limit(nodes=chance.choice(NODES))
    while board.outcome(claim_draw=True) is None and len(board) < LONGEST_GAME:
        careless = chance.random() < CARELESS
        board.push(chance.choice(board.legal_moves()) if careless else engine.play(board, limit).move)
        if pieces_of(board.position) < fewest:
            return
        if pieces_of(board.position) <= most:
            yield board.position
            yield from map(board.position.play, board.position.legal_moves(unique=True))


def placed(chance: Random, count: int) -> Position:
    """So many pieces anywhere, of both colours; about as many men as kings."""
    squares = chance.sample(range(1, 33), count)
    black = chance.randint(1, count - 1)
    pieces = {square: _piece(chance, square, n < black) for n, square in enumerate(squares)}
    return Position(pieces, chance.choice((BLACK, WHITE)))


def _piece(chance: Random, square: int, black: bool) -> Piece:
    crowned = square >= 29 if black else square <= 4
    return Piece.of(BLACK if black else WHITE, king=crowned or chance.random() < 0.5)
