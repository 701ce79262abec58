"""What a solver has tried: a journal in the user's data directory, shared by terminal and browser.

A line is on the disk before it is reported as kept, and a process that is killed while it writes loses that line alone.
Problems are named by their positions, so that what was solved stays solved when the collection grows.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from crownhead.errors import JournalError
from crownhead.files import Journal, data_directory

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from crownhead.study.problems.problem import Problem

WORK = "training with problems"
PATIENCE = 5.0
"""Seconds to wait for another process that writes."""


class Tried(NamedTuple):
    fen: str
    rating: int
    """Of the problem."""
    solved: bool
    """At once and without help."""


def history_file() -> Path:
    return data_directory() / "problems.journal"


class History:
    """Safe for several processes at a time; each opens the file only while it reads or writes."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or history_file()
        self._tried: list[Tried] = []
        self._stamp: tuple[int, int] | None = None

    def tried(self) -> list[Tried]:
        """In order. Raises JournalError where the file is damaged."""
        if self._stamp != (stamp := self._now()):
            self._tried = []
            if stamp is not None:
                with self._opened() as journal:
                    self._tried = [Tried(e["fen"], e["rating"], e["solved"]) for e in journal.entries()]
            self._stamp = self._now()
        return self._tried

    def add(self, problem: Problem, solved: bool) -> None:
        """Raises JournalError or OSError where it cannot be kept."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._opened() as journal:
            journal.add({"fen": problem.fen, "rating": problem.rating, "solved": solved})

    def _now(self) -> tuple[int, int] | None:
        """Another file, or more in it, has another one."""
        try:
            found = self._path.stat()
        except FileNotFoundError:
            return None
        return found.st_ino, found.st_size

    @contextmanager
    def _opened(self) -> Iterator[Journal]:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                journal = Journal(self._path, WORK, {})
                break
            except JournalError as error:
                if "is writing" not in str(error) or time.monotonic() > end:
                    raise
                time.sleep(0.02)
        with journal:
            yield journal


class PassingHistory(History):
    """Of a visitor whose progress nobody keeps: it is forgotten with the program."""

    def tried(self) -> list[Tried]:
        return self._tried

    def add(self, problem: Problem, solved: bool) -> None:
        self._tried.append(Tried(problem.fen, problem.rating, solved))
