"""What the core is told of a game: the position, and of its past what the draw rules need."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from crownhead.errors import GameOver
from crownhead.record.board import Board

if TYPE_CHECKING:
    from crownhead.rules.position import Position


@dataclass(frozen=True, slots=True)
class Root:
    position: Position
    earlier: list[int]
    """Keys of the positions since the last capture or advance of a man, oldest first, this one left out."""
    quiet: int
    plies: int
    """Of the game so far."""

    @classmethod
    def of(cls, game: Board | Position) -> Root:
        """Raises GameOver where there is nothing to move."""
        board = game if isinstance(game, Board) else Board(game)
        if (outcome := board.outcome()) is not None:
            raise GameOver(outcome)
        past = islice(board.ply.back(), 1, board.quiet_moves + 1)
        return cls(board.position, [ply.position.key for ply in past][::-1], board.quiet_moves, len(board))
