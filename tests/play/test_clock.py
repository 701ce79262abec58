from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crownhead import BLACK, WHITE, Colour
from crownhead.play import Clock, Control


def both(control: Control) -> Clock:
    return Clock({BLACK: control, WHITE: control})


def test_clocks_run_one_at_a_time() -> None:
    clock = both(Control(300, 3))
    clock.start(BLACK, 100)
    assert clock.times(110) == {BLACK: 290, WHITE: 300}
    clock.press(BLACK, 110)
    clock.start(WHITE, 110)
    assert clock.times(510) == {BLACK: 293, WHITE: 0}
    assert clock.fallen(410) is None
    assert clock.fallen(411) == WHITE


def test_one_may_have_a_clock_and_the_other_none() -> None:
    clock = Clock({BLACK: Control(60), WHITE: None})
    clock.start(WHITE, 0)
    assert (clock.running, clock.left(WHITE, 1e9), clock.fallen(1e9)) == (None, None, None)
    assert clock.limit(WHITE, 0) is None
    clock.press(WHITE, 10)
    clock.start(BLACK, 10)
    assert clock.left(BLACK, 15) == 55
    assert not Clock({})


def test_lateness_within_the_margin_is_forgiven() -> None:
    clock = both(Control(1, 2, margin=0.25))
    clock.start(BLACK, 0)
    assert clock.fallen(1.25) is None
    assert clock.fallen(1.26) == BLACK
    clock.press(BLACK, 1.2)
    assert clock.left(BLACK, 9) == 2, "what was overdrawn is not taken off the increment"


def test_so_many_moves_in_a_period() -> None:
    clock = both(Control(60, moves=2))
    now = 0.0
    for left, to_go in ((60, 2), (50, 1), (100, 2), (90, 1)):
        limit = clock.limit(BLACK, now)
        assert limit is not None
        assert (limit.clock, limit.moves_to_go) == (left, to_go)
        clock.start(BLACK, now)
        now += 10
        clock.press(BLACK, now)


def test_an_engine_is_never_given_nothing() -> None:
    clock = both(Control(5, 1))
    clock.start(BLACK, 0)
    limit = clock.limit(BLACK, 100)
    assert limit is not None
    assert limit.clock is not None
    assert (limit.clock > 0, limit.increment) == (True, 1)


@given(st.lists(st.tuples(st.sampled_from(list(Colour)), st.floats(0, 100)), max_size=20))
def test_no_second_is_lost_or_counted_twice(turns: list[tuple[Colour, float]]) -> None:
    clock, now, used = both(Control(5000)), 0.0, {BLACK: 0.0, WHITE: 0.0}
    for colour, seconds in turns:
        clock.start(colour, now)
        now += seconds
        used[colour] += seconds
        twin = clock.copy()
        clock.press(colour, now)
        assert twin.times(now) == clock.times(now + 1000)
    for colour in Colour:
        assert clock.left(colour, now + 1000) == pytest.approx(5000 - used[colour])


@pytest.mark.parametrize("text", ["300+3", "60+0", "1.2+0", "40/3600+30"])
def test_a_control_is_written_and_read(text: str) -> None:
    assert str(Control.of_text(text)) == text


@pytest.mark.parametrize("text", ["junk", "0+5", "", "300+", "-5", "0/300", "1e9", "9" * 400])
def test_what_is_no_control(text: str) -> None:
    assert Control.of_text(text) is None
