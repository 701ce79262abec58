"""The fixed piece of work that gives the engine its signature."""

from __future__ import annotations

from crownhead.engine.bench import bench, positions


def test_forty_positions_that_go_on() -> None:
    assert len(positions()) == len(set(positions())) == 40
    assert not any(position.is_over for position in positions())


SIGNATURE = 8_309_611
"""As the last commit says that changed it: whoever changes play writes the new one here and as `Bench:`."""


def test_the_signature_is_that_of_the_last_change_of_play() -> None:
    assert bench().nodes == SIGNATURE


def test_the_signature_is_the_same_twice() -> None:
    assert bench(depth=6).nodes == bench(depth=6).nodes
