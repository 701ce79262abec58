"""Playing from an opening book."""

from __future__ import annotations

import logging
from random import Random
from typing import TYPE_CHECKING

from crownhead.engine.info import Played
from crownhead.engine.levels import FULL_STRENGTH
from crownhead.engine.score import Score, ScoreKind
from crownhead.errors import CorruptBook

if TYPE_CHECKING:
    import os

    from crownhead.book.book import Book
    from crownhead.engine.root import Root

log = logging.getLogger(__name__)
PLIES_PER_LEVEL = 2
"""A level knows its openings so far and no further: level 1 one move, level 5 five."""
LEVEL_MARGIN = 20
"""Hundredths of a man: a level plays what is sound, but not always the same."""


class BookPlayer:
    def __init__(self, book: Book, margin: int, seed: int | None, most_plies: int | None) -> None:
        self._book = book
        self._margin = margin
        self.seed = seed
        self._most_plies = most_plies

    @classmethod
    def of(
        cls, book: Book | str | os.PathLike[str] | None, margin: int, seed: int | None, level: int
    ) -> BookPlayer | None:
        """None without a book. A weak level leaves the book early, and varies."""
        if book is None:
            return None
        from crownhead.book.book import Book

        opened = _usual() if book == "auto" else book if isinstance(book, Book) else Book.open(book)
        if level == FULL_STRENGTH:
            return cls(opened, margin, seed, None)
        return cls(opened, max(margin, LEVEL_MARGIN), seed, PLIES_PER_LEVEL * level)

    def play(self, root: Root) -> Played | None:
        """The same move for the same seed and the same position; by chance, every time anew, without a seed."""
        if self._most_plies is not None and root.plies >= self._most_plies:
            return None
        chance = Random(None if self.seed is None else f"{self.seed} {root.position.key}")
        known = self._book.choose(root.position, chance, self._margin)
        if known is None:
            return None
        score = Score(ScoreKind.EVALUATION, known.score, root.position.turn)
        return Played(known.move, score, (known.move,), 0, known.depth, 0.0, from_book=True)


def _usual() -> Book:
    """The user's own book; if that is damaged, a warning says so, and the shipped one is used."""
    from crownhead.book.book import Book, shipped

    try:
        return Book.open()
    except (CorruptBook, OSError) as error:
        log.warning("%s; the book that comes with crownhead is used", error)
        return Book(shipped())
