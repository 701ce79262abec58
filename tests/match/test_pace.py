from __future__ import annotations

import pytest

from crownhead.engine.limit import Limit
from crownhead.match.pace import Pace
from crownhead.play.clock import Control


def test_a_pace_with_a_clock_limits_a_move_by_its_share() -> None:
    pace = Pace(clock=10.0, increment=0.5, margin=0.25, depth=9)
    assert pace.control == Control(10.0, 0.5, margin=0.25)
    assert pace.limit(Limit(clock=7.5, increment=0.5)) == Limit(clock=7.5, increment=0.5, depth=9)


def test_a_pace_without_a_clock_limits_every_move_alike() -> None:
    assert Pace(nodes=100).control is None
    assert Pace(nodes=100).limit(None) == Limit(nodes=100)
    assert Pace(depth=7).limit(None) == Limit(depth=7)
    assert Pace(move_time=0.5, nodes=100).limit(None) == Limit(time=0.5, nodes=100)
    assert Pace(move_time=0.5, cpu=True).limit(None) == Limit(time=0.5, cpu=True)
    assert Pace(clock=9.0, cpu=True).limit(Limit(clock=7.5)) == Limit(clock=7.5, cpu=True)


def test_who_takes_too_long_for_a_move_is_late() -> None:
    assert Pace(move_time=1.0, margin=0.25).forgives(1.25)
    assert not Pace(move_time=1.0, margin=0.25).forgives(1.26)
    assert Pace(nodes=100).forgives(1e6)


@pytest.mark.parametrize(
    ("pace", "text"),
    [
        (Pace(clock=10, increment=0.1), "10+0.1 s"),
        (Pace(move_time=0.05, cpu=True), "0.05 s a move of processor time"),
        (Pace(nodes=5000, depth=9), "5000 nodes, depth 9"),
    ],
)
def test_a_pace_is_told_in_words(pace: Pace, text: str) -> None:
    assert str(pace) == text
