"""The walks of docs/architecture.md are taken: what they name is what runs.

What runs in the extension, in another process or in the browser is not seen here; tests/test_architecture.py sees that
it exists.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tools.architecture import HOME

TEXT = (HOME / "docs" / "architecture.md").read_text(encoding="utf-8")
FOLLOWED = """
import sys, threading
called = set()
def follow(frame, event, argument):
    called.add(f"{frame.f_globals.get('__name__')}.{frame.f_code.co_qualname}")
threading.setprofile(follow)
sys.setprofile(follow)
from crownhead.terminal.main import run
try:
    code = run(sys.argv[2:])
finally:
    sys.setprofile(None)
    open(sys.argv[1], "w", encoding="utf-8").write("\\n".join(called))
sys.exit(code)
"""
GAME = '[Event "A match"]\n[Black "Wyllie"]\n[White "Anderson"]\n1. 11-15 23-19 2. 8-11 22-17 1/2-1/2\n'


def named_in(title: str) -> set[str]:
    """The functions that a walk names, without those of the extension; classes and files are not functions."""
    (walk,) = re.findall(rf"^### {title}\n(.*?)(?=^##)", TEXT, re.MULTILINE | re.DOTALL)
    names = re.findall(r"`([a-z]\w*(?:\.\w+)+)`", walk)
    functions = {name for name in names if not name.startswith("_core.") and not name.endswith(".py")}
    return {f"crownhead.{name}" for name in functions if not name.rpartition(".")[2][0].isupper()}


def called_by(folder: Path, *arguments: str, typed: str = "") -> set[str]:
    told = folder / "called"
    done = subprocess.run(
        [sys.executable, "-c", FOLLOWED, told, *arguments],
        env={**os.environ, "CROWNHEAD_DATA": str(folder / "data")},
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return set(told.read_text(encoding="utf-8").split())


def test_a_move_typed_in_the_terminal(tmp_path: Path) -> None:
    called = called_by(tmp_path, "play", "--level", "1", typed="11-15\nquit\n")
    unseen = {"crownhead.picture.blocks.coloured"}  # for a terminal with colours
    assert named_in("A move typed in the terminal") - called == unseen


def test_a_search_in_pdn_files(tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    file.write_text(GAME)
    asked = [
        "pdn",
        "find",
        "--material",
        "bbbbbbbbbbbbwwwwwwwwwwww",
        "--opening",
        "11-15 23-19 8-11",
        str(file),
    ]
    called = called_by(tmp_path, *asked) | called_by(tmp_path, *asked, "--no-index")
    assert named_in("A search in PDN files") - called == set()


def test_the_building_of_an_endgame_database(tmp_path: Path) -> None:
    folder = str(tmp_path / "tables")
    build = ["tablebase", "build", "--pieces", "2", "--folder", folder]
    begun, gone_on_with = called_by(tmp_path, *build), called_by(tmp_path, *build)
    asked = called_by(tmp_path, "tablebase", "probe", "--folder", folder, "W:WK1:BK32")
    assert named_in("The building of an endgame database") - begun - gone_on_with - asked == set()
