"""Every move of both players, a few plies deep, counting pieces: what is said of pieces won and lost must stand it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.study.explain.case import balance

if TYPE_CHECKING:
    from crownhead.rules.position import Position

PLIES = 6
"""Jumps that follow are looked at to their end."""
MOST_POSITIONS = 20_000
LOST = -50
"""Pieces: what it is worth to have no move."""


class _OutOfBudget(Exception):
    """The bound was reached before an answer."""


def gets(position: Position, pieces: int) -> bool | None:
    """Whether the player to move can be so many pieces ahead in the end; None where there is too much to look at."""
    try:
        return _Search().gets(position, pieces, PLIES)
    except _OutOfBudget:
        return None


class _Search:
    def __init__(self) -> None:
        self._left = MOST_POSITIONS

    def gets(self, position: Position, pieces: int, plies: int) -> bool:
        """Where the other player cannot be more than -pieces ahead after one of the moves."""
        self._left -= 1
        if self._left < 0:
            raise _OutOfBudget
        moves = position.legal_moves(unique=True)
        if not moves:
            return pieces <= LOST
        if plies <= 0 and not position.must_jump:
            return balance(position, position.turn) >= pieces
        return any(not self.gets(position.play(move), 1 - pieces, plies - 1) for move in moves)
