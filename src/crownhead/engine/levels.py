"""Ten strengths, from a beginner that a child beats to all that the engine can do.

A level looks less far ahead, takes a slightly worse line now and then, and sometimes overlooks what is more than a
jump or two away, as people do. Even the first level sees where a jump leads: it gives nothing away for nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from crownhead.engine.score import ScoreKind

if TYPE_CHECKING:
    from random import Random

    from crownhead.engine.info import Info
    from crownhead.engine.limit import Limit

MOST_GIVEN_AWAY = 70
"""Hundredths of a man: a line that costs more is never taken for variety."""
EVERY_LINE = 48


@dataclass(frozen=True, slots=True)
class Level:
    depth: int
    """Plies that it looks ahead, forced jumps not counted."""
    spread: int
    """Hundredths of a man: a move that much worse is chosen about a third as often as the best."""
    oversight: float
    """How often it looks only at its own move and the jumps that follow."""
    sees_wins: bool = True
    """Whether it always takes a win that it has seen."""

    def limit(self, limit: Limit, chance: Random) -> Limit:
        depth = 1 if chance.random() < self.oversight else self.depth
        return replace(limit, depth=min(depth, limit.depth or depth))

    def choose(self, lines: list[Info], chance: Random) -> Info:
        """One of the lines of one iteration, the best first."""
        best = lines[0]
        if self.sees_wins and best.score.kind is ScoreKind.WIN:
            return best
        losses = [best.score.centimen - line.score.centimen for line in lines]
        most = min(MOST_GIVEN_AWAY, 3 * self.spread)
        weights = [math.exp(-loss / self.spread) if loss <= most else 0.0 for loss in losses]
        return chance.choices(lines, weights)[0]


LEVELS: dict[int, Level] = {
    1: Level(depth=1, spread=50, oversight=0.0, sees_wins=False),
    2: Level(depth=2, spread=30, oversight=0.5, sees_wins=False),
    3: Level(depth=3, spread=20, oversight=0.25),
    4: Level(depth=4, spread=15, oversight=0.12),
    5: Level(depth=5, spread=12, oversight=0.06),
    6: Level(depth=6, spread=10, oversight=0.03),
    7: Level(depth=7, spread=8, oversight=0.01),
    8: Level(depth=8, spread=6, oversight=0.0),
    9: Level(depth=10, spread=5, oversight=0.0),
}
"""Level 10 is the engine without any of this."""
FULL_STRENGTH = 10


def level_of(number: int | None) -> Level | None:
    """None for full strength. Raises ValueError for anything but 1-10."""
    if number is None or number == FULL_STRENGTH:
        return None
    if number not in LEVELS:
        raise ValueError(f"a level is a whole number from 1 to {FULL_STRENGTH}, not {number!r}")
    return LEVELS[number]
