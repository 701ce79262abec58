from __future__ import annotations

from dataclasses import dataclass

import pytest

from crownhead.engine.match.adjudication import Adjudication, Arbiter, Ruling
from crownhead.engine.score import Score, ScoreKind
from crownhead.record.board import Board
from crownhead.rules.colour import BLACK, WHITE, Colour
from crownhead.rules.position import Position


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


@dataclass
class Verdicts:
    """A database of a few positions, with the values that facts about them give."""

    known: dict[str, str]

    def get(self, position: Position) -> Verdicts.Value | None:
        result = self.known.get(position.fen)
        return Verdicts.Value(result) if result else None

    @dataclass
    class Value:
        result: str


@pytest.mark.parametrize(
    ("fen", "result", "winner"),
    # Values published for these positions.
    [
        ("W:WK15,20:B12,K28", "win", WHITE),
        ("B:WK14:B5,13", "loss", WHITE),
        ("B:WK2,16,20:BK10,K25", "draw", None),
    ],
)
def test_a_database_decides(fen: str, result: str, winner: Colour | None) -> None:
    fen = Position.from_fen(fen).fen
    arbiter = Arbiter(Adjudication(), Verdicts({fen: result}))
    assert arbiter.ruling(Board(fen)) == Ruling(winner, "adjudicated by database")
    assert arbiter.ruling(Board()) is None
