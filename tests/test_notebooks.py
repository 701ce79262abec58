"""The notebooks of the course: they run, they show what is kept in them, and a right solution is called right."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
CLASSROOM = ROOT / "examples" / "classroom"
STEPS = ["choose_random", "choose_greedy", "minimax", "alpha_beta", "choose"]
TOOL = [sys.executable, "-W", "error", str(ROOT / "tools" / "notebooks.py")]


def notebook(step: int) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((CLASSROOM / f"step_{step}.ipynb").read_text(encoding="utf-8"))
    return read


def printed(of: dict[str, Any]) -> str:
    outputs = [output for cell in of["cells"] for output in cell.get("outputs", ())]
    return "".join(line for output in outputs for line in output.get("text", ()))


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(CLASSROOM)}
    return subprocess.run([*TOOL, *arguments], capture_output=True, text=True, check=False, env=environment)


@pytest.mark.parametrize("step", range(1, 6))
def test_it_shows_what_is_kept_in_it(step: int) -> None:
    """python tools/notebooks.py writes it anew."""
    done = run("--check", str(CLASSROOM / f"step_{step}.ipynb"))
    assert (done.returncode, done.stderr) == (0, "")
    assert f"step {step}: not written yet" in printed(notebook(step))


def solved(step: int) -> dict[str, Any]:
    """The notebook of a student who knows: the cell to be written has the solution, and what it needs."""
    solution = (CLASSROOM / "solutions" / "player.py").read_text(encoding="utf-8")
    solution = solution.replace("from __future__ import annotations\n", "")
    of = notebook(step)
    [cell] = [cell for cell in of["cells"] if "raise NotImplementedError" in "".join(cell["source"])]
    assert f"def {STEPS[step - 1]}(" in "".join(cell["source"])
    cell["source"] = [ast.unparse(ast.parse(solution))]
    return of


@pytest.mark.parametrize("step", range(1, 6))
def test_a_right_solution_is_called_right(step: int, tmp_path: Path) -> None:
    path = tmp_path / "solved.ipynb"
    path.write_text(json.dumps(solved(step)), encoding="utf-8")
    done = run(str(path))
    assert (done.returncode, done.stderr) == (0, "")
    assert f"step {step}: right" in printed(json.loads(path.read_text(encoding="utf-8")))


def test_a_notebook_that_shows_something_else_fails(tmp_path: Path) -> None:
    changed = notebook(3)
    changed["cells"][-1]["outputs"][0]["data"]["text/plain"] = ["[7, 49, 302, 1470]"]
    path = tmp_path / "changed.ipynb"
    path.write_text(json.dumps(changed), encoding="utf-8")
    done = run("--check", str(path))
    assert done.returncode == 1
    assert "it shows something else now" in done.stderr


def test_a_wrong_solution_is_told_what_is_wrong(tmp_path: Path) -> None:
    wrong = solved(4)
    for cell in wrong["cells"]:
        cell["source"] = [re.sub(r"if alpha >= beta:\n\s+break", "pass", "".join(cell["source"]))]
    path = tmp_path / "wrong.ipynb"
    path.write_text(json.dumps(wrong), encoding="utf-8")
    assert run(str(path)).returncode == 0
    assert "nothing is cut off" in printed(json.loads(path.read_text(encoding="utf-8")))
