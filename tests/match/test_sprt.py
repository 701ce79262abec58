"""The expected figures come from elsewhere: the test-suite of fastchess, which runs matches between chess
engines, publishes log-likelihood ratios of pentanomial results; the simple cases are worked out by hand."""

from __future__ import annotations

from math import log
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crownhead.match.elo import PAIR_SCORES, Pairs, expected_score
from crownhead.match.sprt import Sprt, SprtVerdict, likeliest


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "ratio"),
    [
        ((223, 9863, 20279 + 1000, 10037, 246), 0.5, 2.5, -3.07),
        ((871, 26175, 55003 + 980, 26678, 821), 0.0, 2.0, -4.98),
    ],
)
def test_published_ratios(
    counts: tuple[int, int, int, int, int], elo0: float, elo1: float, ratio: float
) -> None:
    assert Sprt(elo0, elo1).ratio(Pairs(counts)) == pytest.approx(ratio, abs=0.01)


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "ratio"),
    [
        ((365, 16618, 36029 + 200, 16974, 390), 0.0, 2.0, 2.25),
        ((127, 4883, 10311 + 401, 5150, 104), -1.75, 0.25, 3.01),
    ],
)
def test_published_ratios_of_normalized_elo(
    counts: tuple[int, int, int, int, int], elo0: float, elo1: float, ratio: float
) -> None:
    assert Sprt(elo0, elo1, normalized=True).ratio(Pairs(counts)) == pytest.approx(ratio, abs=0.01)


def test_only_wins_and_losses_have_a_closed_form() -> None:
    """With two results, a mean allows one distribution only: the ratio is that of a biased coin."""
    s0, s1 = expected_score(0), expected_score(10)
    by_hand = 700 * log(s1 / s0) + 650 * log((1 - s1) / (1 - s0))
    assert Sprt(0, 10).ratio(Pairs((650, 0, 0, 0, 700))) == pytest.approx(by_hand, abs=0.01)


def test_what_was_not_seen_yet_hardly_counts() -> None:
    """Wins only: of all distributions with a mean, the likeliest has as many wins as the mean lets it have."""
    s0, s1 = expected_score(0), expected_score(100)
    assert Sprt(0, 100).ratio(Pairs((0, 0, 0, 0, 50))) == pytest.approx(50 * log(s1 / s0), abs=0.05)


def test_ratio_is_near_its_normal_approximation() -> None:
    """For many pairs, N (s1 - s0) (2 mean - s0 - s1) / (2 variance)."""
    pairs = Pairs((100, 900, 2000, 1000, 120))
    s0, s1 = expected_score(0), expected_score(5)
    approximation = len(pairs) * (s1 - s0) * (2 * pairs.score - s0 - s1) / (2 * pairs.variance)
    assert Sprt(0, 5).ratio(pairs) == pytest.approx(approximation, rel=0.02)


def test_bounds_are_walds() -> None:
    """log(0.05 / 0.95) and log(0.95 / 0.05)."""
    assert Sprt().lower == pytest.approx(-2.944, abs=0.001)
    assert Sprt().upper == pytest.approx(2.944, abs=0.001)
    assert Sprt(alpha=0.01, beta=0.1).upper == pytest.approx(log(90))
    assert Sprt(alpha=0.01, beta=0.1).lower == pytest.approx(log(0.1 / 0.99))


def test_verdicts() -> None:
    test = Sprt(0, 10)
    assert test.ratio(Pairs()) == 0.0
    assert test.verdict(Pairs()) is SprtVerdict.OPEN
    assert test.verdict(Pairs((0, 100, 400, 300, 50))) is SprtVerdict.STRONGER
    assert test.verdict(Pairs((50, 300, 400, 100, 0))) is SprtVerdict.NOT_STRONGER


@pytest.mark.parametrize(
    "values",
    [{"elo0": 5, "elo1": 5}, {"elo0": 5, "elo1": 0}, {"alpha": 0}, {"beta": 0.5}, {"elo1": float("nan")}],
)
def test_nonsense_is_refused(values: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"elo0|alpha"):
        Sprt(**values)


counts = st.lists(st.integers(1, 10_000), min_size=5, max_size=5)


@given(counts, st.floats(0.05, 0.95))
def test_the_likeliest_distribution_has_the_mean_and_sums_to_one(seen: list[float], mean: float) -> None:
    probabilities = likeliest(seen, mean)
    assert sum(probabilities) == pytest.approx(1, abs=1e-6)
    assert sum(p * s for p, s in zip(probabilities, PAIR_SCORES, strict=True)) == pytest.approx(
        mean, abs=1e-6
    )


@given(counts, st.floats(0.05, 0.95), st.integers(0, 4), st.integers(0, 4), st.integers(0, 4))
def test_no_other_distribution_with_the_mean_is_likelier(
    seen: list[float], mean: float, a: int, b: int, c: int
) -> None:
    """A step that keeps sum and mean, in either direction, must not raise the likelihood."""
    if len({a, b, c}) < 3:
        return
    best = likeliest(seen, mean)
    direction = [0.0] * 5
    direction[a], direction[b], direction[c] = float(b - c), float(c - a), float(a - b)
    for step in (1e-4, -1e-4):
        other = [p + step * min(best) * d / 4 for p, d in zip(best, direction, strict=True)]
        gain = sum(n * log(q / p) for n, p, q in zip(seen, best, other, strict=True))
        assert gain <= 1e-6 * sum(seen)


@given(st.tuples(*[st.integers(0, 500)] * 5))
def test_exchanging_the_players_mirrors_the_test(seen: tuple[int, int, int, int, int]) -> None:
    there = Sprt(-3, 8).ratio(Pairs(seen))
    back = Sprt(-8, 3).ratio(Pairs((seen[4], seen[3], seen[2], seen[1], seen[0])))
    assert there == pytest.approx(-back, abs=1e-6)
