"""Which endgame database an engine asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import os

    from crownhead import _core
    from crownhead.tablebase.tablebase import Tablebase


def endgames_of(tablebase: Tablebase | str | os.PathLike[str] | None) -> _core.Endgames | None:
    """The user's own for "auto", as far as it has been built; none; that in a directory; or the given one."""
    if tablebase is None:
        return None
    from crownhead.tablebase.tablebase import Tablebase

    if tablebase == "auto":
        return Tablebase.open().core
    if isinstance(tablebase, Tablebase):
        return tablebase.core
    return Tablebase.open(tablebase).core
