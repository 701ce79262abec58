"""Elo from results of pairs of games.

Both games of a pair begin from the same opening with the colours exchanged. They are not independent: a good
opening for Black gives one side a win here and the other a win there. The pair is therefore the unit that is
counted, with five possible scores, 0 to 2 points in halves (hence pentanomial), and its spread gives the
error bars.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erf, inf, log10, sqrt

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What each of the five results of a pair is worth a game."""

CONFIDENCE = 1.959964
"""Standard errors on either side of the mean that hold 95% of a normal distribution."""


def expected_score(elo: float) -> float:
    """Points a game that the stronger by so many Elo expects."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The inverse: Elo of points a game, infinite for a clean sheet."""
    if score <= 0:
        return -inf
    return inf if score >= 1 else 400 * log10(score / (1 - score))


@dataclass(frozen=True, slots=True)
class Pairs:
    """How many pairs gave 0, 1/2, 1, 1 1/2 and 2 points to the first player."""

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    def plus(self, points: float) -> Pairs:
        """With one more pair, which gave 0 to 2 points."""
        none, half, one, more, two = (n + (round(2 * points) == i) for i, n in enumerate(self.counts))
        return Pairs((none, half, one, more, two))

    def __len__(self) -> int:
        return sum(self.counts)

    @property
    def score(self) -> float:
        """Points a game, on average."""
        return sum(n * s for n, s in zip(self.counts, PAIR_SCORES, strict=True)) / len(self)

    @property
    def variance(self) -> float:
        """Of a pair's points a game."""
        mean = self.score
        return sum(n * (s - mean) ** 2 for n, s in zip(self.counts, PAIR_SCORES, strict=True)) / len(self)

    @property
    def error(self) -> float:
        """The standard error of the score."""
        return sqrt(self.variance / len(self))

    @property
    def elo(self) -> float:
        return elo_of(self.score)

    @property
    def elo_bounds(self) -> tuple[float, float]:
        """Between these the truth lies with 95% confidence."""
        margin = CONFIDENCE * self.error
        return elo_of(self.score - margin), elo_of(self.score + margin)

    @property
    def superiority(self) -> float:
        """The probability that the first player is the stronger one."""
        if self.error == 0:
            return 0.5 if self.score == 0.5 else float(self.score > 0.5)
        return (1 + erf((self.score - 0.5) / self.error / sqrt(2))) / 2
