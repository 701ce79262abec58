"""How long an engine may think."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crownhead.engine import Limit
from crownhead.engine.limit import SAFETY


@pytest.mark.parametrize(
    "nonsense",
    [
        {},
        {"time": -1.0},
        {"time": float("nan")},
        {"time": float("inf")},
        {"depth": 0},
        {"depth": 2.5},
        {"depth": True},
        {"nodes": 0},
        {"clock": -0.1},
        {"clock": 10.0, "moves_to_go": 0},
        {"clock": 10.0, "increment": -1.0},
        {"time": 1.0, "increment": 1.0},
        {"time": 1.0, "moves_to_go": 5},
    ],
)
def test_nonsense_is_refused(nonsense: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"must be|need"):
        Limit(**nonsense)  # type: ignore[arg-type]


def test_a_time_is_used_whole() -> None:
    assert Limit(time=2.5).budget() == (2.5, 2.5)


def test_depth_and_nodes_take_as_long_as_they_take() -> None:
    assert Limit(depth=5).budget() == (None, None)
    assert Limit(nodes=5).budget() == (None, None)
    assert Limit(infinite=True).budget() == (None, None)


@given(
    clock=st.floats(0.001, 7200),
    increment=st.floats(0, 60),
    moves_to_go=st.none() | st.integers(1, 100),
)
def test_a_clock_never_runs_out(clock: float, increment: float, moves_to_go: int | None) -> None:
    soft, hard = Limit(clock=clock, increment=increment, moves_to_go=moves_to_go).budget()
    assert soft is not None
    assert hard is not None
    assert soft > 0
    assert 0 < hard < clock


@given(clock=st.floats(1, 7200), moves_to_go=st.integers(1, 60))
def test_a_clock_lasts_for_its_moves(clock: float, moves_to_go: int) -> None:
    left = clock
    for still in range(moves_to_go, 0, -1):
        _, hard = Limit(clock=left, moves_to_go=still).budget()
        assert hard is not None
        left -= hard
    assert left > 0


def test_the_shorter_of_time_and_clock_counts() -> None:
    assert Limit(clock=600, time=0.01).budget() == (0.01, 0.01)


def test_the_last_hundredths_of_a_clock_are_left_alone() -> None:
    _, hard = Limit(clock=0.1, moves_to_go=1).budget()
    assert hard is not None
    assert hard <= 0.1 - SAFETY
