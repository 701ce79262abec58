"""Every move of a position scored by a search of its own: the unit of work of which books are made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crownhead.engine.engine import Engine
from crownhead.engine.limit import Limit
from crownhead.engine.score import ScoreKind
from crownhead.rules.position import Position

if TYPE_CHECKING:
    from crownhead.engine.info import Info

HASH_MB = 4
"""Cleared before every position; more is not filled by searches as short as these."""
WIN, MOST = 2000, 2047
"""A proved win is worth MOST less its plies, and WIN at least; no opinion is worth as much as WIN."""


@dataclass(frozen=True, slots=True)
class ScoreMoves:
    """Makes the worker of one process. The same position gets the same scores wherever it is searched."""

    nodes: int
    """For each move."""

    def __call__(self) -> MoveScorer:
        return MoveScorer(self.nodes)


class MoveScorer:
    def __init__(self, nodes: int) -> None:
        self._engine = Engine(threads=1, hash_mb=HASH_MB, tablebase=None)
        self._limit = Limit(nodes=nodes)

    def __call__(self, fens: tuple[str, ...]) -> list[tuple[str, list[tuple[str, int, int]]]]:
        return [(fen, self._scores(Position.from_fen(fen))) for fen in fens]

    def close(self) -> None:
        self._engine.close()

    def _scores(self, position: Position) -> list[tuple[str, int, int]]:
        self._engine.new_game()
        return [(str(move), *self._score(position.play(move))) for move in position.legal_moves(unique=True)]

    def _score(self, after: Position) -> tuple[int, int]:
        """For the side that has moved; and the depth of the search."""
        if after.is_over:
            return MOST, 0
        last: Info | None = None
        for info in self._engine.analyse(after, self._limit):
            last = info
        if last is None:
            raise AssertionError("a search reports at least one iteration")
        return -centimen(last), last.depth


def centimen(info: Info) -> int:
    score = info.score
    if score.kind is ScoreKind.EVALUATION or score.kind is ScoreKind.DRAW:
        return max(1 - WIN, min(WIN - 1, score.centimen))
    size = max(WIN, MOST - (score.plies or 0))
    return size if score.kind is ScoreKind.WIN else -size
