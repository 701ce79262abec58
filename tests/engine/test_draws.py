"""Repetition and the forty-move rule, in the game so far and on the path of the search."""

from __future__ import annotations

from searches import last_report

import crownhead as ch
from crownhead import _core
from crownhead.engine import Engine, Limit

LOST_BUT_FOR_REPETITION = "B:WK14,K15,K18:BK1"


def engine() -> Engine:
    return Engine(hash_mb=4, tablebase=None)


def repeated(fen: str, moves: str, times: int) -> ch.Board:
    board = ch.Board(fen)
    for _ in range(times):
        for move in moves.split():
            board.push(move)
    return board


def test_a_third_repetition_is_a_draw_for_the_loser() -> None:
    """Black, three kings against one, can make the position occur for the third time."""
    board = repeated(LOST_BUT_FOR_REPETITION, "1-6 14-10 6-1 10-14", 1)
    board.push("1-6")
    board.push("14-10")
    board.push("6-1")
    board.push("10-14")  # the first position, now for the third time; 1-6 makes the next one so too
    assert [str(m) for m in board.repeating_moves()] == ["1-6"]
    played = engine().play(board, Limit(depth=5))
    assert str(played.move) == "1-6"
    assert played.score.centimen == 0


def test_the_winner_avoids_the_third_repetition() -> None:
    board = repeated("W:WK14,K15,K18:BK1", "14-10 1-5 10-14 5-1", 2)
    winner = engine().play(board, Limit(depth=9))
    assert winner.score.centimen > 100
    assert winner.move not in board.repeating_moves()


def test_a_second_time_is_no_draw() -> None:
    """What was on the board once may come again: only the third time counts."""
    board = repeated("W:WK14,K15,K18:BK1", "14-10 1-5 10-14 5-1", 1)
    infos = engine().analyse(board, Limit(depth=5), lines=20)
    scores = {str(info.line[0]): info.score.centimen for info in infos if info.depth == 5}
    assert scores["14-10"] > 100


def test_a_man_that_advances_begins_the_forty_moves_anew() -> None:
    """On the 80th ply White advances a man, and wins afterwards."""
    search = engine()
    search._core.start(ch.Position.from_fen("B:W22,K14,K15,K19:BK1"), [], 78, depth=6)
    assert last_report(search._core).score.centimen < -100


def test_the_fortieth_move_is_a_draw() -> None:
    """78 quiet plies have passed: two more and it is a draw, so a win in 15 is none any more."""
    fen = "W:WK22,K23,K24:BK31,K32"
    search = engine()
    quiet = ch.Position.from_fen(fen)
    for passed, is_won in ((0, True), (60, True), (78, False)):
        search._core.forget()
        search._core.start(quiet, [], passed, depth=19)  # late moves are searched less deeply than that
        assert (last_report(search._core).score.kind is _core.ScoreKind.WIN_IN) is is_won, passed


def test_a_capture_in_time_still_wins() -> None:
    """On the 80th ply White takes the last piece: that is a win, not a draw."""
    search = engine()
    search._core.start(ch.Position.from_fen("W:WK18:BK14"), [], 79, depth=5)
    assert last_report(search._core).score.plies == 1
