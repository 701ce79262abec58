"""How a move is chosen from what the search says: the best line found, or what a level makes of it."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Protocol

from crownhead.engine.info import Info, Played
from crownhead.engine.levels import EVERY_LINE
from crownhead.errors import EngineError

if TYPE_CHECKING:
    from crownhead.engine.levels import Level
    from crownhead.engine.limit import Limit
    from crownhead.engine.root import Root


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


class LevelMove:
    """A move of a weaker player: the same one for the same seed and the same game."""

    lines = EVERY_LINE

    def __init__(self, level: Level, seed: int, root: Root, limit: Limit) -> None:
        self._level = level
        self._chance = Random(f"{seed} {root.position.key} {root.quiet}")
        self._heard: list[Info] = []
        self._earlier: list[Info] = []
        self.limit = level.limit(limit, self._chance)

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
        lines = sorted(whole, key=lambda info: -info.score.centimen)
        return Played.of_info(self._level.choose(lines, self._chance))
