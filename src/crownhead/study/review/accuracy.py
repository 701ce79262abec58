"""How well a player played, in one number: docs/studying.md says what players of known strength get."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from crownhead.engine.score import ScoreKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crownhead.engine.score import Score

SPREAD = 250
"""Hundredths of a man. Wider than for grades: a man counts too where the game is all but lost or won."""
DECIDED = 1200
"""Hundredths of a man: what a proved win is worth here."""
NOISE = 0.02
"""Differences below it count little: two searches of equal moves differ as much."""
STRICTNESS = 12.0
FEWEST = 5
"""Moves with a choice. Of fewer nothing can be said."""


def accuracy(moves: Iterable[tuple[Score, Score]]) -> float | None:
    """0 to 100, from what the best and the played move were worth, for every move with a choice.

    What each move gave away is added up, and divided by how open the game was at these moves: where nothing is left
    to lose, nothing is proved. None where there were too few moves.
    """
    given_away = openness = 0.0
    count = 0
    for best, played in moves:
        count += 1
        if best.kind is ScoreKind.LOSS:
            continue
        before = standing(best)
        lost = max(before - standing(played), 0.0)
        counted = lost * lost / (lost + NOISE)
        given_away += counted
        openness += max(4 * before * (1 - before), counted)
    if count < FEWEST or openness == 0:
        return None
    return 100 * math.exp(-STRICTNESS * given_away / openness)


def standing(score: Score) -> float:
    """From 0, lost, to 1, won."""
    match score.kind:
        case ScoreKind.WIN:
            men = DECIDED
        case ScoreKind.LOSS:
            men = -DECIDED
        case ScoreKind.DRAW:
            men = 0
        case _:
            men = max(-DECIDED, min(score.centimen, DECIDED))
    return 1 / (1 + math.exp(-men / SPREAD))
