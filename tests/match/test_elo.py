from __future__ import annotations

from functools import reduce
from math import inf, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crownhead.match.elo import Pairs, elo_of, expected_score


@pytest.mark.parametrize(
    ("elo", "score"),
    # From the table of expectancies that Elo's formula is usually printed with.
    [(0, 0.5), (100, 0.64), (200, 0.76), (400, 0.909), (-100, 0.36), (-400, 0.0909)],
)
def test_printed_expectancies(elo: float, score: float) -> None:
    assert expected_score(elo) == pytest.approx(score, abs=0.0006)


@given(st.floats(-1500, 1500))
def test_elo_and_score_are_inverse(elo: float) -> None:
    assert elo_of(expected_score(elo)) == pytest.approx(elo, abs=1e-6)


def test_a_clean_sheet_is_infinite() -> None:
    assert elo_of(1) == inf
    assert elo_of(0) == -inf


def test_figures_by_hand() -> None:
    """90 pairs, 10 20 30 20 10: the mean is a half; the squares are 10/4 + 20/16 on either side."""
    pairs = Pairs((10, 20, 30, 20, 10))
    assert len(pairs) == 90
    assert pairs.score == 0.5
    assert pairs.variance == pytest.approx(2 * (10 / 4 + 20 / 16) / 90)
    assert pairs.error == pytest.approx(sqrt(7.5 / 90 / 90))
    assert pairs.elo == 0
    assert pairs.superiority == 0.5
    low, high = pairs.elo_bounds
    assert low == pytest.approx(-high)
    assert high == pytest.approx(elo_of(0.5 + 1.96 * sqrt(7.5) / 90), rel=1e-3)


def test_superiority_is_a_normal_distribution() -> None:
    """One standard error above a half: 84.13% of the distribution lie below."""
    pairs = Pairs((0, 50, 0, 50 + 20, 0))
    errors = (pairs.score - 0.5) / pairs.error
    assert errors == pytest.approx(1.852, abs=0.001)
    assert pairs.superiority == pytest.approx(0.968, abs=0.0005)  # as tables of the distribution have it


def test_pairs_are_counted_by_points() -> None:
    assert reduce(Pairs.plus, [0, 0.5, 1, 1, 1.5, 2, 2], Pairs()).counts == (1, 1, 2, 1, 2)


def test_sure_results() -> None:
    assert Pairs((0, 0, 0, 0, 3)).superiority == 1
    assert Pairs((0, 0, 3, 0, 0)).superiority == 0.5
