"""The sequential probability ratio test: play until the question is answered, and no longer.

The question is whether the first player is rather `elo1` or rather `elo0` stronger than the second. After
each pair of games the log-likelihood ratio of the two is compared with two bounds; beyond one of them the
test ends, with error rates of about alpha (elo1 accepted though elo0 is true) and beta (the other way round).

The ratio is the generalised one for five results: the distribution of results is unknown, so under each
hypothesis it is the most likely one of all that have the mean of the hypothesis. With N_i pairs of score s_i
that is

    p_i = N_i / N / (1 + t (s_i - mean)),    t such that the p_i sum up to 1,

and the ratio is the sum of N_i log(p1_i / p0_i).

Elo is measured by the mean alone. Normalized Elo is the mean in units of the spread of a game, so that the same
difference takes about as many games whether most of them are drawn or few; a hypothesis then fixes the ratio
t = (mean - 1/2) / spread of a pair instead of the mean.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import log, sqrt
from typing import TYPE_CHECKING

from crownhead.match.elo import PAIR_SCORES, expected_score

if TYPE_CHECKING:
    from crownhead.match.elo import Pairs

UNSEEN = 1e-3
"""Stands for a count of 0: what was not seen yet is not impossible."""

NORMALIZED_ELO = 800 / log(10)
"""Of a mean that lies one spread of a game above a half."""

_HALVINGS = 100
_ROUNDS = 20
"""More than enough for the spread to settle."""


class SprtVerdict(Enum):
    STRONGER = "elo1 accepted"
    NOT_STRONGER = "elo0 accepted"
    OPEN = "undecided"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Sprt:
    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = 0.05
    beta: float = 0.05
    normalized: bool = False
    """The two are differences of normalized Elo."""

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0 must be less than elo1, not {self.elo0:g} and {self.elo1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"alpha and beta lie between 0 and 0.5, not {self.alpha:g} and {self.beta:g}")

    @property
    def lower(self) -> float:
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        return log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Pairs) -> float:
        """The log-likelihood ratio; 0 before the first pair."""
        if not len(pairs):
            return 0.0
        counts = [count or UNSEEN for count in pairs.counts]
        p0, p1 = (self._likeliest(counts, elo) for elo in (self.elo0, self.elo1))
        return sum(n * log(b / a) for n, a, b in zip(counts, p0, p1, strict=True))

    def _likeliest(self, counts: list[float], elo: float) -> list[float]:
        if self.normalized:
            return likeliest_of_ratio(
                counts, elo / NORMALIZED_ELO * sqrt(2)
            )  # a pair has less spread than a game
        return likeliest(counts, expected_score(elo))

    def verdict(self, pairs: Pairs) -> SprtVerdict:
        ratio = self.ratio(pairs)
        if ratio >= self.upper:
            return SprtVerdict.STRONGER
        return SprtVerdict.NOT_STRONGER if ratio <= self.lower else SprtVerdict.OPEN


def likeliest(counts: list[float], mean: float) -> list[float]:
    """The most likely probabilities of the five scores, given how often each was seen and their mean."""
    return _balanced(counts, [score - mean for score in PAIR_SCORES])


def likeliest_of_ratio(counts: list[float], ratio: float) -> list[float]:
    """The same given the ratio of what the mean has above a half to the spread.

    Near the answer the condition is linear in the probabilities, with coefficients that depend on mean and spread; so
    these are taken from the last answer, and the answer from them, until they stay.
    """
    found = [1 / len(PAIR_SCORES)] * len(PAIR_SCORES)
    for _ in range(_ROUNDS):
        mean = sum(p * score for p, score in zip(found, PAIR_SCORES, strict=True))
        spread = sqrt(sum(p * (score - mean) ** 2 for p, score in zip(found, PAIR_SCORES, strict=True)))
        found = _balanced(
            counts,
            [s - 0.5 - ratio * spread / 2 * (1 + ((s - mean) / spread) ** 2) for s in PAIR_SCORES],
        )
    return found


def _balanced(counts: list[float], aways: list[float]) -> list[float]:
    """The most likely probabilities for which the mean of `aways` is 0."""
    total = sum(counts)
    seen = [(count / total, away) for count, away in zip(counts, aways, strict=True)]

    def surplus(t: float) -> float:
        """Falls as t grows; 0 where the mean is right, and then the probabilities sum up to 1 too."""
        return sum(p * away / (1 + t * away) for p, away in seen)

    low, high = -1 / max(aways), -1 / min(aways)  # between these, all probabilities are positive
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if surplus(middle) > 0 else (low, middle)
    return [p / (1 + low * away) for p, away in seen]
