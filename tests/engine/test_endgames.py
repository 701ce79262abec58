"""The engine with a database: exact scores, and won endings won."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import crownhead as ch
from crownhead.engine import ScoreKind
from crownhead.tablebase import Tablebase
from crownhead.tablebase.build import Plan

WON_IN_81 = "W:WK15,20:BK28,12"


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> Tablebase:
    folder = tmp_path_factory.mktemp("four")
    for _ in Plan(folder, pieces=4, dtw=4).run():
        pass
    return Tablebase.open(folder)


def test_a_draw_by_repetition_is_not_remembered(four: Tablebase) -> None:
    """11-7 wins. When draws by repetition went into the transposition table, where they are draws on other lines too,
    it was seen up to depth 24 and lost from 25 to 37."""
    position = ch.Position.from_fen("W:WK2,11,K18,27:B3,K17,K19")
    with ch.Engine(hash_mb=16, tablebase=four) as engine:
        lines = {info.depth: str(info.line[0]) for info in engine.analyse(position, ch.Limit(depth=28))}
    assert {lines[depth] for depth in range(5, 29)} == {"11-7"}


def test_no_loss_is_claimed_sooner_than_the_best_defence_allows(four: Tablebase) -> None:
    """A search that stops between two moves of an iteration knows how soon the first one loses, and not the others."""
    dice = random.Random(1)
    claims = 0
    with ch.Engine(hash_mb=4, tablebase=None) as engine:
        while claims < 160:
            black, *white = dice.sample(range(1, 33), dice.choice([3, 4]))
            position = ch.Position.from_fen(f"B:W{','.join(f'K{square}' for square in white)}:BK{black}")
            value = four.probe(position)
            if position.is_over or position.must_jump or value.result != "loss":
                continue
            engine.new_game()
            played = engine.play(position, ch.Limit(nodes=dice.randrange(500, 30_000)))
            score = played.score.seen_by(ch.BLACK)
            if score.kind is ScoreKind.LOSS:
                claims += 1
                assert score.plies is not None
                assert value.plies is not None
                assert score.plies >= value.plies, position.fen


def test_wins_a_long_ending_against_the_best_defence(four: Tablebase) -> None:
    board = ch.Board(ch.Position.from_fen(WON_IN_81))
    plies = 0
    with ch.Engine(tablebase=four) as engine:
        while not board.outcome():
            winner = board.turn == ch.WHITE
            board.push(
                engine.play(board, ch.Limit(depth=2)).move if winner else four.moves(board.position)[0][0]
            )
            plies += 1
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner == ch.WHITE
    assert plies == 81


def test_the_score_is_the_value(four: Tablebase) -> None:
    with ch.Engine(tablebase=four.folder) as engine:
        won = engine.play(ch.Position.from_fen(WON_IN_81), ch.Limit(depth=3)).score
        drawn = engine.play(ch.Position.from_fen("B:WK15,20:BK28,12"), ch.Limit(depth=3)).score
    assert (str(won), won.exact) == ("win in 81", True)
    assert str(drawn) == "draw (database)"


def test_no_database_in_a_directory(tmp_path: Path) -> None:
    with pytest.raises(ch.MissingTable):
        ch.Engine(tablebase=tmp_path)
