"""Verifying a database: checksums first, then that every value is the best of those it leads to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crownhead._core import Fault, FaultKind
from crownhead.errors import CorruptTable, MissingTable
from crownhead.tablebase.folder import Table, tables_in
from crownhead.tablebase.slices import Slice

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from crownhead.rules.position import Position
    from crownhead.tablebase.tablebase import Tablebase


@dataclass(frozen=True)
class Verified:
    """One table. Positions with a jump are not stored, so fewer are compared than there are."""

    table: Table
    checked: int
    wrong: Position | None
    """Where the value is not the best of its successors; None if there is no such position."""


def verify(
    tablebase: Tablebase, *, pieces: int | None = None, sample: int | None = None, threads: int = 1
) -> Iterator[Verified]:
    """Every table with so many pieces or fewer. A sample is so many positions of all of them together, spread
    evenly; without it every position is looked at. Raises CorruptTable or MissingTable."""
    tables = [t for t in tables_in(tablebase.folder) if pieces is None or t.slice.pieces <= pieces]
    stride = stride_of(tables, sample)
    for table in tables:
        check_complete(table, tablebase.folder)
    for table in tables:
        yield checked(table, tablebase, stride, threads)


def stride_of(tables: list[Table], sample: int | None) -> int:
    total = sum(table.slice.positions for table in tables)
    return max(1, total // sample) if sample else 1


def checked(table: Table, tablebase: Tablebase, stride: int, threads: int) -> Verified:
    table.check()
    found = tablebase.core.verify(table.slice, table.distances, stride // 2, stride, threads)
    if found.fault:
        raise _refusal(found.fault)
    return Verified(table, found.checked, found.wrong)


def check_complete(table: Table, folder: Path) -> None:
    """Raises MissingTable if one is not there that it is compared with: then a sound table would look wrong."""
    for slice in table.slice.reachable():
        there = {kind for kind in (False, True) if Table.of(slice, kind, folder).path.exists()}
        if not there or (table.distances and True not in there):
            missing = Table.of(slice, table.distances, folder).path
            raise MissingTable(f"{missing} is not there, and {table.path.name} leads to it: build it again")


def _refusal(fault: Fault) -> Exception:
    if fault.kind is FaultKind.CORRUPT:
        return CorruptTable(f"{fault.path}: {fault.reason}", path=fault.path)
    return MissingTable(f"a table that others lead to is missing: {Slice(*fault.pieces)}")
