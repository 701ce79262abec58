"""The display of long work: units, rate, workers, time left."""

from __future__ import annotations

import re
from contextlib import closing

import pytest

from crownhead.processes import Processes
from crownhead.terminal.progress import WorkDisplay


def test_it_tells_units_rate_workers_and_time_left() -> None:
    with closing(Processes(2)) as pool, WorkDisplay("games", 1000, pool, before=400) as display:
        assert str(display) == "400 of 1,000 games, 0.0/s, 2 workers"
        display.advance(1)
        assert re.fullmatch(
            r"401 of 1,000 games, [\d,.]+/(s|min), 2 workers, [\d.]+ (s|min|h) left", str(display)
        )
        display.advance(0, 200)
        assert str(display).startswith("401 of 1,200 games, ")
        display.show(1200, "all")
        assert str(display).endswith(", 2 workers, 0 s left  all")


def test_what_was_done_before_is_not_counted_as_speed() -> None:
    with WorkDisplay("positions", 10, before=7) as display:
        display.show(7)
        assert str(display) == "7 of 10 positions, 0.0/s"


def interrupted() -> None:
    with WorkDisplay("shards", 5) as display:
        display.advance(2)
        raise KeyboardInterrupt


def test_a_person_who_stops_it_is_told_how_far_it_came(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert capsys.readouterr().err == "stopped after 2 of 5 shards\n"
