"""Which draws the engine takes: those that a sensible player would."""

from __future__ import annotations

import pytest

import crownhead as ch
from crownhead.engine import ScoreKind
from crownhead.play import accepts_draw, claims_draw, opinion

KINGS = "B:WK32,31:BK1,2"
LEVEL = "B:WK32:BK1"
"""A king in each double corner: the textbook's drawn ending."""
AHEAD = "B:WK32:BK1,K2"


def scores(*centimen: int, kind: str = "evaluation") -> list[ch.Score]:
    return [ch.Score(ScoreKind(kind), number, ch.BLACK) for number in centimen]


def board(moves: int, fen: str | None = None) -> ch.Board:
    made = ch.Board(fen)
    while len(made) < moves:
        made.push(min(made.legal_moves(), key=str))
    return made


@pytest.mark.parametrize(
    ("heard", "where", "accepts"),
    [
        (scores(0, kind="draw"), board(0), True),
        (scores(-9000, kind="loss"), board(0), True),
        (scores(9000, kind="win"), board(0, KINGS), False),
        (scores(0, 0, 0), board(0), False),
        (scores(0, 0, 0), board(4), False),
        (scores(0, 0, 0), board(0, KINGS), True),
        (scores(80, 80, 80), board(0, KINGS), False),
        (scores(-120, -120), board(4), True),
        (scores(40, 0), board(0, KINGS), False),
        (scores(90, 5, 0, 5), board(0, KINGS), True),
        (scores(31, 4, 32), board(0, LEVEL), True),
        (scores(80, 80, 80), board(0, LEVEL), False),
        (scores(9000, kind="win"), board(0, LEVEL), False),
        (scores(31, 4, 32), board(0, AHEAD), False),
    ],
    ids=[
        "proved drawn",
        "proved lost",
        "proved won",
        "at the start",
        "in the opening",
        "even, few pieces",
        "better",
        "worse in the opening",
        "unclear",
        "clear by now",
        "level kings, whatever the iterations say",
        "level kings, much better",
        "level kings, proved won",
        "a king ahead",
    ],
)
def test_which_draws_the_engine_takes(heard: list[ch.Score], where: ch.Board, accepts: bool) -> None:
    assert accepts_draw(heard, where) is accepts


def test_the_opening_ends_with_twenty_moves_of_each() -> None:
    quiet = ch.Board("B:W21,22,23,24,25,K32:B1,3,4,5,6,K2")
    while len(quiet) < 40:
        assert not accepts_draw(scores(0, 0, 0), quiet)
        origin, target = [(2, 7), (32, 27), (7, 2), (27, 32)][len(quiet) % 4]
        quiet.push(f"{origin}-{target}")
    assert accepts_draw(scores(0, 0, 0), quiet)


def test_the_same_game_gets_the_same_answer() -> None:
    """Whatever the engine has thought about before."""
    where = ch.Board()
    for move in ("11-15", "23-19", "8-11", "22-17", "9-13", "17-14"):
        where.push(move)
    with ch.Engine(hash_mb=32) as fresh, ch.Engine(hash_mb=32) as used:
        used.play(where, ch.Limit(depth=9))
        assert opinion(used, where) == opinion(fresh, where)


def test_a_draw_is_claimed_by_one_who_is_not_better() -> None:
    assert claims_draw(scores(0)[0])
    assert claims_draw(scores(-9000, kind="loss")[0])
    assert not claims_draw(scores(1)[0])
