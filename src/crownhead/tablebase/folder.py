"""The directory of a database: which file holds which slice, and who may build there."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from crownhead import _core
from crownhead.errors import BuildError, CorruptTable, FileInUse
from crownhead.files import Lock, data_directory
from crownhead.tablebase.slices import Slice

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from crownhead._core import Longest

VERDICTS, DISTANCES = ".wld", ".dtw"


def default_folder() -> Path:
    return data_directory() / "tablebases"


class Table(NamedTuple):
    """One file: the values of a slice, with or without distances."""

    slice: Slice
    distances: bool
    path: Path

    @classmethod
    def of(cls, slice: Slice, distances: bool, folder: Path) -> Table:
        return cls(slice, distances, folder / (slice.name + (DISTANCES if distances else VERDICTS)))

    def statistics(self) -> Statistics:
        """What the header says. Raises CorruptTable."""
        try:
            found = _core.table_statistics(os.fspath(self.path), self.slice, self.distances)
        except ValueError as error:
            raise CorruptTable(str(error), path=self.path) from None
        return Statistics(self.slice, self.distances, *found)

    def check(self) -> None:
        """Compare every checksum. Raises CorruptTable."""
        try:
            _core.check_table(os.fspath(self.path), self.slice, self.distances)
        except ValueError as error:
            raise CorruptTable(str(error), path=self.path) from None


class Statistics(NamedTuple):
    """What is known of a slice. No longest win or loss where there is none, or distances are not kept."""

    slice: Slice
    distances: bool
    wins: int
    losses: int
    draws: int
    longest_win: Longest | None
    longest_loss: Longest | None
    histogram: list[int]

    @property
    def positions(self) -> int:
        return self.wins + self.losses + self.draws


def tables_in(folder: Path) -> list[Table]:
    """The tables of a directory by their names, fewest pieces first. None if there is no such directory."""
    found = []
    if folder.is_dir():
        for path in folder.iterdir():
            slice = Slice.from_name(path.stem)
            if slice and path.suffix in (VERDICTS, DISTANCES):
                found.append(Table(slice, path.suffix == DISTANCES, path))
    return sorted(found, key=lambda table: (table.slice.pieces, table.slice.men, table))


@contextmanager
def building_in(folder: Path) -> Iterator[None]:
    """Only one builder at a time works in a directory; the lock goes with the process, however it ends."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        lock = Lock(folder / "building.lock")
    except FileInUse:
        message = f"another builder is at work in {folder}: wait until it is done, or end it"
        raise BuildError(message) from None
    with lock:
        yield
