"""The games of a file, reviewed by all cores. What is found is kept in a journal, so that long work can be interrupted
and goes on where it was."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING

from crownhead.errors import PDNError
from crownhead.record import pdn
from crownhead.study.review.annotate import annotate
from crownhead.study.review.journal import ReviewJournal
from crownhead.study.review.reviewing import ENOUGH, boards_of, opinions, reviewed
from crownhead.study.review.thinkers import Thinkers

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator

    from crownhead.engine.limit import Limit
    from crownhead.jobs import Pool
    from crownhead.record.board import Board
    from crownhead.record.game.game import Game
    from crownhead.study.inquiry import Inquiry
    from crownhead.study.review.judged import Review
    from crownhead.study.review.reviewing import Opinions


class GamesFile:
    """Games of American checkers in a PDN file; those of other kinds of draughts are passed over.

    It is read anew for each purpose: a file may be larger than memory. A context manager, which holds the journal.
    """

    def __init__(
        self, source: str | os.PathLike[str], limit: Limit = ENOUGH, journal: Path | None = None
    ) -> None:
        """Without a journal on disk, what is found is forgotten with this object."""
        self._source = Path(source)
        self._limit = limit
        self._journal = ReviewJournal(journal)

    def close(self) -> None:
        """Lets go of the journal."""
        self._journal.close()

    def __enter__(self) -> GamesFile:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def name(self) -> str:
        """The file's name."""
        return self._source.name

    def count(self) -> tuple[int, int]:
        """Games, and positions in them. Raises PDNError where there is no game."""
        games = positions = 0
        for _, boards in self._playable():
            games += 1
            positions += len(boards)
        if not games:
            message = f"{self._source}: there is no game of American checkers in it"
            raise PDNError(message, file=str(self._source), problems=[])
        return games, positions

    def think(self, pool: Pool, told: Callable[[int, int], None] = lambda done, more: None) -> None:
        """Fills the journal with what it does not hold yet, and ends the pool. `told` hears how many more positions are
        done, and how many have to be searched again."""
        begun: deque[list[Board]] = deque()

        def missing() -> Iterator[Inquiry[Opinions]]:
            for _, boards in self._playable():
                if self._journal.get(boards, self._limit) is not None:
                    told(len(boards), 0)
                    continue
                begun.append(boards)
                yield opinions(boards, self._limit)

        with Thinkers(pool) as thinkers:
            for found in thinkers.conduct(missing(), told):
                self._journal.add(begun.popleft(), self._limit, found)

    def found(self) -> Iterator[tuple[Game, list[Board], Opinions]]:
        """Each game with what was found about it; after think()."""
        for game, boards in self._playable():
            found = self._journal.get(boards, self._limit)
            assert found is not None
            yield game, boards, found

    def reviews(self) -> Iterator[tuple[Game, Review]]:
        """Each game with its review; after think()."""
        for game, boards, found in self.found():
            yield game, reviewed(boards, found)

    def annotated(self) -> Iterator[Game]:
        """The games with their reviews written into them."""
        for game, review in self.reviews():
            annotate(game, review)
            yield game

    def _playable(self) -> Iterator[tuple[Game, list[Board]]]:
        for game in pdn.games(self._source):
            if game.position is not None:
                yield game, boards_of(game)
