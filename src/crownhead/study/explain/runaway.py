"""Men that nobody can keep from becoming kings, and men that can be stopped."""

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
MOST_POSITIONS = 20_000


class _TooMany(Exception):
    """The bound was reached before an answer."""


def runs_home(position: Position, man: Square) -> bool:
    """Whether this man is crowned in a few moves whatever the other player does.

    Nothing else is moved, but for jumps that the rules demand.
    """
    piece = position.piece_at(man)
    if piece is None or piece.king or not 1 <= (steps := steps_home(man, piece.colour)) <= MOST_STEPS:
        return False
    return _Run(position, man, wanders=False).succeeds(steps + MOST_DELAYS)


def is_stopped(position: Position, man: Square, steps: int) -> bool:
    """Whether it is proved that this man is not crowned in so many moves of its side, whatever that side plays."""
    try:
        return not _Run(position, man, wanders=True).succeeds(steps)
    except _TooMany:
        return False


def steps_home(man: Square, colour: Colour) -> int:
    return abs(colour.crownhead - man.row)


class _Run:
    """One man's way home. It may wander: then its side can play any other move as well."""

    def __init__(self, position: Position, man: Square, wanders: bool) -> None:
        piece = position.piece_at(man)
        assert piece is not None
        self._position, self._man, self._colour = position, man, piece.colour
        self._wanders = wanders
        self._left = MOST_POSITIONS

    def succeeds(self, moves: int) -> bool:
        if self._position.turn == self._colour:
            return self._own_turn(self._position, self._man, moves)
        return self._other_turn(self._position, self._man, moves)

    def _own_turn(self, position: Position, man: Square, moves: int) -> bool:
        self._left -= 1
        if self._left < 0:
            if self._wanders:
                raise _TooMany
            return False
        if moves < steps_home(man, self._colour):
            return False
        for move in position.legal_moves(unique=True):
            if move.origin == man:
                home = move.target.row == self._colour.crownhead
                if home or self._other_turn(position.play(move), move.target, moves - 1):
                    return True
            elif (self._wanders or move.is_jump) and self._other_turn(position.play(move), man, moves - 1):
                return True
        return False

    def _other_turn(self, position: Position, man: Square, moves: int) -> bool:
        """A game that is over crowns nobody."""
        replies = position.legal_moves(unique=True)
        return bool(replies) and all(
            man not in reply.captures and self._own_turn(position.play(reply), man, moves)
            for reply in replies
        )
