"""Databases built and verified by a pool: each pair of slices is a unit, done when those that it leads to are there.

A worker gets the files that it needs and returns those that it made; only this process writes. A journal beside the
tables keeps the hash of each: whoever makes one again must make the same.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from crownhead.errors import BuildError
from crownhead.files import Journal
from crownhead.jobs import Work, graph_results, results
from crownhead.tablebase.build import BuildStep, Done, SliceMaker, sweep, write_table
from crownhead.tablebase.folder import Table, building_in, tables_in
from crownhead.tablebase.tablebase import Tablebase
from crownhead.tablebase.verify import Verified, check_complete, checked, stride_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crownhead._core import MadeTable
    from crownhead.jobs import Pool
    from crownhead.rules.position import Position
    from crownhead.tablebase.build import Plan
    from crownhead.tablebase.slices import Slice

MANIFEST = "tables.journal"
SOUND = "verify.journal"
"""Which tables were found sound; it is removed when all are."""

Content = tuple[str, bytes]
"""Of a file, after its name."""


# -- building ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SolveTask:
    step: BuildStep
    folder: str
    """With all that the step needs."""


@dataclass(frozen=True, slots=True)
class SliceWork:
    """What every process must know that solves slices."""

    room: int
    """Bytes."""
    threads: int

    def __call__(self) -> SliceWorker:
        return SliceWorker(self)


class SliceWorker:
    def __init__(self, settings: SliceWork) -> None:
        self._settings = settings
        self._folder = ""
        self._maker: SliceMaker | None = None

    def __call__(self, task: SolveTask) -> list[Content]:
        if self._maker is None or self._folder != task.folder:
            self._folder = task.folder
            self._maker = SliceMaker(Path(task.folder), self._settings.room, self._settings.threads)
        return [(name_of(table), table.content) for table in self._maker.make(task.step)]

    def close(self) -> None:
        self._maker = None


def name_of(table: MadeTable) -> str:
    from crownhead.tablebase.slices import Slice

    return Table.of(Slice(*table.pieces), table.distances, Path()).path.name


def build(plan: Plan, pool: Pool) -> Iterator[Done]:
    """What is missing, whatever the longest chain hangs on first. Closing the iterator stops, and loses only what is
    being solved."""
    plan.check()
    steps = {step.slice: step for step in plan.steps}
    needs = {s: {min(other, other.flipped) for other in s.reachable()} - {s} for s in steps}
    with building_in(plan.folder), Journal(plan.folder / MANIFEST, "build of tables", {}) as manifest:
        sweep(plan.folder)
        known = {entry["table"]: entry["sha256"] for entry in manifest.entries()}
        began = {}

        def task_of(s: Slice) -> SolveTask:
            began[s] = perf_counter()
            return SolveTask(steps[s], pool.share(plan.folder, _needed(steps[s], plan.folder)))

        work = Work[SolveTask, list[Content]](SliceWork(plan.room, plan.threads))
        for s, made in graph_results(pool, work, needs, lambda s: steps[s].positions, task_of):
            for name, content in made:
                _keep(plan.folder, name, content, known, manifest)
            yield Done(steps[s], perf_counter() - began.pop(s), sum(len(content) for _, content in made))


def _needed(step: BuildStep, folder: Path) -> list[str]:
    wanted = {s for one in step.slices for s in one.reachable()} - set(step.slices)
    return [Table.of(s, step.distances, folder).path.name for s in sorted(wanted)]


def _keep(folder: Path, name: str, content: bytes, known: dict[str, str], manifest: Journal) -> None:
    digest = hashlib.sha256(content).hexdigest()
    if known.setdefault(name, digest) != digest:
        raise BuildError(
            f"{folder / name}: two workers made different tables of it; delete {folder / MANIFEST} and all tables, "
            "and build again"
        )
    write_table(folder / name, content)
    manifest.add({"table": name, "sha256": digest})


# -- verifying -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class VerifyTask:
    folder: str
    slice: Slice
    distances: bool
    stride: int
    threads: int


def verify(
    folder: Path, pool: Pool, *, pieces: int | None = None, sample: int | None = None, threads: int = 1
) -> Iterator[Verified]:
    """As `verify.verify`, the largest tables first. What a run that was ended has found sound is not verified again.
    Raises CorruptTable or MissingTable."""
    tables = [t for t in tables_in(folder) if pieces is None or t.slice.pieces <= pieces]
    stride = stride_of(tables, sample)
    for table in tables:
        check_complete(table, folder)
    with SoundTables(folder, stride) as sound:
        left = []
        for table in sorted(tables, key=lambda t: -t.slice.positions):
            if (count := sound.get(table)) is None:
                left.append(table)
            else:
                yield Verified(table, count, None)
        for found in results(pool, verify_table, _verify_tasks(left, folder, pool, stride, threads)):
            verified = Verified(Table.of(found.slice, found.distances, folder), found.checked, found.wrong)
            if found.wrong is None:
                sound.add(verified)
            yield verified
        sound.forget()


def _verify_tasks(
    tables: list[Table], folder: Path, pool: Pool, stride: int, threads: int
) -> Iterator[VerifyTask]:
    for table in tables:
        shared = pool.share(folder, _compared_with(table, folder))
        yield VerifyTask(shared, table.slice, table.distances, stride, threads)


class VerifiedTable(NamedTuple):
    slice: Slice
    distances: bool
    checked: int
    wrong: Position | None


def verify_table(task: VerifyTask) -> VerifiedTable:
    """The unit."""
    folder = Path(task.folder)
    found = checked(
        Table.of(task.slice, task.distances, folder), Tablebase(folder), task.stride, task.threads
    )
    return VerifiedTable(task.slice, task.distances, found.checked, found.wrong)


def _compared_with(table: Table, folder: Path) -> list[str]:
    wanted = {table.slice, table.slice.flipped, *table.slice.reachable()}
    names = [Table.of(s, kind, folder).path for s in sorted(wanted) for kind in (False, True)]
    return [path.name for path in names if path.exists()]


class SoundTables:
    """A journal in the folder, if we may write there. A table is named by the content of all that it was compared with:
    it is verified again when any of that has changed."""

    def __init__(self, folder: Path, stride: int) -> None:
        self._folder = folder
        self._stride = stride
        self._digests: dict[str, str] = {}
        self._journal = (
            Journal(folder / SOUND, "verifying of tables", {}) if os.access(folder, os.W_OK) else None
        )
        entries = self._journal.entries() if self._journal else ()
        self._known: dict[str, int] = {entry["unit"]: entry["checked"] for entry in entries}

    def __enter__(self) -> SoundTables:
        return self

    def __exit__(self, *error: object) -> None:
        if self._journal is not None:
            self._journal.close()

    def get(self, table: Table) -> int | None:
        """How many of its positions were compared; None if it was not found sound yet."""
        return self._known.get(self._unit(table)) if self._known else None

    def add(self, verified: Verified) -> None:
        if self._journal is not None:
            entry = {"table": verified.table.path.name, "unit": self._unit(verified.table)}
            self._journal.add({**entry, "checked": verified.checked})

    def forget(self) -> None:
        if self._journal is not None:
            self._journal.close()
            self._journal.path.unlink()

    def _unit(self, table: Table) -> str:
        total = hashlib.sha256(f"{table.path.name} {self._stride}".encode())
        for name in _compared_with(table, self._folder):
            total.update(f"{name} {self._digest(name)}".encode())
        return total.hexdigest()

    def _digest(self, name: str) -> str:
        if name not in self._digests:
            with (self._folder / name).open("rb") as file:
                self._digests[name] = hashlib.file_digest(file, "sha256").hexdigest()
        return self._digests[name]
