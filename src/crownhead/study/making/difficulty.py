"""How hard a choice is: by the weakest level that finds the move, and goes on finding it with more strength.

Levels 1 to 7 see the board as learners do and are tried several times with other luck. Above them it is the number
of nodes after which the engine's search, without databases, has the move and keeps it.
"""

from __future__ import annotations

import itertools
import math
from contextlib import closing
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from crownhead.engine.engine import Engine
from crownhead.engine.levels import FULL_STRENGTH, LEVELS, ShortSearch
from crownhead.engine.limit import Limit
from crownhead.engine.sight import Glance, Sight
from crownhead.engine.weights import standard_evaluation

if TYPE_CHECKING:
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position

ELO = dict(enumerate((50, 228, 461, 633, 777, 928, 1156, 1391, 1596, 1801, 2071, 2356), 1))
"""Of the levels, as docs/levels.md has it."""
NOT_FOUND = 2500
MOST_NODES = 100_000
ENOUGH_NODES = 20_000
"""For a move that is found within the nodes of the weakest level that searches, and kept for so long."""
TRIES = 5
ENOUGH = 4
"""Of the tries."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    level: int
    """The weakest that finds the move."""
    rating: int
    """On the scale of the levels."""
    nodes: int | None
    """None where the search did not have the move after MOST_NODES."""


class Examiner:
    """Measures; the same choice is always as hard."""

    def __init__(self) -> None:
        self._engine = Engine(hash_mb=16, tablebase=None)

    def close(self) -> None:
        self._engine.close()

    def examine(self, position: Position, move: Move) -> Difficulty:
        """How hard it is to choose this move."""
        wanted = position.play(move)
        searching = {
            n: level.strength for n, level in LEVELS.items() if isinstance(level.strength, ShortSearch)
        }
        nodes = self._nodes(position, wanted, ENOUGH_NODES)
        if nodes is None or nodes > searching[min(searching)].nodes:
            nodes = self._nodes(position, wanted, MOST_NODES)
        if nodes is None:
            return Difficulty(FULL_STRENGTH, NOT_FOUND, None)
        above = [n for n, strength in searching.items() if nodes > strength.nodes]
        if above:
            return Difficulty(max(above) + 1, _rating_of_nodes(nodes), nodes)
        level, share = self._seen(position, wanted)
        below = ELO[level - 1] if level > 1 else -ELO[1]
        return Difficulty(level, round(ELO[level] - share * (ELO[level] - below)), nodes)

    def _nodes(self, position: Position, wanted: Position, most: int) -> int | None:
        """From how many on the search has the move."""
        self._engine.new_game()
        since: int | None = None
        with closing(self._engine.analyse(position, Limit(nodes=most))) as infos:  # type: ignore[type-var]
            for info in infos:
                found = position.play(info.line[0]) == wanted
                since = (since or info.nodes) if found else None
        return since

    def _seen(self, position: Position, wanted: Position) -> tuple[int, float]:
        """The weakest level that finds it, as all above it do, and how often the next weaker one does."""
        learners = {n: level.strength for n, level in LEVELS.items() if isinstance(level.strength, Sight)}
        for n, sight in sorted(learners.items(), reverse=True):
            found = sum(self._glance(sight, position, n, luck) == wanted for luck in range(TRIES))
            if found < ENOUGH:
                return n + 1, found / TRIES
        return 1, 0.0

    def _glance(self, sight: Sight, position: Position, level: int, luck: int) -> Position:
        chance = Random(f"{level} {luck} {position.key}")
        move, _ = Glance(sight, standard_evaluation().of, chance).choose(position, ())
        return position.play(move)


def _rating_of_nodes(nodes: int) -> int:
    """Between the levels, and beyond them, along the logarithm of the nodes."""
    known = [
        (level.strength.nodes, ELO[n])
        for n, level in LEVELS.items()
        if isinstance(level.strength, ShortSearch)
    ]
    known.append((400_000, ELO[FULL_STRENGTH]))  # with which the level was measured
    for (low, worse), (high, better) in itertools.pairwise(known):
        if nodes <= high:
            part = math.log(nodes / low) / math.log(high / low)
            return round(worse + part * (better - worse))
    return ELO[FULL_STRENGTH]
