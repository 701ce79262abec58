"""kill -9 at the worst moments: what was reported as done is there, and nothing is half done."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import crownhead as ch
from crownhead.record.collection.index import Index
from crownhead.record.collection.query import Query

GAME = '[Event "{event}"]\n[Black "Wyllie"]\n[Result "1-0"]\n\n1. 11-15 23-19 2. 8-11 22-17 1-0\n'
MANY = 6000
"""More than the index writes at once."""

UPDATE_AND_DIE = """
import os, signal, sys
from pathlib import Path
from crownhead.record.collection.index import Index

place, dying, *files = map(Path, sys.argv[1:])

def die_in_the_second(characters):
    if characters > 1000:
        os.kill(os.getpid(), signal.SIGKILL)

with Index(place) as index:
    index.update(files, die_in_the_second if dying.name == "die" else lambda characters: None)
"""

WRITE_AND_DIE = """
import os, signal, sys
import crownhead as ch

def games():
    for number in range(500):
        yield ch.pdn.loads('[Event "new"] 1. 11-15 *')
    os.kill(os.getpid(), signal.SIGKILL)

ch.pdn.write(games(), sys.argv[1])
"""


def run(script: str, *arguments: str | Path) -> int:
    return subprocess.run([sys.executable, "-c", script, *map(str, arguments)], check=False).returncode


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    first, second = tmp_path / "first.pdn", tmp_path / "second.pdn"
    first.write_text(GAME.format(event="first"))
    second.write_text("\n".join(GAME.format(event=f"second {n}") for n in range(MANY)))
    return [first, second]


def test_an_index_that_was_killed_knows_what_it_had_taken_in(tmp_path: Path, files: list[Path]) -> None:
    place = tmp_path / "index"
    for _ in range(2):
        assert run(UPDATE_AND_DIE, place, "die", *files) == -9
    with Index(place) as index:
        assert index.outdated(files) == files[1:], "the first was finished, the second was not"
        assert [found.path for found in index.find(Query(player="wyllie"), files)] == files[:1]
    assert run(UPDATE_AND_DIE, place, "live", *files) == 0
    with Index(place) as index:
        assert index.outdated(files) == []
        assert sum(1 for _ in index.find(Query(player="wyllie"))) == 1 + MANY
        position = ch.Board("B:W21-32:B1-12").position
        assert sum(1 for _ in index.find(Query(position=position))) == 1 + MANY, "none twice"


def test_a_writer_that_was_killed_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text(GAME.format(event="old"))
    assert run(WRITE_AND_DIE, path) == -9
    assert [game.headers["Event"] for game in ch.pdn.games(path)] == ["old"]
    ch.pdn.write([ch.pdn.loads('[Event "newer"] 1. 11-15 *')], path)
    assert [game.headers["Event"] for game in ch.pdn.games(path)] == ["newer"]


def test_a_command_that_was_killed_leaves_what_was_there(tmp_path: Path, files: list[Path]) -> None:
    target = tmp_path / "all.pdn"
    target.write_text(GAME.format(event="old"))
    command = [sys.executable, "-m", "crownhead", "pdn", "merge", *map(str, files), "--output", str(target)]
    with subprocess.Popen(command) as merging:
        while not list(tmp_path.glob(".all.pdn.*")):
            assert merging.poll() is None, "it was done before it could be killed"
        merging.kill()
    assert [game.headers["Event"] for game in ch.pdn.games(target)] == ["old"]
