"""The endgame databases that a proof rests on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crownhead.proofs.certificate import DatabaseUsed
from crownhead.tablebase.folder import Table
from crownhead.tablebase.slices import Slice
from crownhead.tablebase.tablebase import Tablebase

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from crownhead import _core

CHECKSUM_AT = 120
"""Of a database file: docs/tablebase-format.md."""


@dataclass
class Databases:
    tables: Tablebase | None
    _known: dict[Slice, DatabaseUsed] = field(default_factory=dict)

    @classmethod
    def of(cls, tablebase: Tablebase | str | os.PathLike[str] | None) -> Databases:
        """The user's own for "auto", none, that in a directory, or the given one."""
        if tablebase is None or isinstance(tablebase, Tablebase):
            return cls(tablebase)
        return cls(Tablebase.open(None if tablebase == "auto" else tablebase))

    @property
    def core(self) -> _core.Tablebase | None:
        return self.tables.core if self.tables else None

    def used(self, pieces: Sequence[int]) -> DatabaseUsed:
        """The file of a slice: that without distances, if there are both."""
        slice = Slice(*pieces)
        if slice not in self._known:
            assert self.tables is not None
            tables = [Table.of(slice, distances, self.tables.folder) for distances in (False, True)]
            table = tables[0] if tables[0].path.exists() else tables[1]
            with table.path.open("rb") as file:
                file.seek(CHECKSUM_AT)
                checksum = int.from_bytes(file.read(8), "little")
            self._known[slice] = DatabaseUsed(tuple(slice), table.distances, checksum)  # type: ignore[arg-type]
        return self._known[slice]
