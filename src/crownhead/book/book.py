"""Asking a book: the known moves of a position, and one of them to play."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from crownhead import _core
from crownhead.book.file import checked
from crownhead.book.record import Origin
from crownhead.files import data_directory

if TYPE_CHECKING:
    import os
    from random import Random

    from crownhead.rules.position import Position

BookMove = _core.BookMove
SHIPPED = "opening.book"


class Book:
    """An opening book. Safe to use from many threads. Raises CorruptBook for a file that is damaged or no book."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._core = checked(path)

    @classmethod
    def open(cls, path: str | os.PathLike[str] | None = None) -> Self:
        """The book in a file; the user's own, opening.book in the data directory; or the one of the package."""
        if path is not None:
            return cls(Path(path))
        own = data_directory() / SHIPPED
        return cls(own if own.is_file() else shipped())

    def __len__(self) -> int:
        """Positions; a position and its twin, colours exchanged, are one."""
        return self._core.positions

    @property
    def recipe(self) -> dict[str, Any]:
        """How the book was made."""
        made = json.loads(self._core.recipe or "{}")
        return made if isinstance(made, dict) else {}

    def moves(self, position: Position) -> list[BookMove]:
        """The known moves, the best first; none where the position is not in the book."""
        return sorted(self._core.find(position), key=lambda known: -known.score)

    def choose(self, position: Position, random: Random, margin: int = 0) -> BookMove | None:
        """One of the moves that were scored, none worse than the best by more than `margin` hundredths of a man.

        A better one is chosen more often: at the margin the chance is a third of that of the best.
        """
        known = [move for move in self.moves(position) if move.origin is not Origin.PLAYED]
        fits = [move for move in known if move.score >= known[0].score - margin]
        if not fits:
            return None
        weights = [3.0 ** ((move.score - fits[0].score) / max(margin, 1)) for move in fits]
        return random.choices(fits, weights)[0]


def shipped() -> Path:
    """The book of the package."""
    return Path(str(resources.files("crownhead.book"))) / SHIPPED
