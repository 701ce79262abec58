"""Whether a verdict is proved, by what, and how that is said."""

from __future__ import annotations

import pytest

import crownhead as ch
from crownhead.engine import Score, ScoreKind
from crownhead.proofs import Claim
from crownhead.proofs.verdict import Ground, certified, verdict_of
from crownhead.rules.colour import BLACK, WHITE
from crownhead.tablebase.build import Plan

DRAWN = ch.Position.from_fen("W:WK28:BK1")
"""Two kings, each in a double corner."""
TAKEN = ch.Position.from_fen("W:W15:B11")
"""15x8 takes the last piece: won in one ply."""
START = ch.Position.start()


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> ch.Tablebase:
    folder = tmp_path_factory.mktemp("tables")
    for _ in Plan(folder, 2, 2).run():
        pass
    return ch.Tablebase.open(folder)


def test_a_database_proves(tables: ch.Tablebase) -> None:
    drawn = verdict_of(DRAWN, tablebase=tables)
    assert drawn is not None
    assert (drawn.winner, drawn.ground, drawn.claim) == (None, Ground.DATABASE, Claim.DRAW)
    assert drawn.sentence == "It is a draw, proved by the endgame database."
    won = verdict_of(TAKEN, tablebase=tables)
    assert str(won) == "White wins in 1 move, proved by the endgame database."
    assert won is not None
    assert won.claim is Claim.WIN


def test_a_database_that_knows_is_believed_before_a_score(tables: ch.Tablebase) -> None:
    opinion = Score(ScoreKind.EVALUATION, 90, WHITE)
    assert verdict_of(DRAWN, opinion, tables) == verdict_of(DRAWN, tablebase=tables)


def test_a_win_that_the_engine_has_seen_is_proved() -> None:
    won = verdict_of(START, Score.win(BLACK, 5, exact=True))
    assert won is not None
    assert (won.winner, won.ground, won.claim) == (BLACK, Ground.SEARCH, Claim.WIN)
    assert won.sentence == "Black wins in 3 moves at most, proved by search or database."
    seen_by_white = verdict_of(START, Score.loss(WHITE, 5, exact=True))
    assert seen_by_white == won
    lost = verdict_of(START, Score.loss(BLACK, 4, exact=True))
    assert str(lost) == "White wins in 2 moves at most, proved by search or database."
    far = verdict_of(START, Score.win(WHITE, exact=True))
    assert str(far) == "White wins, proved by search or database."


def test_an_opinion_proves_nothing(tables: ch.Tablebase) -> None:
    assert verdict_of(START) is None
    assert verdict_of(START, Score(ScoreKind.EVALUATION, 900, BLACK), tables) is None


def test_a_certificate_proves() -> None:
    assert str(certified(START, Claim.LOSS)) == "White wins, proved with a certificate."
    assert certified(START, Claim.DRAW).winner is None
