"""The rating of a solver: Glicko-2, by Mark Glickman, with a problem as the opponent.

http://www.glicko.net/glicko/glicko2.pdf, whose steps are named here. The numbers of its example are a test.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

SCALE = 173.7178
CHANGE = 0.5
"""The paper's tau: how much the volatility may change."""
PRECISION = 1e-6


class SolverRating(NamedTuple):
    rating: float
    deviation: float
    volatility: float = 0.06


class Result(NamedTuple):
    """Against one opponent."""

    rating: float
    deviation: float
    score: float
    """1 if it was won, 0 if it was lost."""


def updated(player: SolverRating, results: Sequence[Result]) -> SolverRating:
    """After one rating period."""
    phi = player.deviation / SCALE
    if not results:
        return player._replace(deviation=math.hypot(phi, player.volatility) * SCALE)
    expected = [(_g(one.deviation / SCALE), _expected(player, one), one.score) for one in results]
    variance = 1 / sum(g * g * e * (1 - e) for g, e, _ in expected)  # step 3
    surplus = sum(g * (score - e) for g, e, score in expected)
    volatility = _volatility(phi, player.volatility, variance, variance * surplus)
    before = math.hypot(phi, volatility)  # step 6
    deviation = 1 / math.sqrt(1 / before**2 + 1 / variance)  # step 7
    return SolverRating(player.rating + SCALE * deviation**2 * surplus, SCALE * deviation, volatility)


def _g(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _expected(player: SolverRating, one: Result) -> float:
    return 1 / (1 + math.exp(-_g(one.deviation / SCALE) * (player.rating - one.rating) / SCALE))


def _volatility(phi: float, sigma: float, variance: float, improvement: float) -> float:
    """Step 5: the root of f, between two bounds that are drawn together."""
    start = math.log(sigma**2)
    gain = improvement**2 - phi**2 - variance

    def f(x: float) -> float:
        spread = phi**2 + variance + math.exp(x)
        return math.exp(x) * (gain - math.exp(x)) / (2 * spread**2) - (x - start) / CHANGE**2

    low = start
    if gain > 0:
        high = math.log(gain)
    else:
        steps = 1
        while f(start - steps * CHANGE) < 0:
            steps += 1
        high = start - steps * CHANGE
    at_low, at_high = f(low), f(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
