"""crownhead problems, line by line: as a script or a screen reader uses it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from crownhead.study.problems import ProblemTheme, problem, problems

COMMAND = [sys.executable, "-m", "crownhead", "problems"]


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What one test solves, another has not."""
    monkeypatch.setenv("CROWNHEAD_DATA", str(tmp_path))
    monkeypatch.setenv("CROWNHEAD_BUILD", "never")


def run(*args: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *args],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env=dict(os.environ),
    )


def of_length(length: int) -> int:
    return next(one.number for one in problems() if one.length == length)


def test_the_list() -> None:
    lines = run("--list").stdout.splitlines()
    assert len(lines) == len(problems())
    assert lines[0].split() == [
        "1",
        "easy",
        str(problem(1).rating),
        str(problem(1).solver),
        "win",
        "in",
        "1",
        problem(1).fen,
    ]
    fourth = run("--list", "--grade", "4", "--about", "Shot").stdout.splitlines()
    assert len(fourth) == sum(one.grade == 4 and ProblemTheme.SHOT in one.themes for one in problems())


def test_a_problem_solved_by_typing_its_line() -> None:
    one = problem(of_length(3))
    solvers = one.line[::2]
    done = run(str(one.number), typed="\n".join([*solvers, "standing", "quit", "never read"]))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("Right! Go on. The reply is ") == len(solvers) - 1
    assert done.stdout.count("Solved!") == 1
    assert one.task in done.stdout
    assert "Solved 1 of 1 tried." in done.stdout
    assert "streak 1." in done.stdout


def test_wrong_moves_hints_and_the_solution() -> None:
    one = problem(of_length(2))
    board = one.board()
    wrong = next(move for move in board.legal_moves() if str(move) != one.line[0])
    done = run(str(one.number), typed=f"hint\nhint\n{wrong}\n33-40\nnonsense\n" + "solution\n" * one.length)
    assert done.returncode == 0
    assert f"Look at the piece on {board.parse_move(one.line[0]).origin}." in done.stdout
    assert f"Play {board.position.notation(board.parse_move(one.line[0]))}." in done.stdout
    assert "Try again." in done.stdout
    assert "That is where it would end." in done.stdout
    assert "squares are numbered 1 to 32" in done.stdout
    assert "'nonsense' is not a move" in done.stdout
    assert "Solved!" in done.stdout
    assert "Solved 0 of 1 tried." in run("--standing").stdout


def test_one_after_another_and_what_was_failed() -> None:
    """A beginner has the easiest first; what was not solved can be gone back to."""
    done = run(typed=f"{problem(1).line[0]}\nnext\nnext\n")
    assert [f"Problem {n} (" in done.stdout for n in (1, 2, 3, 4)] == [True, True, True, False]
    assert "Problem 2 (" in run("--failed", typed="quit\n").stdout
    again = run("5", typed="again\n")
    assert again.stdout.count("Problem 5 (") == 2


def test_shown_only() -> None:
    shown = run("5", "--show").stdout
    assert problem(5).fen in shown
    assert "Solution" not in shown
    assert run("5", "--solution").stdout.splitlines()[-1].startswith("Solution: ")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["0"], "there is no problem 0: they are numbered 1 to"),
        (["1000000"], "there is no problem 1000000"),
        (["1000000", "--list"], "there is no problem 1000000"),
        (["seven"], "not a valid integer"),
        (["--grade", "6"], "--grade"),
        (["--about", "dragons"], "'dragons' is no theme; the themes are shot, "),
        (["--list", "--show"], "--list and --show do not go together"),
        (["3", "--failed"], "a number and --failed do not go together"),
        (["--failed"], "there is no failed problem to come back to"),
    ],
)
def test_refusals(args: list[str], message: str) -> None:
    done = run(*args)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
