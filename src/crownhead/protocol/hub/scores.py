"""Scores as the Hub protocol writes them: in men, and above 90 a win.

A win in n plies is 100 less n hundredths, so a sooner win is more; one of unknown distance is UNKNOWN_WIN.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.engine.score import Score, ScoreKind

if TYPE_CHECKING:
    from crownhead.rules.colour import Colour

UNKNOWN_WIN = 91.0
_LEAST_KNOWN = 92.0
_LEAST_WIN = 90.0
_MOST_EVALUATION = 89.0


def write_score(score: Score) -> str:
    """From the view of the score's colour."""
    match score.kind:
        case ScoreKind.WIN:
            value = _win(score.plies)
        case ScoreKind.LOSS:
            value = -_win(score.plies)
        case ScoreKind.DRAW:
            value = 0.0
        case _:
            value = max(-_MOST_EVALUATION, min(score.centimen / 100, _MOST_EVALUATION))
    return f"{value:.2f}"


def parse_score(value: float, colour: Colour) -> Score:
    """What an engine said for `colour`. Its wins are its word, not proof."""
    if abs(value) <= _LEAST_WIN:
        return Score(ScoreKind.EVALUATION, round(100 * value), colour)
    plies = round(100 * (100 - abs(value))) if abs(value) >= _LEAST_KNOWN else None
    return Score.win(colour if value > 0 else colour.opponent, plies).seen_by(colour)


def _win(plies: int | None) -> float:
    return UNKNOWN_WIN if plies is None else max(100 - plies / 100, _LEAST_KNOWN)
