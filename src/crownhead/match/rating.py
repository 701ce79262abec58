"""Elo of many players from the matches between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from crownhead.match.elo import expected_score

if TYPE_CHECKING:
    from collections.abc import Iterable

ROUNDS = 400
"""Of improvement; each changes a rating by 100 at most."""


class Meeting(NamedTuple):
    """What two players made of their games."""

    first: str
    second: str
    score: float
    """Points a game of the first."""
    weight: float
    """Games, or pairs of games."""


def fitted(meetings: Iterable[Meeting], zero: str | None = None) -> dict[str, float]:
    """The Elo by which each would expect as many points as it made (Bradley and Terry).

    `zero` is the player whose Elo is 0; without one that has played, the mean is. Who won or lost everything ends far
    off, but not at infinity.
    """
    played = list(meetings)
    elo = {name: 0.0 for meeting in played for name in (meeting.first, meeting.second)}
    for _ in range(ROUNDS):
        surplus, weight = dict.fromkeys(elo, 0.0), dict.fromkeys(elo, 0.0)
        for first, second, score, games in played:
            expected = expected_score(elo[first] - elo[second])
            for name, sign in ((first, 1), (second, -1)):
                surplus[name] += sign * games * (score - expected)
                weight[name] += games * expected * (1 - expected)
        for name in elo:
            elo[name] += max(-100.0, min(100.0, 150 * surplus[name] / max(weight[name], 1e-9)))
    base = elo[zero] if zero in elo else sum(elo.values()) / max(len(elo), 1)
    return {name: value - base for name, value in elo.items()}
