"""Strengths on one scale, from a child's first games to all that the engine can do.

The weaker ones play like people who are learning: they overlook what people overlook (see sight). The stronger ones
are the engine's own search, cut short after so many nodes, and take one of the moves that are nearly best. Only the
last depends on the speed of the machine. docs/levels.md says how far they are apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crownhead.engine.sight import Sight

if TYPE_CHECKING:
    from collections.abc import Sequence

STREAK = 3
"""Games in a row that must be won, or lost, before another level is suggested."""


@dataclass(frozen=True, slots=True)
class ShortSearch:
    """The engine's own search, cut short."""

    nodes: int
    spread: int
    """Hundredths of a man: a move that much worse is chosen about a third as often as the best."""


@dataclass(frozen=True, slots=True)
class Level:
    name: str
    about: str
    """What it is like to play against."""
    player: str
    """For whom it is a good opponent, in that person's words."""
    strength: Sight | ShortSearch | None
    """None for the whole engine."""


LEVELS: dict[int, Level] = dict(
    enumerate(
        (
            Level(
                "First steps",
                "Has just learnt the rules: leaves men to be taken and enjoys taking.",
                "I am just learning the rules",
                Sight(depth=1, clearness=0.2, blur=120, appetite=20),
            ),
            Level(
                "Beginner",
                "Overlooks every third jump and most double jumps.",
                "I know the rules",
                Sight(depth=2, clearness=0.64, blur=45, appetite=20),
            ),
            Level(
                "Casual",
                "Thinks of your reply, but falls for double jumps and exchanges.",
                "I play now and then",
                Sight(depth=2, clearness=0.8, blur=30, appetite=15),
            ),
            Level(
                "Hobby",
                "Seldom leaves a man to be taken; a two-for-one shot often works.",
                "I usually win at home",
                Sight(depth=2, clearness=0.88, blur=25, appetite=10),
            ),
            Level(
                "Keen",
                "Plays often, and still overlooks some long jumps.",
                "I play a lot",
                Sight(depth=2, clearness=0.935, blur=18, appetite=10),
            ),
            Level(
                "Club",
                "Thinks three moves ahead, with a slip here and there.",
                "I play in a club",
                Sight(depth=3, clearness=0.955, blur=15, appetite=5),
            ),
            Level(
                "Strong club",
                "Thinks four moves ahead and overlooks little.",
                "I win most games in my club",
                Sight(depth=4, clearness=0.98, blur=12),
            ),
            Level(
                "Tournament",
                "Overlooks nothing that is near; beat it by a plan.",
                "I play in tournaments",
                ShortSearch(nodes=800, spread=12),
            ),
            Level(
                "Expert",
                "Punishes most mistakes.",
                "I win tournaments",
                ShortSearch(nodes=2_200, spread=10),
            ),
            Level(
                "Master",
                "Reads deep combinations; a draw is a good result.",
                "I am a master",
                ShortSearch(nodes=6_500, spread=7),
            ),
            Level(
                "Grandmaster",
                "Makes hardly any mistake that a person could use.",
                "I am a grandmaster",
                ShortSearch(nodes=30_000, spread=3),
            ),
            Level(
                "Full strength",
                "All that the engine can do in its time, with the endgame databases.",
                "Nobody beats me",
                None,
            ),
        ),
        1,
    )
)
FULL_STRENGTH = max(LEVELS)
"""The number of the level without any limit of its own."""
DEFAULT_LEVEL = 3
"""One that somebody who knows the rules can beat."""


def strength_of(number: int) -> Sight | ShortSearch | None:
    """None for full strength. Raises ValueError for anything that is no level."""
    if number not in LEVELS:
        raise ValueError(f"a level is a whole number from 1 to {FULL_STRENGTH}, not {number!r}")
    return LEVELS[number].strength


def suggested_level(level: int, points: Sequence[float]) -> int | None:
    """The next level after three wins in a row against this one, the one below after three losses, or None.

    The points are a person's, 1, 1/2 or 0 a game, the latest game last.
    """
    latest = set(points[-STREAK:]) if len(points) >= STREAK else set()
    step = 1 if latest == {1} else -1 if latest == {0} else 0
    return level + step if step and level + step in LEVELS else None
