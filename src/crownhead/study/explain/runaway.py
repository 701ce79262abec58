"""Men that nobody can keep from becoming kings."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crownhead.rules.colour import Colour
    from crownhead.rules.position import Position
    from crownhead.rules.square import Square

MOST_STEPS = 3
"""Farther men are not looked at: too much can happen on their way."""
MOST_DELAYS = 2
"""Jumps of other pieces, which the other player can offer to win time."""


def runs_home(position: Position, man: Square) -> bool:
    """Whether this man is crowned in a few moves whatever the other player does.

    Nothing else is moved, but for jumps that the rules demand.
    """
    piece = position.piece_at(man)
    if piece is None or piece.king or not 1 <= steps_home(man, piece.colour) <= MOST_STEPS:
        return False
    if piece.colour == position.turn:
        return _own_turn(position, man, piece.colour, MOST_DELAYS)
    return _other_turn(position, man, piece.colour, MOST_DELAYS)


def steps_home(man: Square, colour: Colour) -> int:
    return abs(colour.crownhead - man.row)


def _own_turn(position: Position, man: Square, colour: Colour, delays: int) -> bool:
    moves = position.legal_moves(unique=True)
    steps = [move for move in moves if move.origin == man]
    for move in steps:
        if move.target.row == colour.crownhead or _other_turn(
            position.play(move), move.target, colour, delays
        ):
            return True
    if not position.must_jump or delays == 0:
        return False
    others = [move for move in moves if move.origin != man]
    return any(_other_turn(position.play(jump), man, colour, delays - 1) for jump in others)


def _other_turn(position: Position, man: Square, colour: Colour, delays: int) -> bool:
    """A man that is taken is not there to run: no move begins on its square."""
    replies = position.legal_moves(unique=True)
    return all(_own_turn(position.play(reply), man, colour, delays) for reply in replies)
