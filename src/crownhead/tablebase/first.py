"""The databases that every user has: 2 to 4 pieces, built when they are first wanted.

Another process does it, `python -m crownhead.tablebase DIRECTORY`, so that whoever wants them goes on, and may
end, meanwhile.
"""

from __future__ import annotations

import os
import subprocess
import time
from typing import TYPE_CHECKING

from crownhead.errors import BuildError
from crownhead.processes import python
from crownhead.tablebase.build import Plan

if TYPE_CHECKING:
    from pathlib import Path

    from crownhead.tablebase.slices import Slice

PIECES = 4
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
        command = python("-m", "crownhead.tablebase", str(folder))
        no = subprocess.DEVNULL
        try:
            process = subprocess.Popen(command, stdin=no, stdout=no, stderr=no, start_new_session=True)
        except OSError:
            return None
        _started[folder] = Building(process)
    return _started[folder]


_started: dict[Path, Building] = {}


def build(folder: Path, family: Slice | None = None) -> None:
    """Build, or wait for who is building: 2 to 4 pieces, or a family of more."""
    pieces = family.pieces if family else PIECES
    end = time.monotonic() + LONGEST_WAIT
    while True:
        try:
            for _ in Plan(folder, pieces=pieces, dtw=pieces, family=family).run():
                pass
        except BuildError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)
        else:
            return
