"""How good a move was: measured by how much of the expected result it gave away."""

from __future__ import annotations

import math
from enum import Enum
from typing import TYPE_CHECKING

from crownhead.engine.score import ScoreKind

if TYPE_CHECKING:
    from crownhead.engine.score import Score

SPREAD = 60
"""Hundredths of a man: so far ahead a player expects 1/(1+1/e), about 0.73 of a game."""


class Grade(Enum):
    """From what is given away of the expected result, where a win is 1 and a draw a half."""

    FORCED = ("forced", "", None)
    BEST = ("best", "", None)
    GOOD = ("good", "", None)
    INACCURACY = ("inaccuracy", "?!", 0.08)
    MISTAKE = ("mistake", "?", 0.17)
    BLUNDER = ("blunder", "??", 0.30)

    def __init__(self, title: str, mark: str, least: float | None) -> None:
        self.title = title
        self.mark = mark
        """As in print."""
        self.least = least
        """Given away at least; None for moves without fault."""

    @property
    def is_fault(self) -> bool:
        """Whether it is an inaccuracy, a mistake or a blunder."""
        return self.least is not None

    @classmethod
    def of_loss(cls, loss: float) -> Grade:
        """The grade of a move that gives away so much of the expected result."""
        for grade in (cls.BLUNDER, cls.MISTAKE, cls.INACCURACY):
            if grade.least is not None and loss >= grade.least:
                return grade
        return cls.GOOD


FAULTS = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)


def expectation(score: Score) -> float:
    """The share of a game that a score promises to the player whose view it is: 1, 0, or between."""
    match score.kind:
        case ScoreKind.WIN:
            return 1.0
        case ScoreKind.LOSS:
            return 0.0
        case ScoreKind.DRAW:
            return 0.5
    return 1 / (1 + math.exp(-score.centimen / SPREAD))


def faults_per_100(losses: list[float]) -> float | None:
    """Of moves where there was a choice; None where there was none."""
    if not losses:
        return None
    return 100 * sum(Grade.of_loss(loss).is_fault for loss in losses) / len(losses)
