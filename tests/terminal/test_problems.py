"""crownhead problems, line by line: as a script or a screen reader uses it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from crownhead.study.problems import problem, problems

COMMAND = [sys.executable, "-m", "crownhead", "problems"]


def run(*args: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *args], input=typed, capture_output=True, text=True, encoding="utf-8", check=False
    )


def test_the_list() -> None:
    lines = run("--list").stdout.splitlines()
    assert len(lines) == len(problems())
    assert lines[0].split() == [
        "1",
        "easy",
        str(problem(1).solver),
        "in",
        str(problem(1).length),
        problem(1).fen,
    ]
    fourth = run("--list", "--grade", "4").stdout.splitlines()
    assert len(fourth) == sum(one.grade == 4 for one in problems())


def test_a_problem_solved_by_typing_its_line() -> None:
    one = problem(7)
    solvers = one.line[::2]
    done = run("7", typed="\n".join([*solvers, "quit", "never read"]))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("Right! Go on. The reply is ") == len(solvers) - 1
    assert done.stdout.count("Solved!") == 1
    assert one.task in done.stdout


def test_wrong_moves_hints_and_the_solution() -> None:
    one = problem(1)
    board = one.board()
    wrong = next(move for move in board.legal_moves() if str(move) != one.line[0])
    done = run("1", typed=f"hint\nhint\n{wrong}\n33-40\nnonsense\n" + "solution\n" * one.length)
    assert done.returncode == 0
    assert f"Look at the piece on {board.parse_move(one.line[0]).origin}." in done.stdout
    assert f"Play {one.line[0]}." in done.stdout
    assert "Try again." in done.stdout
    assert "does not win" not in done.stdout
    assert "squares are numbered 1 to 32" in done.stdout
    assert "'nonsense' is not a move" in done.stdout
    assert "Solved!" in done.stdout


def test_one_after_another_and_again() -> None:
    last = len(problems())
    done = run(str(last), typed=f"{problem(last).line[0]}\nagain\nnext\n")
    assert done.stdout.count(f"Problem {last} (expert).") == 2
    assert done.stdout.endswith("That was the last problem.\n")
    assert "Problem 3 (easy)." in run("2", typed="next\n").stdout


def test_shown_only() -> None:
    shown = run("5", "--show").stdout
    assert problem(5).fen in shown
    assert "Solution" not in shown
    assert run("5", "--solution").stdout.splitlines()[-1].startswith(f"Solution: {problem(5).line[0]} ")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["0"], "there is no problem 0: they are numbered 1 to"),
        (["160"], "there is no problem 160"),
        (["160", "--list"], "there is no problem 160"),
        (["seven"], "not a valid integer"),
        (["--grade", "6"], "--grade"),
        (["--list", "--show"], "--list and --show do not go together"),
    ],
)
def test_refusals(args: list[str], message: str) -> None:
    done = run(*args)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
