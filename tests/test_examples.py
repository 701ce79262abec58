"""Every example runs as it stands, and comes to what is known to be true."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"

# What each must print: results that follow from the rules, from strength, or from published values.
EXPECTED = {
    "analyse_position.py": r"1\. +win in 5  18-14 10x17 26-22.*\nIt wins 1 piece by a shot",
    "draw_board.py": r"\[0, 0, 0, 0, 3, 0, 0, 0\]\nboard.svg has \d+ characters",
    "learn_by_self_play.py": r"random moves: (8\d|9\d|100)\.\d % of 100 games.*\nAgainst level 2: [5-9]\d\.\d %",
    "minimax_student.py": r"After \d+ moves: (white wins|a draw)",
    "own_evaluation.py": r"White to move plays 19-16",
    "own_player.py": r"white wins: .*\n\d+ moves, black wins: ",
    "play_game.py": r"The draw is declined\.\nWhite wins: .*\[Result \"0-1\"\]",
    "play_engine.py": r"After \d+ moves: black wins",
    "plot_game.py": r"show 18 positions",
    "probe_endgame.py": r"White to move: win in 81\n.*\(81 plies\)",
    "read_games.py": r"instead of 23-19: 22-18",
    "review_game.py": r"21-17\?\?? is a (mistake|blunder)\.",
}

ARGUMENTS = {"learn_by_self_play.py": ["1000"]}
"""Of those that take minutes otherwise. Without learning it has 48 % against random moves and 20 % against level 2."""


def test_every_example_is_listed_and_has_an_expectation() -> None:
    scripts = {path.name for path in EXAMPLES.glob("*.py")}
    assert scripts == EXPECTED.keys()
    listed = set(re.findall(r"`(\w+\.\w+)`", (EXAMPLES / "README.md").read_text()))
    assert listed == scripts | {"board.html", "board_widget.ipynb", "tour.ipynb", "wyllie.pdn"}


@pytest.mark.parametrize("name", EXPECTED)
def test_script(name: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", EXAMPLES / name, *ARGUMENTS.get(name, [])],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env=environment(name, tmp_path),
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(EXPECTED[name], done.stdout, re.DOTALL), done.stdout


def environment(name: str, tmp_path: Path) -> dict[str, str]:
    """A user of its own; endgames are built only where the example is about them."""
    build = "" if name == "probe_endgame.py" else "never"
    return {**os.environ, "CROWNHEAD_DATA": str(tmp_path / "data"), "CROWNHEAD_BUILD": build}


def test_notebook() -> None:
    """Its cells in order, and what the last expression of each shows."""
    shown = _run("tour.ipynb")
    assert str(shown[1]).startswith("[<Move ")
    assert any("wins 1 piece by a shot" in str(value) for value in shown)
    pictures = [value._repr_svg_() for value in shown if hasattr(value, "_repr_svg_")]
    assert len(pictures) == 3
    assert sum("<article" in value._repr_html_() for value in shown if hasattr(value, "_repr_html_")) == 1
    assert "black wins" in str(shown[-2])


def test_notebook_with_a_board() -> None:
    shown: list[Any] = _run("board_widget.ipynb")
    assert shown[1].fen.startswith("B:")
    first, second = shown[2]
    assert first["depth"] > 1
    assert first["line"].split()[0] != second["line"].split()[0]
    assert str(shown[3].moves[0]) == "9-14"
    assert len(shown[3].moves) == 2, "the engine has answered"


def _run(name: str) -> list[Any]:
    names: dict[str, object] = {}
    shown = []
    for cell in json.loads((EXAMPLES / name).read_text())["cells"]:
        if cell["cell_type"] == "code":
            *body, last = _statements("".join(cell["source"]))
            exec("\n".join(body), names)
            shown.append(_evaluated(last, names))
    return shown


def _statements(source: str) -> list[str]:
    import ast

    return [ast.unparse(statement) for statement in ast.parse(source).body]


def _evaluated(statement: str, names: dict[str, object]) -> object:
    try:
        return eval(statement, names)
    except SyntaxError:
        exec(statement, names)
        return None
