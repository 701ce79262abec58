"""A build that is stopped at any moment, however, loses nothing and grows to the same book as one that was not."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import crownhead as ch

POSITIONS = 200
WITH_LITTLE_ROOM = (
    "import resource, runpy, signal, sys; room = int(sys.argv.pop(1))\n"
    "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))\n"
    "runpy.run_module('crownhead', run_name='__main__')"
)
STOPPED = (
    "import os, runpy, sys; from crownhead.book.build import BookBuilder\n"
    "units, how, told, grow = int(sys.argv.pop(1)), int(sys.argv.pop(1)), sys.argv.pop(1), BookBuilder.grow\n"
    "def stopped(*arguments, **options):\n"
    "    for number, progress in enumerate(grow(*arguments, **options), 1):\n"
    "        yield progress\n"
    "        if number == units:\n"
    "            with open(told, 'w') as file: file.write(str(progress.positions))\n"
    "            os.kill(os.getpid(), how)\n"
    "BookBuilder.grow = stopped\n"
    "runpy.run_module('crownhead', run_name='__main__')"
)


def run(*command: str, path: Path, positions: int = POSITIONS) -> subprocess.CompletedProcess[str]:
    settings = ["--positions", str(positions), "--nodes", "50", "--processes", "2", "--out", str(path)]
    begin = [sys.executable, *(command or ("-m", "crownhead"))]
    return subprocess.run([*begin, "book", "build", *settings], capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("undisturbed") / "whole.book"
    done = run(path=path)
    assert done.returncode == 0, done.stderr
    assert len(ch.Book.open(path)) == POSITIONS
    return path.read_bytes()


@pytest.mark.parametrize("units", [1, 6])
def test_a_killed_build_grows_to_the_same_book(tmp_path: Path, undisturbed: bytes, units: int) -> None:
    path, told = tmp_path / "a.book", tmp_path / "told"
    killed = run("-c", STOPPED, str(units), str(int(signal.SIGKILL)), str(told), path=path)
    assert killed.returncode == -signal.SIGKILL
    assert not path.exists()
    done = run(path=path)
    assert 0 < int(told.read_text()) < POSITIONS
    assert done.stdout.startswith(f"{path}: {told.read_text()} positions of {POSITIONS}."), (
        "it goes on where it was"
    )
    assert path.read_bytes() == undisturbed


def test_ctrl_c_writes_the_book_and_goes_on(tmp_path: Path, undisturbed: bytes) -> None:
    path, told = tmp_path / "a.book", tmp_path / "told"
    done = run("-c", STOPPED, "5", str(int(signal.SIGINT)), str(told), path=path)
    assert done.returncode == 0
    assert re.fullmatch(rf"stopped after \d+ of {POSITIONS} positions\n", done.stderr)
    assert len(ch.Book.open(path)) == int(told.read_text()) < POSITIONS
    assert run(path=path).stdout.startswith(f"{path}: {told.read_text()} positions of {POSITIONS}.")
    assert path.read_bytes() == undisturbed


@pytest.mark.parametrize("room", [1000, 40_000])
def test_a_full_disk_is_named_and_loses_nothing(tmp_path: Path, undisturbed: bytes, room: int) -> None:
    """Before the first line of the journal is whole, and in the middle."""
    path = tmp_path / "a.book"
    done = run("-c", WITH_LITTLE_ROOM, str(room), path=path)
    assert (done.returncode, done.stderr) == (2, f"crownhead: error: {path}.journal: File too large\n")
    assert not path.exists()
    assert run(path=path).returncode == 0
    assert path.read_bytes() == undisturbed


def test_no_room_for_the_book_keeps_the_old_one(tmp_path: Path, undisturbed: bytes) -> None:
    path = tmp_path / "a.book"
    assert run(path=path).returncode == 0
    path.write_bytes(b"the old one")
    done = run("-c", WITH_LITTLE_ROOM, "1000", path=path)
    assert (done.returncode, done.stderr) == (2, f"crownhead: error: {path}: File too large\n")
    assert path.read_bytes() == b"the old one"
    assert not list(tmp_path.glob(".*.part"))
    assert run(path=path).returncode == 0
    assert path.read_bytes() == undisturbed
