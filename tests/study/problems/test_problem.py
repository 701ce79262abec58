"""Judging a move, and the file that problems are kept in."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest

import crownhead as ch
from crownhead import Position
from crownhead.errors import CorruptProblems, UnknownProblem
from crownhead.study.problems import (
    AttemptVerdict,
    Problem,
    ProblemGoal,
    ProblemTheme,
    packed,
    problem,
    problems,
)
from crownhead.study.problems.theme import tail, themes_of


def made(fen: str, *line: str, goal: ProblemGoal = ProblemGoal.WIN) -> Problem:
    position = start = Position.from_fen(fen)
    choices, moves = [], []
    for text in line:
        moves.append(position.parse_move(text))
        choices.append(position.legal_moves().index(moves[-1]))
        position = position.play(moves[-1])
    return Problem(1, start, goal, bytes(choices), 500, 3, themes_of(start, goal, moves))


SHOT = made("W:W18,26,30:B10,11,19", "18-14", "10x17", "26-22")
"""18-14 10x17 26-22 17x26 30x7 wins a piece: a combination of the textbooks."""


# -- judging -------------------------------------------------------------------------------------------


def test_the_solution_is_right_and_needs_no_engine() -> None:
    one = SHOT
    with pytest.raises(StopIteration) as end:
        next(one.attempting(one.board(one.line[:1])))
    attempt = end.value.value
    assert (attempt.verdict, attempt.text) == (AttemptVerdict.RIGHT, "Right! Go on.")
    assert [str(move) for move in attempt.board.moves] == ["18-14", "10x17"]
    with pytest.raises(StopIteration) as end:
        next(one.attempting(one.board(one.line)))
    solved = end.value.value
    assert solved.verdict is AttemptVerdict.SOLVED
    assert solved.text == "Solved! 17x26 30x7 follows."


def test_a_wrong_move_is_refuted_and_taken_back() -> None:
    one = SHOT
    wrong = [str(move) for move in one.position.legal_moves() if str(move) != one.line[0]]
    with ch.study.inquiry.teacher() as engine:
        for text in wrong:
            attempt = one.attempt([text], engine)
            assert not attempt.verdict.is_right
            assert attempt.board == one.board()
            assert str(attempt.sequel[0]) == text
            there = one.board()
            for move in attempt.sequel:
                there.push(move)  # every move is legal
            assert attempt.text.startswith(f"{attempt.move} ")
            assert attempt.text.endswith(" Try again.")


def test_a_move_that_does_not_draw_loses() -> None:
    """17-22 keeps the double corner in reach; by the database of 3 pieces 17-13 and 17-14 lose."""
    one = made("W:WK17:BK21,K30", "17-22", goal=ProblemGoal.DRAW)
    assert one.task == "White to move and draw."
    attempt = one.attempt(["17-13"])
    assert attempt.verdict is AttemptVerdict.LOSES
    assert " loses" in attempt.text


def test_moves_that_do_not_follow_the_solution_are_refused() -> None:
    one = SHOT
    with pytest.raises(ValueError, match="the last move is not the solver's"):
        one.attempt([])
    with pytest.raises(ValueError, match="the last move is not the solver's"):
        one.attempt(one.line[:2])
    with pytest.raises(ValueError, match="the solver is to move"):
        one.solution(one.line[:1])
    with pytest.raises(ValueError, match="do not follow the solution"):
        one.attempt(["18-15", "11x18", "26-22"])
    with pytest.raises(ch.IllegalMove):
        one.attempt(["1-5"])
    with pytest.raises(UnknownProblem, match="numbered 1 to"):
        problem(0)


# -- themes --------------------------------------------------------------------------------------------


def test_themes_by_hand() -> None:
    assert ProblemTheme.SHOT in SHOT.themes
    assert [str(move) for move in tail(SHOT.board(SHOT.line).position)] == ["17x26", "30x23x16x7"]
    double = made("W:W7,16,K19:B12,K25,26", "19-23", "12x19", "23x30x21")
    assert {ProblemTheme.SHOT, ProblemTheme.LONG_JUMP} <= set(double.themes)
    block = made("B:W13:B2,K10", "10-14")  # 13 can still go to 9
    assert ProblemTheme.BLOCK not in block.themes
    blocked = made("B:W12:B3,K11", "11-8")  # on 8 stands a king, and behind it a man
    assert ProblemTheme.BLOCK in blocked.themes
    assert ProblemTheme.CROWNING in made("B:W13:B25,K10", "25-30").themes


# -- the file ------------------------------------------------------------------------------------------


def test_the_file_holds_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "problems.bin"
    packed.write(path, [SHOT])
    assert packed.read(path.read_bytes()) == (SHOT,)


def test_the_shipped_file_is_small() -> None:
    assert (Path(packed.__file__).parent / "problems.bin").stat().st_size <= 400_000
    assert [one.number for one in problems()] == list(range(1, len(problems()) + 1))


def test_a_damaged_file_is_named_as_such(tmp_path: Path) -> None:
    path = tmp_path / "problems.bin"
    packed.write(path, [SHOT])
    data = path.read_bytes()
    for wrong, message in (
        (b"", "not a file of problems"),
        (b"x" + data[1:], "not a file of problems"),
        (data[:8] + struct.pack("<I", 9) + data[12:], "version 9"),
        (data[:-3], "damaged or cut off|cannot be unpacked"),
        (data[:20] + b"\0" + data[21:], "cannot be unpacked"),
        (data[:16] + b"\0\0\0\0" + data[20:], "checksum"),
    ):
        with pytest.raises(CorruptProblems, match=message):
            packed.read(wrong)
    body = bytearray(zlib.decompress(data[packed.HEADER.size :]))
    body[0:4] = body[4:8]  # both colours on the same squares
    forged = packed.HEADER.pack(packed.MAGIC, packed.VERSION, 1, zlib.crc32(body)) + zlib.compress(body)
    with pytest.raises(CorruptProblems, match="no position"):
        packed.read(forged)
