from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from crownhead.match.schedule import schedule
from crownhead.record.openings.sets import SETS, OpeningLine, opening_set
from crownhead.rules.colour import BLACK, WHITE

SOME = [OpeningLine(str(number), "B:W30:B1") for number in range(5)]


def test_each_opening_is_played_with_both_colours() -> None:
    games = list(schedule(SOME, 10, seed=1))
    assert [game.number for game in games] == list(range(10))
    for black, white in zip(games[::2], games[1::2], strict=True):
        assert black.opening == white.opening
        assert black.first_is_black
        assert not white.first_is_black
        assert black.pair == white.pair
    assert Counter(game.opening.name for game in games) == dict.fromkeys("01234", 2)


def test_openings_come_again_in_another_order_when_all_were_played() -> None:
    games = list(schedule(SOME, 100, seed=3))
    rounds = [[game.opening.name for game in games[start : start + 10 : 2]] for start in range(0, 100, 10)]
    assert all(sorted(names) == list("01234") for names in rounds)
    assert len({tuple(names) for names in rounds}) > 1


def test_a_longer_schedule_begins_like_a_shorter_one() -> None:
    assert list(schedule(SOME, 7, seed=2)) == list(islice(schedule(SOME, 1000, seed=2), 7))
    assert list(schedule(SOME, 10, seed=1)) != list(schedule(SOME, 10, seed=2))


@pytest.mark.parametrize("name", SETS)
def test_openings_can_be_played(name: str) -> None:
    openings = opening_set(name)
    assert len({opening.name for opening in openings}) == len(openings)
    for opening in openings[::5]:
        board = opening.board()
        assert not board.is_over
        assert OpeningLine.of(board, opening.name) == opening


def test_eleven_man_ballots_lack_a_man_each() -> None:
    openings = opening_set("11-man")
    for opening in openings[::37]:
        start = opening.board().history[0]
        gone = set(range(1, 33)) - set(map(int, start.pieces())) - set(range(13, 21))
        assert len(gone) == 2
        assert min(gone) in range(5, 13)
        assert max(gone) in range(21, 29)
        assert len(start.pieces(BLACK)) == len(start.pieces(WHITE)) == 11
        assert len(opening.moves) == 2
    starts = {opening.fen for opening in openings}
    assert len(starts) == 64
