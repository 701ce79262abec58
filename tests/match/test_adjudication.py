from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from crownhead.engine.score import Score, ScoreKind
from crownhead.errors import MissingTable
from crownhead.match.adjudication import Adjudication, Arbiter, Ruling
from crownhead.match.baselines import RandomPlayer
from crownhead.match.match import Conditions, Match
from crownhead.match.pace import UNLIMITED
from crownhead.match.recipes import PlayerRecipe
from crownhead.processes import Processes
from crownhead.record.board import Board
from crownhead.record.openings.sets import OpeningLine, opening_set
from crownhead.rules.colour import BLACK, WHITE, Colour
from crownhead.rules.position import Position
from crownhead.tablebase import Tablebase
from crownhead.tablebase.build import Plan


def told(men: float, colour: Colour) -> Score:
    return Score(ScoreKind.EVALUATION, round(100 * men), colour)


def follow(rules: Adjudication, *scores: tuple[float, float]) -> Ruling | None:
    """Black's and White's scores of each pair of moves, each as its player sees it."""
    arbiter = Arbiter(rules)
    for black, white in scores:
        arbiter.note(told(black, BLACK))
        arbiter.note(told(white, WHITE))
    return arbiter.ruling(Board())


RULES = Adjudication(win_score=3.0, win_moves=2)


def test_both_must_agree_on_a_win_for_so_many_moves() -> None:
    won = Ruling(BLACK, "adjudicated by scores")
    assert follow(RULES, (3.0, -3.5), (5.0, -4.0)) == won
    assert follow(RULES, (5.0, -4.0)) is None
    assert follow(RULES, (3.0, -2.9), (5.0, -4.0)) is None
    assert follow(RULES, (5.0, 5.0), (5.0, 5.0)) is None
    assert follow(RULES, (5.0, -4.0), (0.0, -4.0), (5.0, -4.0)) is None
    assert follow(RULES, (0.0, 0.0), (-4.0, 4.0), (-4.0, 3.0)) == Ruling(WHITE, "adjudicated by scores")


def test_a_player_without_opinion_prevents_it() -> None:
    arbiter = Arbiter(Adjudication(win_score=1.0, win_moves=1, draw_score=100.0, draw_moves=1, draw_from=0))
    arbiter.note(told(9, BLACK))
    arbiter.note(None)
    assert arbiter.ruling(Board()) is None


def test_an_even_game_is_drawn_after_its_beginning_only() -> None:
    even = [(0.1, 0.0), (-0.1, 0.1)]
    rules = Adjudication(draw_score=0.1, draw_moves=2, draw_from=0)
    assert follow(rules, *even) == Ruling(None, "adjudicated by scores")
    assert follow(rules, (0.1, 0.0), (0.2, 0.1)) is None
    assert follow(Adjudication(draw_score=0.1, draw_moves=2, draw_from=1), *even) is None


def test_a_long_game_is_drawn() -> None:
    board = Board()
    for move in ("11-15", "22-18"):
        board.push(move)
    assert Arbiter(Adjudication(longest=3)).ruling(board) is None
    assert Arbiter(Adjudication(longest=2)).ruling(board) == Ruling(None, "adjudicated by length")


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables")
    for _ in Plan(folder, pieces=3, dtw=0).run():
        pass
    return folder


@pytest.mark.parametrize(
    ("fen", "winner"),
    # The first was published by others; two kings beat one; and two kings far apart cannot win.
    [("B:WK14:B5,13", WHITE), ("W:WK15,K14:BK6", WHITE), ("B:WK1:BK32", None)],
)
def test_a_database_decides(tables: Path, fen: str, winner: Colour | None) -> None:
    arbiter = Arbiter(Adjudication(), Tablebase.open(tables))
    assert arbiter.ruling(Board(fen)) == Ruling(winner, "adjudicated by database")
    assert arbiter.ruling(Board()) is None


def test_a_match_is_decided_by_a_database(tables: Path) -> None:
    random = PlayerRecipe("random", RandomPlayer)
    conditions = Conditions((random, random), UNLIMITED, tablebase=str(tables))
    opening = OpeningLine("king and man", Position.from_fen("B:WK14:B5,13").fen)
    with closing(Processes(1)) as pool:
        games = list(Match(conditions, (opening,), games=2).run(pool))
    assert [game.reason for game in games] == ["adjudicated by database"] * 2
    assert sorted(game.points for game in games) == [0, 1]
    assert all(game.moves == [] and game.result == "0-1" for game in games)


def test_a_database_that_is_not_there_is_told(tmp_path: Path) -> None:
    random = PlayerRecipe("random", RandomPlayer)
    conditions = Conditions((random, random), UNLIMITED, tablebase=str(tmp_path / "nowhere"))
    with closing(Processes(1)) as pool, pytest.raises(MissingTable, match="nowhere"):
        list(Match(conditions, opening_set("start"), games=2).run(pool))
