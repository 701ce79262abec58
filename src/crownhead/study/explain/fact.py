"""Facts about a move, and the words of lines."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crownhead.rules.move import Move
    from crownhead.rules.position import Position


class Motif(Enum):
    """What a fact is about."""

    FORCED = "forced"
    ENDS = "ends the game"
    TAKES = "takes"
    SHOT = "shot"
    EXCHANGE = "exchange"
    SACRIFICE = "sacrifice"
    ALLOWS = "allows a shot"
    CROWNS = "crowns"
    RUNS = "runs home"
    LETS_THROUGH = "lets a man through"
    BRIDGE = "breaks the bridge"
    THREAT = "threat"
    PARRIES = "parries a threat"
    CONFINES = "leaves few good replies"
    OPPOSITION = "has the move"
    NEAR_HOME = "near the last row"
    CENTRE = "centre"
    FREES = "frees a man"
    SUPPORTS = "supports a man"
    APPROACHES = "a king comes nearer"
    SIDE = "side of the board"
    BACK_ROW = "back row"
    REPEATS = "repeats"
    PROVED = "proved"
    DATABASE = "database"
    THROWN_AWAY = "thrown away"
    BEST = "best"
    WORSE = "worse than the best"
    ANSWER = "the best answer"

    @property
    def is_informative(self) -> bool:
        """Whether it gives a reason, and is not only a comparison with what the engine would play."""
        return self not in (Motif.FORCED, Motif.BEST, Motif.WORSE)


@dataclass(frozen=True, slots=True)
class Fact:
    motif: Motif
    text: str
    line: tuple[Move, ...] = ()
    """Moves that show it, from the position before the move or, for what the other player can do, after."""


def written(position: Position, line: Iterable[Move]) -> str:
    return " ".join(position.line_notation(line))


def count(pieces: int) -> str:
    return f"{pieces} piece" if pieces == 1 else f"{pieces} pieces"
