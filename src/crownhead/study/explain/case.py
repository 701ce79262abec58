"""A move that is to be explained, with what the searches found."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from crownhead.record.openings.ballots import positions_in_use

if TYPE_CHECKING:
    from crownhead.engine.info import Played
    from crownhead.engine.score import Score
    from crownhead.record.board import Board
    from crownhead.rules.colour import Colour
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position

NOTICEABLE = 20
"""Hundredths of a man by which a move must be worse than the best to be called worse."""
DOUBT = 60
"""Hundredths of a man: so far the engine's opinion may be from a count of pieces and still agree with it."""


@dataclass(frozen=True)
class Case:
    board: Board
    move: Move
    best: Played
    """The engine's move here."""
    reply: Played | None
    """The engine's answer to the move; None if the move ends the game."""

    @cached_property
    def position(self) -> Position:
        return self.board.position

    @cached_property
    def after(self) -> Position:
        return self.board.position.play(self.move)

    @property
    def mover(self) -> Colour:
        return self.board.turn

    @property
    def score(self) -> Score | None:
        """What the move is worth to who makes it; None if it ends the game."""
        return self.reply.score.before if self.reply else None

    @cached_property
    def is_forced(self) -> bool:
        return len(self.board.legal_moves(unique=True)) == 1

    @cached_property
    def is_best(self) -> bool:
        return self.after == self.position.play(self.best.move)

    @property
    def is_worse(self) -> bool:
        """Noticeably, and where there was a choice."""
        if self.score is None or self.is_best or self.is_forced or self.after in positions_in_use():
            return False
        return self.best.score.centimen - self.score.centimen >= NOTICEABLE

    # -- pieces ------------------------------------------------------------------------------------

    @cached_property
    def owed(self) -> int:
        """Pieces that the other player is ahead in the jumps that were just made: to take them back is not to win
        them."""
        ahead = 0
        for ply in self.board.ply.back():
            if ply.move is None or not ply.move.is_jump:
                break
            ahead += len(ply.move.captures) * (1 if ply.position.turn == self.mover else -1)
        return max(ahead, 0)

    @property
    def settled(self) -> int:
        """The balance of pieces before the jumps that were just made."""
        return balance(self.position, self.mover) + self.owed

    def sees_at_least(self, won: int) -> bool:
        """Whether the engine, which sees farther, finds that so many pieces are won: by its score, and by what is left
        at the end of its line."""
        if self.score is None:
            return True
        ahead = self.settled + won
        return self.score.centimen >= 100 * ahead - DOUBT and self._left >= ahead

    def sees_at_most(self, won: int) -> bool:
        if self.score is None:
            return False
        ahead = self.settled + won
        return self.score.centimen <= 100 * ahead + DOUBT and self._left <= ahead

    @cached_property
    def _left(self) -> int:
        """The balance of pieces where the engine's line ends, at the last position without a jump."""
        left, position = balance(self.after, self.mover), self.position
        for move in self.line:
            position = position.play(move)
            if not position.must_jump:
                left = balance(position, self.mover)
        return left

    @cached_property
    def line(self) -> tuple[Move, ...]:
        """The move and what the engine expects after it."""
        return (self.move, *(self.reply.line if self.reply else ()))


def balance(position: Position, colour: Colour) -> int:
    """Pieces that a player has more than the other."""
    return len(position.pieces(colour)) - len(position.pieces(colour.opponent))
