from __future__ import annotations

import pytest

from crownhead.match.pace import Clock, Pace


def test_a_clock_runs_down_and_gains_its_increment() -> None:
    clock = Clock(Pace(clock=10.0, increment=0.5))
    assert clock.limit().clock == 10.0
    assert clock.spend(3.0, 1.0)
    assert clock.remaining == 7.5
    limit = clock.limit()
    assert (limit.clock, limit.increment) == (7.5, 0.5)


def test_who_oversteps_the_margin_is_late() -> None:
    assert Clock(Pace(clock=1.0, margin=0.25)).spend(1.25, 0)
    assert not Clock(Pace(clock=1.0, margin=0.25)).spend(1.26, 0)
    assert Clock(Pace(move_time=1.0, margin=0.25)).spend(1.25, 0)
    assert not Clock(Pace(move_time=1.0, margin=0.25)).spend(1.26, 0)


def test_an_overdrawn_clock_within_the_margin_begins_again_at_nothing() -> None:
    clock = Clock(Pace(clock=1.0, increment=2.0, margin=0.25))
    assert clock.spend(1.2, 0)
    assert clock.remaining == 2.0


def test_a_clock_of_processor_time_does_not_mind_waiting() -> None:
    clock = Clock(Pace(clock=1.0, cpu=True))
    assert clock.spend(seconds=50.0, cpu_seconds=0.25)
    assert clock.remaining == 0.75
    assert not clock.spend(seconds=0.1, cpu_seconds=0.9)
    assert clock.seconds == pytest.approx(50.1)
    assert clock.cpu_seconds == pytest.approx(1.15)


def test_nodes_and_depth_know_no_lateness() -> None:
    clock = Clock(Pace(nodes=100))
    assert clock.spend(1e6, 1e6)
    assert clock.limit().nodes == 100
    assert Clock(Pace(depth=7)).limit().depth == 7


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
