"""The databases that every user has, built when they are first wanted: 2 to 4 pieces with distances, in a second or
two, and then the verdicts of 5 pieces, quietly.

Other processes do it, `python -m crownhead.tablebase DIRECTORY` and then the same with `--more`, so that whoever wants
them goes on, and may end, meanwhile. Nobody waits for the second.
"""

from __future__ import annotations

import os
import subprocess
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from crownhead.errors import BuildError
from crownhead.processes import python
from crownhead.tablebase.build import Plan

if TYPE_CHECKING:
    from pathlib import Path

    from crownhead.tablebase.slices import Slice

PIECES = 4
"""With distances, and worth waiting for."""
MORE_PIECES = 5
"""Without distances: 17 s of processor time and 1.6 MB."""
LONGEST_WAIT = 120.0
"""Seconds, for a process that another one may have to wait for on a slow machine."""


class Building:
    """A process that builds, or waits for another one that does."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process

    def wait(self) -> None:
        self._process.wait()


def may_build() -> bool:
    return os.environ.get("CROWNHEAD_BUILD") != "never"


def build_in_background(folder: Path) -> Building | None:
    """One process for each directory, however often it is asked for. None where there is to be none
    (CROWNHEAD_BUILD=never) or none can be started."""
    if not may_build():
        return None
    if folder not in _started:
        try:
            _started[folder] = Building(_start(str(folder)))
        except OSError:
            return None
    return _started[folder]


_started: dict[Path, Building] = {}


def _start(*arguments: str) -> subprocess.Popen[bytes]:
    no = subprocess.DEVNULL
    command = python("-m", "crownhead.tablebase", *arguments)
    return subprocess.Popen(command, stdin=no, stdout=no, stderr=no, start_new_session=True)


def build_in_turn(folder: Path) -> None:
    """What somebody waits for; then another process goes on with the rest."""
    build(folder)
    _start(str(folder), "--more")


def build_more(folder: Path) -> None:
    """What nobody waits for. Another builder is not disturbed: the next to open the database tries again."""
    with suppress(BuildError):
        for _ in Plan(folder, pieces=MORE_PIECES, dtw=PIECES).run():
            pass


def build(folder: Path, family: Slice | None = None) -> None:
    """Build, or wait for who is building: 2 to 4 pieces, or a family of more."""
    pieces = family.pieces if family else PIECES
    end = time.monotonic() + LONGEST_WAIT
    while True:
        try:
            for _ in Plan(folder, pieces, pieces, families=(family,) if family else ()).run():
                pass
        except BuildError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)
        else:
            return
