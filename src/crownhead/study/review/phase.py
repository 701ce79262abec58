"""The parts of a game: opening, middle game and ending."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from crownhead.rules.position import Position

if TYPE_CHECKING:
    from crownhead.record.board import Board

OPENING = 16
"""Moves of both players together, in a game from the first position."""
ENDING = 10
"""Pieces of both players together, or fewer."""


class Phase(StrEnum):
    OPENING = "opening"
    MIDDLE_GAME = "middle game"
    ENDING = "ending"

    @classmethod
    def of(cls, board: Board) -> Phase:
        """Of a move that is made on this board."""
        if len(board.position.pieces()) <= ENDING:
            return cls.ENDING
        if len(board.moves) < OPENING and board.history[0] == Position.start():
            return cls.OPENING
        return cls.MIDDLE_GAME
