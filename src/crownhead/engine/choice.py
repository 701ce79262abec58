"""How a move is chosen: the best line that the search finds, or what a level makes of the position."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from crownhead.engine.info import Info, Played
from crownhead.engine.score import Score, ScoreKind
from crownhead.engine.sight import WIN, Glance
from crownhead.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from crownhead.engine.levels import ShortSearch
    from crownhead.engine.limit import Limit
    from crownhead.engine.root import Root
    from crownhead.engine.sight import Sight
    from crownhead.rules.position import Position

EVERY_LINE = 48


class Choice(Protocol):
    """Made for one move: says how to search, listens to the search, and chooses."""

    limit: Limit
    lines: int

    def hear(self, info: Info) -> None: ...
    def played(self) -> Played: ...


class BestMove:
    """The first line of the last iteration. A single legal move needs no thought."""

    lines = 1

    def __init__(self, root: Root, limit: Limit) -> None:
        forced = len(root.position.legal_moves(unique=True)) == 1
        self.limit = replace(limit, depth=1) if forced else limit
        self._best: Info | None = None

    def hear(self, info: Info) -> None:
        self._best = info

    def played(self) -> Played:
        if self._best is None:
            raise EngineError("the engine was closed before it had found a move")
        return Played.of_info(self._best)


class SeenMove:
    """The move of a learner, who looks for himself: the core's search is told to do as little as it can."""

    lines = 1

    def __init__(
        self, sight: Sight, judge: Callable[[Position], int], chance: Random, root: Root, limit: Limit
    ) -> None:
        self._root = root
        self._glance = Glance(
            replace(sight, depth=min(sight.depth, limit.depth or sight.depth)), judge, chance
        )
        self.limit = replace(limit, depth=1)

    def hear(self, info: Info) -> None: ...

    def played(self) -> Played:
        begin = time.perf_counter()
        position, glance = self._root.position, self._glance
        move, worth = glance.choose(position, self._root.earlier)
        score = Score(ScoreKind.EVALUATION, round(max(-WIN, min(WIN, worth))), position.turn)
        return Played(move, score, (move,), glance.nodes, glance.depth, time.perf_counter() - begin)


class NearlyBestMove:
    """One of the best lines of a short search."""

    lines = EVERY_LINE

    def __init__(self, search: ShortSearch, chance: Random, root: Root, limit: Limit) -> None:
        self._spread = search.spread
        self._chance = chance
        self._heard: list[Info] = []
        self._earlier: list[Info] = []
        self.limit = replace(limit, nodes=min(search.nodes, limit.nodes or search.nodes))

    def hear(self, info: Info) -> None:
        """Ranks come in order; the first begins a new iteration."""
        if info.rank == 1:
            self._earlier, self._heard = self._heard, []
        self._heard.append(info)

    def played(self) -> Played:
        """By the last iteration that was not cut short: a part of the lines would make a stronger player."""
        if not self._heard:
            raise EngineError("the engine was closed before it had found a move")
        whole = self._heard if len(self._heard) >= len(self._earlier) else self._earlier
        return Played.of_info(self._chosen(sorted(whole, key=lambda info: -info.score.centimen)))

    def _chosen(self, lines: list[Info]) -> Info:
        """A win that was found is taken; a line that costs more than three spreads never is."""
        best = lines[0].score
        if best.kind is ScoreKind.WIN:
            return lines[0]
        losses = [best.centimen - line.score.centimen for line in lines]
        weights = [math.exp(-loss / self._spread) if loss <= 3 * self._spread else 0.0 for loss in losses]
        return self._chance.choices(lines, weights)[0]
