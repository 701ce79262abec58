"""Building a database: slice after slice, each a file as soon as it is solved.

What is there and whole is kept, so a build that was killed goes on where it stopped, and gives the same bytes.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING

from crownhead import _core
from crownhead.errors import BuildError, CorruptTable
from crownhead.files import replacing
from crownhead.rules.piece import MOST_PIECES
from crownhead.tablebase.folder import Table, building_in
from crownhead.tablebase.slices import FEWEST_PIECES, Slice, pairs_up_to

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GIGABYTE = 2**30

BYTES_A_POSITION = {False: 0.035, True: 0.45}
"""Of the files, without and with distances, on the high side: 2 to 5 pieces take 0.011 and 0.31, slices with three
pieces on each side up to 0.036."""

OWN_MEMORY = 56 * 2**20
"""Bytes of the program itself: Python, its modules, and what the threads compress with."""


@dataclass(frozen=True)
class BuildStep:
    """One pair of slices that is to be solved."""

    slice: Slice
    distances: bool

    @property
    def slices(self) -> list[Slice]:
        return sorted({self.slice, self.slice.flipped})

    @property
    def positions(self) -> int:
        return sum(s.positions for s in self.slices)

    @property
    def memory(self) -> int:
        """Bytes, with everything it needs in memory at once: the files are there twice before they are written."""
        return _core.building_bytes(self.slice, self.distances) + 2 * self.disk

    @property
    def disk(self) -> int:
        """Bytes of its files, on the high side."""
        return int(sum(self.positions * BYTES_A_POSITION[kind] for kind in {False, self.distances})) + 4096

    def tables(self, folder: Path) -> list[Table]:
        kinds = (True, False) if self.distances else (False,)
        return [Table.of(s, kind, folder) for s in self.slices for kind in kinds]


@dataclass(frozen=True)
class Done:
    """One pair that has been solved and written."""

    step: BuildStep
    seconds: float
    bytes: int


@dataclass
class Plan:
    """What there is to build, and what it will take."""

    folder: Path
    pieces: int
    dtw: int
    memory: int = 8 * GIGABYTE
    threads: int = 1
    families: tuple[Slice, ...] = ()
    """Only these and what their positions lead to, if any are named, and not all with so many pieces."""
    steps: list[BuildStep] = field(init=False)

    def __post_init__(self) -> None:
        if not FEWEST_PIECES <= self.pieces <= MOST_PIECES:
            raise BuildError(
                f"a database has from {FEWEST_PIECES} to {MOST_PIECES} pieces, not {self.pieces}"
            )
        if not 0 <= self.dtw <= self.pieces:
            raise BuildError(f"distances are for as many pieces as are built or fewer, not for {self.dtw}")
        chosen = [s for s in pairs_up_to(self.pieces) if not self.families or self._is_needed(s)]
        wanted = [BuildStep(s, s.pieces <= self.dtw) for s in chosen]
        self.steps = [step for step in wanted if not all(map(_is_whole, step.tables(self.folder)))]

    def _is_needed(self, s: Slice) -> bool:
        return any(s.comes_of(family) or s.comes_of(family.flipped) for family in self.families)

    @property
    def positions(self) -> int:
        return sum(step.positions for step in self.steps)

    @property
    def memory_needed(self) -> int:
        """The least that --memory must allow."""
        return max((step.memory for step in self.steps), default=0) + OWN_MEMORY

    @property
    def room(self) -> int:
        """Bytes for what is solved and loaded, of the memory that is allowed."""
        files = max((2 * step.disk for step in self.steps), default=0)
        return max(0, self.memory - OWN_MEMORY - files)

    @property
    def disk_needed(self) -> int:
        """An estimate, on the high side."""
        return sum(step.disk for step in self.steps)

    def check(self) -> None:
        """Raises BuildError if the memory or the disk will not do."""
        if self.memory_needed > self.memory:
            raise BuildError(
                f"the largest slice needs {self.memory_needed / GIGABYTE:.2f} GB of memory and only "
                f"{self.memory / GIGABYTE:.2f} GB are allowed: allow more, or build fewer pieces"
            )
        existing = next(p for p in (self.folder, *self.folder.absolute().parents) if p.exists())
        if (free := shutil.disk_usage(existing).free) < self.disk_needed:
            raise BuildError(
                f"the files may need {self.disk_needed / 1e6:.0f} MB and {existing} has "
                f"{free / 1e6:.0f} MB left: make room, or build elsewhere"
            )

    def run(self) -> Iterator[Done]:
        """Build what is missing. Closing the iterator between two slices stops, and nothing is lost."""
        self.check()
        with building_in(self.folder):
            sweep(self.folder)
            maker = SliceMaker(self.folder, self.room, self.threads)
            for step in self.steps:
                if not all(map(_is_whole, step.tables(self.folder))):
                    yield _built(maker, step, self.folder)


class SliceMaker:
    """Solves pairs of slices with what is in a directory, and keeps what it may need again in memory."""

    def __init__(self, folder: Path, room: int, threads: int) -> None:
        """`room` is in bytes. Raises BuildError."""
        self._folder = folder
        try:
            self._core = _core.Builder(os.fspath(folder), room, threads)
        except RuntimeError as error:  # no more threads
            raise BuildError(str(error)) from None

    def make(self, step: BuildStep) -> list[_core.MadeTable]:
        """Raises CorruptTable or BuildError."""
        try:
            return self._core.make(step.slice, step.distances)
        except ValueError as error:
            raise CorruptTable(f"{error}; delete the file and build again", path=self._folder) from None
        except MemoryError:
            raise BuildError(
                f"there is not enough memory for {step.slice}: {step.memory / GIGABYTE:.2f} GB"
            ) from None
        except OverflowError as error:
            raise BuildError(f"{step.slice}: {error}; build it without distances") from None
        except RuntimeError as error:  # no more threads
            raise BuildError(str(error)) from None


def _built(maker: SliceMaker, step: BuildStep, folder: Path) -> Done:
    begin = perf_counter()
    written = 0
    for table in maker.make(step):
        write_table(Table.of(Slice(*table.pieces), table.distances, folder).path, table.content)
        written += len(table.content)
    return Done(step, perf_counter() - begin, written)


def write_table(path: Path, content: bytes) -> None:
    try:
        with replacing(path) as file:
            file.write(content)
    except OSError as error:
        error.filename = os.fspath(path)  # a full disk does not say which file it has no room for
        raise


def _is_whole(table: Table) -> bool:
    try:
        table.check()
    except CorruptTable:
        return False
    return True


def sweep(folder: Path) -> None:
    """What a killed builder has left half written; nobody else writes here while we hold the lock."""
    for path in folder.glob(".*.part"):
        path.unlink(missing_ok=True)
