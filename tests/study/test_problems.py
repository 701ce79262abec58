"""The problems are sound: shown by trying everything, with the rules alone and no engine."""

from __future__ import annotations

import pytest

import crownhead as ch
from crownhead import BLACK, Board, Position
from crownhead.errors import UnknownProblem
from crownhead.study.problems import AttemptVerdict, Problem, problem, problems


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


# -- judging -------------------------------------------------------------------------------------------


def test_the_line_of_the_solution_is_right_and_needs_no_engine() -> None:
    one = problem(40)
    for done in range(1, one.plies + 1, 2):
        inquiry = one.attempting(one.board(one.line[:done]))
        with pytest.raises(StopIteration) as end:
            next(inquiry)
        attempt = end.value.value
        assert attempt.verdict is (AttemptVerdict.SOLVED if done == one.plies else AttemptVerdict.RIGHT)
        assert [str(move) for move in attempt.board.moves] == one.line[: min(done + 1, one.plies)]


def test_what_is_said_of_other_moves_is_true() -> None:
    """By trying everything: none of them wins as soon. Where the verdict is that it loses, the reply wins."""
    one = next(p for p in problems() if p.plies == 5)
    with ch.study.inquiry.teacher() as engine:
        for move in one.board().legal_moves(unique=True):
            attempt = one.attempt([str(move)], engine)
            after = one.board().position.play(move)
            assert (attempt.verdict is AttemptVerdict.RIGHT) == loses(after, 4)
            assert str(attempt.move) in attempt.text or attempt.verdict.is_right
            if not attempt.verdict.is_right:
                assert attempt.board == one.board()
                assert "does not win" not in attempt.text


def test_a_loss_and_a_draw_are_called_so() -> None:
    """15-18 and 15-10 step beside a man that takes: 10 pieces of the tree show that White has lost."""
    one = Problem(grade=1, fen="W:WK15,32:BK7,K10,20", plies=3, line=[])
    assert one.attempt(["15x6"]).verdict in (AttemptVerdict.RIGHT, AttemptVerdict.UNPROVED)
    lost = Problem(grade=1, fen="W:W24:B11,K15", plies=3, line=[])
    attempt = lost.attempt(["24-20"])
    assert (attempt.verdict, attempt.text) == (AttemptVerdict.LOSES, "24-20 loses. Try again.")
    assert wins(lost.board().position.play(lost.board().parse_move("24-20")), 3)


def test_as_many_right_moves_as_the_solution_has_solve_it_by_another_way() -> None:
    """The game is not over, and the solver has shown as much as was asked."""
    short = Problem(1, "W:WK22,K23,K24:BK31,K32", 1, [])
    attempt = short.attempt([str(short.solution())])
    assert attempt.verdict is AttemptVerdict.SOLVED
    assert not attempt.board.position.is_over


def test_refusals() -> None:
    one = problem(1)
    with pytest.raises(ValueError, match="the last move is not the solver's"):
        one.attempt([])
    with pytest.raises(ValueError, match="the solver is to move"):
        one.solution(one.line[:1])
    with pytest.raises(ch.IllegalMove):
        one.attempt(["1-5"])
    with pytest.raises(UnknownProblem, match="numbered 1 to"):
        problem(0)
