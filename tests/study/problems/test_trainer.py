"""Ratings, streaks and what comes back; and that nothing that was kept is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from crownhead.errors import JournalError, UnknownProblem
from crownhead.study.problems import ProblemTheme, Trainer, problem, problems
from crownhead.study.problems.glicko import Result, SolverRating, updated
from crownhead.study.problems.history import History, PassingHistory
from crownhead.study.problems.trainer import BEGINNER, COMES_BACK, FIRST


def test_glickmans_own_example() -> None:
    """glicko2.pdf: 1500 with deviation 200, one win and two losses, gives 1464.06, 151.52 and 0.05999."""
    results = [Result(1400, 30, 1), Result(1550, 100, 0), Result(1700, 300, 0)]
    after = updated(SolverRating(1500, 200, 0.06), results)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_who_does_nothing_becomes_uncertain() -> None:
    """Step 6 of the paper: phi* = sqrt(phi^2 + sigma^2); 200/173.7178 and 0.06 give 200.27."""
    after = updated(SolverRating(1500, 200, 0.06), [])
    assert after.rating == 1500
    assert after.deviation == pytest.approx(200.2714, abs=1e-3)


@pytest.fixture
def trainer() -> Trainer:
    return Trainer(PassingHistory())


def test_everybody_begins_with_the_easiest(trainer: Trainer) -> None:
    numbers = []
    for _ in range(FIRST):
        one = trainer.begin(trainer.choose().number)
        numbers.append(one.number)
        trainer.solve(one.number)
    assert numbers == [1, 2, 3]
    assert trainer.standing().rating > BEGINNER.rating
    assert trainer.standing().streak == trainer.standing().best_streak == FIRST


def test_harder_problems_come_with_success_and_easier_ones_with_failure() -> None:
    ratings = {}
    for solved in (True, False):
        trainer = Trainer(PassingHistory())
        for number in range(1000, 1010):
            trainer.begin(number)
            (trainer.solve if solved else trainer.fail)(number)
        ratings[solved] = trainer.choose(ProblemTheme.CROWNING).rating
        assert ProblemTheme.CROWNING in trainer.choose(ProblemTheme.CROWNING).themes
    assert ratings[True] > ratings[False]


def test_a_try_counts_once_and_help_is_a_failure(trainer: Trainer) -> None:
    trainer.begin(50)
    trainer.fail(50)
    trainer.fail(50)
    trainer.solve(50)
    now = trainer.standing()
    assert (now.tried, now.solved, now.streak, now.failed) == (1, 0, 0, 1)
    trainer.begin(50)
    trainer.solve(50)
    again = trainer.standing()
    assert (again.tried, again.solved, again.rating) == (1, 0, now.rating)  # rated when it was first tried


def test_what_was_failed_comes_back_until_it_was_solved_twice(trainer: Trainer) -> None:
    """After five others, and after twenty more."""
    trainer.begin(10)
    trainer.fail(10)
    others = iter(range(100, 200))

    def solve_others(count: int) -> list[int]:
        """Which problem the trainer would choose before each of them."""
        chosen = []
        for _ in range(count):
            chosen.append(trainer.choose().number)
            number = next(others)
            trainer.begin(number)
            trainer.solve(number)
        return chosen

    for wait in COMES_BACK:
        assert 10 not in solve_others(wait)
        assert trainer.choose().number == 10
        assert trainer.standing().due == 1
        trainer.begin(10)
        trainer.solve(10)
    assert 10 not in solve_others(25)
    assert trainer.standing().failed == 0


def test_review_takes_failed_ones_at_once(trainer: Trainer) -> None:
    with pytest.raises(UnknownProblem, match="no failed problem"):
        trainer.choose(review=True)
    trainer.begin(77)
    trainer.fail(77)
    assert trainer.choose(review=True).number == 77


def test_no_problem_is_left(trainer: Trainer) -> None:
    rare = min(ProblemTheme, key=lambda theme: sum(theme in one.themes for one in problems()) or 10**9)
    for one in problems():
        if rare in one.themes:
            trainer.begin(one.number)
            trainer.solve(one.number)
    with pytest.raises(UnknownProblem, match="every problem of this kind"):
        trainer.choose(rare)


# -- what is kept --------------------------------------------------------------------------------------

WRITER = """
import sys
from pathlib import Path
from crownhead.study.problems import problem
from crownhead.study.problems.history import History
history = History(Path(sys.argv[1]))
for n in range(int(sys.argv[2]), int(sys.argv[2]) + 400):
    history.add(problem(n), n % 2 == 0)
    print(n, flush=True)
"""


def test_two_processes_share_it_and_a_kill_loses_nothing_that_was_reported(tmp_path: Path) -> None:
    path = tmp_path / "new" / "problems.journal"
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, path, str(first)], stdout=subprocess.PIPE, text=True)
        for first in (1, 501)
    ]
    reported = []
    for writer in writers:
        assert writer.stdout is not None
        reported += [int(writer.stdout.readline()) for _ in range(5)]
    for writer in writers:
        os.kill(writer.pid, signal.SIGKILL)
        assert writer.stdout is not None
        reported += [int(line) for line in writer.stdout.read().splitlines()]
        writer.wait()
        writer.stdout.close()
    kept = [tried.fen for tried in History(path).tried()]
    assert len(set(kept)) == len(kept)
    assert set(kept) >= {problem(n).fen for n in reported}
    with path.open("ab") as file:
        file.write(b"00000000 {torn")
    assert len(History(path).tried()) == len(kept)


def test_one_sees_what_another_has_kept(tmp_path: Path) -> None:
    terminal, browser = (Trainer(History(tmp_path / "problems.journal")) for _ in range(2))
    assert terminal.choose().number == browser.choose().number == 1
    terminal.begin(1)
    terminal.solve(1)
    assert browser.standing() == terminal.standing()
    assert browser.choose().number == 2


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "problems.journal"
    path.write_bytes(b"this is something else\n")
    with pytest.raises(JournalError, match=r"problems\.journal"):
        Trainer(History(path)).standing()
