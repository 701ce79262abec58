"""What the endgame databases say of a position's moves, where the user has them.

They are opened when a position with few pieces is first asked for; the smallest then build themselves.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from crownhead.errors import CorruptTable, TablebaseError
from crownhead.proofs.verdict import verdict_of
from crownhead.web.messages.position import DatabaseMove

if TYPE_CHECKING:
    from crownhead.proofs.verdict import ProvedVerdict
    from crownhead.rules.position import Position
    from crownhead.tablebase import Tablebase

MOST_PIECES = 10
"""No database at home has more."""
log = logging.getLogger(__name__)


class EndgameLookup:
    def __init__(self) -> None:
        self._tablebase: Tablebase | None = None
        self._lock = threading.Lock()

    def values(self, position: Position) -> list[DatabaseMove]:
        """Every move with its value, the best first; nothing where nothing is known. May wait for a disk."""
        if sum(piece is not None for piece in position.occupants) > MOST_PIECES:
            return []
        try:
            valued = self.tablebase().moves(position)
        except CorruptTable as error:
            log.warning("%s", error)
            return []
        except (TablebaseError, OSError):
            return []
        return [DatabaseMove(position.notation(move), value.result, value.plies) for move, value in valued]

    def verdict(self, position: Position) -> ProvedVerdict | None:
        """Who wins, where they know it. May wait for a disk."""
        if sum(piece is not None for piece in position.occupants) > MOST_PIECES:
            return None
        try:
            return verdict_of(position, tablebase=self.tablebase())
        except (TablebaseError, OSError):
            return None

    def tablebase(self) -> Tablebase:
        """The user's own."""
        from crownhead.tablebase import Tablebase

        with self._lock:
            if self._tablebase is None:
                self._tablebase = Tablebase.open()
            return self._tablebase
