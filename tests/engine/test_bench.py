"""The fixed piece of work that gives the engine its signature."""

from __future__ import annotations

from crownhead.engine.bench import bench, positions


def test_forty_positions_that_go_on() -> None:
    assert len(positions()) == len(set(positions())) == 40
    assert not any(position.is_over for position in positions())


def test_the_signature_is_the_same_twice() -> None:
    assert bench(depth=6).nodes == bench(depth=6).nodes
