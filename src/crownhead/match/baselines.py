"""Players to measure against: the textbook's alpha-beta, and chance."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from crownhead.rules import textbook

if TYPE_CHECKING:
    from crownhead.record.board import Board
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position


class ChancePlayer:
    """Plays by chance, the same for the same seed."""

    def __init__(self, seed: int | None = None) -> None:
        self._dice = random.Random(seed)

    def seed(self, seed: int) -> None:
        self._dice.seed(seed)


class TextbookPlayer(ChancePlayer):
    """Plain alpha-beta to a fixed depth, counting material; of equally good moves, chance takes one."""

    def __init__(self, depth: int, seed: int | None = None) -> None:
        super().__init__(seed)
        self._depth = depth

    def choose(self, board: Board) -> Move:
        position = board.position
        state = textbook.State(position.to_grid(), int(position.turn))
        moves = position.legal_moves()
        values = [self._value(textbook.successor(state, move.tiles)) for move in moves]
        best = max(values) if state.player == textbook.US else min(values)
        return self._dice.choice([move for move, value in zip(moves, values, strict=True) if value == best])

    def _value(self, state: textbook.State) -> float:
        return textbook.alpha_beta(state, self._depth - 1)


class RandomPlayer(ChancePlayer):
    """Any legal move."""

    def choose(self, board: Board) -> Move:
        return self._dice.choice(board.legal_moves())


class GreedyPlayer(ChancePlayer):
    """Takes as much as it can, else makes a king if it can, else plays any legal move."""

    def choose(self, board: Board) -> Move:
        position = board.position
        moves = board.legal_moves()
        best = max(self._worth(position, move) for move in moves)
        return self._dice.choice([move for move in moves if self._worth(position, move) == best])

    def _worth(self, position: Position, move: Move) -> tuple[int, int]:
        before = len(position.pieces(position.turn, king=True))
        return len(move.captures), len(position.play(move).pieces(position.turn, king=True)) - before
