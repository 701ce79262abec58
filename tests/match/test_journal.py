from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from crownhead.errors import JournalError
from crownhead.match.game import Finished
from crownhead.match.journal import Journal

SETTINGS = {"first": "level=2", "second": "level=1", "seed": 3}


def finished(number: int) -> Finished:
    return Finished(number, "start", "B:W30:B1", ["1-5"], 0.5, "agreed", "", (0.1, 0.2), (0.1, 0.1), (1, 0))


def filled(path: Path, games: int = 3) -> Path:
    journal = Journal(path, SETTINGS)
    for number in range(games):
        journal.add(finished(number))
    journal.close()
    return path


def games_of(path: Path) -> list[Finished]:
    journal = Journal(path, SETTINGS)
    journal.close()
    games = list(journal.games())
    assert journal.count == len(games)
    return games


def numbers(games: list[Finished]) -> list[int]:
    return [game.number for game in games]


def test_games_come_back_as_they_were(tmp_path: Path) -> None:
    (first, *_), path = games_of(filled(tmp_path / "a.match")), tmp_path / "a.match"
    assert first.points == 0.5
    assert first.moves == ["1-5"]
    assert first.result == "1/2-1/2"
    assert numbers(games_of(path)) == [0, 1, 2]


@pytest.mark.parametrize("lost", [1, 2, 20, 100])
def test_a_line_that_was_being_written_is_cut_off(tmp_path: Path, lost: int) -> None:
    path = filled(tmp_path / "a.match")
    path.write_bytes(path.read_bytes()[:-lost])
    assert numbers(games_of(path)) == [0, 1]
    journal = Journal(path, SETTINGS)
    journal.add(finished(7))
    journal.close()
    assert numbers(games_of(path)) == [0, 1, 7]


def test_a_torn_first_line_begins_anew(tmp_path: Path) -> None:
    path = filled(tmp_path / "a.match")
    path.write_bytes(path.read_bytes()[:15])
    assert games_of(path) == []
    assert numbers(games_of(filled(path, 1))) == [0]


def test_damage_is_named_with_its_line(tmp_path: Path) -> None:
    path = filled(tmp_path / "a.match")
    lines = path.read_bytes().splitlines(keepends=True)
    lines[2] = lines[2].replace(b"agreed", b"agreeD")
    path.write_bytes(b"".join(lines))
    with pytest.raises(JournalError, match=r"a\.match, line 3: the checksum is wrong"):
        games_of(path)


def test_another_match_is_refused_with_the_difference(tmp_path: Path) -> None:
    path = filled(tmp_path / "a.match")
    before = path.read_bytes()
    with pytest.raises(JournalError, match=r"another match: seed was 3, is 4$"):
        Journal(path, {**SETTINGS, "seed": 4})
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"hello", b"hello\n", b"\x00\xff\n" * 5, b'[Event "x"]\n1. 11-15 *\n'])
def test_another_file_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.match"
    path.write_bytes(content)
    with pytest.raises(JournalError, match=r"line 1|not the journal"):
        games_of(path)
    assert path.read_bytes() == content


def test_two_matches_cannot_share_a_journal(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "a.match", SETTINGS)
    with pytest.raises(JournalError, match="another match is writing"):
        Journal(tmp_path / "a.match", SETTINGS)
    journal.close()


def test_what_was_added_survives_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "a.match"
    script = (
        "import os, signal, sys\n"
        f"sys.path.insert(0, {os.fspath(Path(__file__).parent)!r})\n"
        "from pathlib import Path\n"
        "from test_journal import Journal, SETTINGS, finished\n"
        "journal = Journal(Path(sys.argv[1]), SETTINGS)\n"
        "for number in range(5): journal.add(finished(number))\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, os.fspath(path)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert numbers(games_of(path)) == [0, 1, 2, 3, 4]
