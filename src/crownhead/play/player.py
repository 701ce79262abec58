"""Whoever can choose a move: an engine, a person, another program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from crownhead.engine.engine import Engine
    from crownhead.engine.limit import Limit
    from crownhead.record.board import Board
    from crownhead.rules.move import Move


class Player(Protocol):
    """Whatever chooses moves: any class with this method can play."""

    def choose(self, board: Board) -> Move:
        """A legal move of the board, whose game is not over."""
        ...


@dataclass(frozen=True, slots=True)
class EnginePlayer:
    """An engine that thinks under the same limit at every move."""

    engine: Engine
    limit: Limit

    def choose(self, board: Board) -> Move:
        """The engine's move."""
        return self.engine.play(board, self.limit).move
