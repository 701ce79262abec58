"""Growing a book: leaves are searched in rounds, by whatever does the searching, and kept in a journal.

The journal is the truth: a position that stands in it is not searched again, and a killed process costs the
positions it was searching. The rounds are followed again from the journal, so that a build that was stopped at any
moment grows to the same book as one that was not.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from crownhead.book.file import save
from crownhead.book.graph import BookGraph, Scored
from crownhead.book.record import key_of
from crownhead.files import Journal
from crownhead.jobs import at_once_of, results
from crownhead.rules.position import Position
from crownhead.version import BOOK, version

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Executor
    from pathlib import Path

    from crownhead.rules.move import Move

CHUNK, LEAST_CHUNK = 16, 4
"""Positions of one unit of work."""
GROWTH = 8
"""A round expands an eighth as many leaves as there are positions: by then the losses have changed enough."""
LEAST_ROUND = 64
KEEP_MARGIN = 60
"""Hundredths of a man: moves that are worse than the best by more are not written, unless it is said otherwise."""

Chunk = tuple[str, ...]
"""Positions, as FEN."""
ScoredChunk = list[tuple[str, list[tuple[str, int, int]]]]
"""Of each position its FEN, and of each of its moves the text, the score and the depth."""


class Progress(NamedTuple):
    positions: int
    searched: int
    """Positions of this run."""
    seconds: float


class BookBuilder:
    """A context manager: the journal is locked as long as it is open."""

    def __init__(
        self, journal: Path, roots: Sequence[Position], nodes: int, *, other_version: bool = False
    ) -> None:
        """Goes on with the journal. Raises JournalError if it is damaged, another book's, or in use."""
        self.nodes = nodes
        self.graph = BookGraph(roots)
        settings = {"nodes": nodes, "roots": [root.fen for root in roots], "code": version(*BOOK)}
        self._journal = Journal(journal, "book", settings, other_version=other_version)
        self._unfinished: list[str] = []
        """What the last round of the journal has not searched yet."""
        self._follow({fen: moves for entry in self._journal.entries() for fen, moves in entry["positions"]})

    def __enter__(self) -> BookBuilder:
        return self

    def __exit__(self, *error: object) -> None:
        self._journal.close()

    def __len__(self) -> int:
        return len(self.graph.nodes)

    def grow(
        self,
        executor: Executor,
        search: Callable[[Chunk], ScoredChunk],
        *,
        positions: int,
        seconds: float = float("inf"),
    ) -> Iterator[Progress]:
        """Until there are so many positions, or the time is over. Each yield is safe on disk."""
        began, before = time.monotonic(), len(self)
        while len(self) < positions and time.monotonic() - began < seconds:
            fens = (self._unfinished or self._round())[: positions - len(self)]
            self._unfinished = []
            if not fens:
                return
            chunks = _chunks(fens, at_once_of(executor))
            for done in results(executor, search, chunks):
                self._journal.add({"positions": done})
                self._take(done)
                yield Progress(len(self), len(self) - before, time.monotonic() - began)

    def _round(self) -> list[str]:
        """The leaves to search next, those that give away least first."""
        self.graph.back_up()
        return [leaf.fen for leaf in self.graph.cheapest_leaves(max(LEAST_ROUND, len(self) // GROWTH))]

    def _follow(self, found: dict[str, list[tuple[str, int, int]]]) -> None:
        """Round by round, up to the one that was not finished."""
        while found and not self._unfinished:
            leaves = self._round()
            self._take([(fen, found.pop(fen)) for fen in leaves if fen in found])
            self._unfinished = [
                fen for fen in leaves if key_of(Position.from_fen(fen)) not in self.graph.nodes
            ]
        self._take(list(found.items()))  # of rounds of other sizes, as older versions had them

    def _take(self, done: ScoredChunk) -> None:
        for fen, scored in done:
            position = Position.from_fen(fen)
            self.graph.add(position, [Scored(_move(position, text), score, d) for text, score, d in scored])

    def write(self, path: Path, *, margin: int = KEEP_MARGIN, **recipe: object) -> None:
        """The book as it is now, with moves that are worse than the best by `margin` at most."""
        self.graph.back_up()
        made = {"nodes": self.nodes, "positions": len(self), "roots": len(self.graph.roots), "margin": margin}
        save(path, self.graph.records(margin), {**made, **recipe})


def _chunks(fens: list[str], at_once: int) -> Iterator[Chunk]:
    """Guided self-scheduling: at the end of a round processes wait for its last units, so these are small. Larger ones
    come first, for each costs a writing through to the disk."""
    begin = 0
    while begin < len(fens):
        size = max(LEAST_CHUNK, min(CHUNK, (len(fens) - begin) // (2 * at_once)))
        yield tuple(fens[begin : begin + size])
        begin += size


def _move(position: Position, text: str) -> Move:
    return position.parse_move(text)
