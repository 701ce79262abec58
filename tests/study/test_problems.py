"""The problems are sound: shown by trying everything, with the rules alone and no engine."""

from __future__ import annotations

import pytest

from crownhead import BLACK, Board, Position
from crownhead.study.problems import Problem, problems


def wins(position: Position, plies: int) -> bool:
    """Whether the side to move wins within so many plies, by trying everything."""
    return any(loses(position.play(move), plies - 1) for move in position.legal_moves(unique=True))


def loses(position: Position, plies: int) -> bool:
    moves = position.legal_moves(unique=True)
    if plies <= 0:
        return not moves
    return all(wins(position.play(move), plies - 1) for move in moves)


def test_they_are_many_and_graded() -> None:
    grades = [problem.grade for problem in problems()]
    assert grades == sorted(grades)
    assert all(grades.count(grade) >= 30 for grade in range(1, 6))
    assert len({problem.fen for problem in problems()}) == len(problems())


@pytest.mark.parametrize("problem", problems(), ids=lambda problem: problem.fen)
def test_the_line_is_legal_and_ends_the_game(problem: Problem) -> None:
    board = problem.board()
    for move in problem.line:
        board.push(move)
    assert len(problem.line) == problem.plies
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner == problem.solver
    assert (problem.solver == BLACK) == problem.fen.startswith("B")


@pytest.mark.parametrize("problem", [p for p in problems() if p.plies <= 9], ids=lambda problem: problem.fen)
def test_only_the_first_move_of_the_line_wins_so_soon(problem: Problem) -> None:
    """Everything is tried, to the length of the problem: that move wins, no other does, and none is faster."""
    board = Board(problem.fen)
    winning = [
        str(move)
        for move in board.legal_moves(unique=True)
        if loses(board.position.play(move), problem.plies - 1)
    ]
    assert winning == [problem.line[0]]
    assert not wins(board.position, problem.plies - 2)
