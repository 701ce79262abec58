"""The sequential probability ratio test: play until the question is answered, and no longer.

The question is whether the first player is rather `elo1` or rather `elo0` stronger than the second. After
each pair of games the log-likelihood ratio of the two is compared with two bounds; beyond one of them the
test ends, with error rates of about alpha (elo1 accepted though elo0 is true) and beta (the other way round).

The ratio is the generalised one for five results: the distribution of results is unknown, so under each
hypothesis it is the most likely one of all that have the mean of the hypothesis. With N_i pairs of score s_i
that is

    p_i = N_i / N / (1 + t (s_i - mean)),    t such that the p_i sum up to 1,

and the ratio is the sum of N_i log(p1_i / p0_i).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import log
from typing import TYPE_CHECKING

from crownhead.match.elo import PAIR_SCORES, expected_score

if TYPE_CHECKING:
    from crownhead.match.elo import Pairs

UNSEEN = 1e-3
"""Stands for a count of 0: what was not seen yet is not impossible."""

_HALVINGS = 100


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
        p0 = likeliest(counts, expected_score(self.elo0))
        p1 = likeliest(counts, expected_score(self.elo1))
        return sum(n * log(b / a) for n, a, b in zip(counts, p0, p1, strict=True))

    def verdict(self, pairs: Pairs) -> SprtVerdict:
        ratio = self.ratio(pairs)
        if ratio >= self.upper:
            return SprtVerdict.STRONGER
        return SprtVerdict.NOT_STRONGER if ratio <= self.lower else SprtVerdict.OPEN


def likeliest(counts: list[float], mean: float) -> list[float]:
    """The most likely probabilities of the five scores, given how often each was seen and their mean."""
    total = sum(counts)
    seen = [(count / total, score - mean) for count, score in zip(counts, PAIR_SCORES, strict=True)]

    def surplus(t: float) -> float:
        """Falls as t grows; 0 where the mean is right, and then the probabilities sum up to 1 too."""
        return sum(p * away / (1 + t * away) for p, away in seen)

    # Between these, all probabilities are positive.
    low, high = -1 / (PAIR_SCORES[-1] - mean), 1 / (mean - PAIR_SCORES[0])
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if surplus(middle) > 0 else (low, middle)
    return [p / (1 + low * away) for p, away in seen]
