"""The assignment: the starter file is graded 0, the solution 5, and a mistake in any step is found."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CLASSROOM = Path(__file__).parents[1] / "examples" / "classroom"
SOLUTION = (CLASSROOM / "solutions" / "player.py").read_text(encoding="utf-8")


def grade(path: Path) -> tuple[int, list[str]]:
    command = [sys.executable, str(CLASSROOM / "grade.py"), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


def test_nothing_is_right_before_it_is_written() -> None:
    code, lines = grade(CLASSROOM / "starter.py")
    assert code == 1
    assert lines == [*(f"step {n}: not written yet" for n in range(1, 6)), "0 of 5 steps are right"]


@pytest.mark.parametrize(
    ("before", "after", "wrong"),
    [
        ("", "", []),
        ("return random.choice(actions(state))", "return actions(state)[0]", [1]),
        ("return max(actions(state), key=pieces_taken)", "return min(actions(state), key=pieces_taken)", [2]),
        ("return max(values) if state.player == US else min(values)", "return max(values)", [3]),
        ("        if alpha >= beta:\n            break\n", "", [4]),
    ],
)
def test_a_mistake_is_found_in_its_step(tmp_path: Path, before: str, after: str, wrong: list[int]) -> None:
    assert before in SOLUTION
    path = tmp_path / "player.py"
    path.write_text(SOLUTION.replace(before, after) if before else SOLUTION, encoding="utf-8")
    code, lines = grade(path)
    assert [n for n, line in enumerate(lines[:5], 1) if not line.endswith("right")] == wrong
    assert code == bool(wrong)
