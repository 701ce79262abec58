"""The user's library, for those who study: games reviewed and the reviews kept, and what they tell of a player.

>>> import crownhead as ch
>>> with ch.study.open_library() as library:                  # doctest: +SKIP
...     library.review_all(player="Ann")
...     library.player("Ann")
"""

from __future__ import annotations

import os
from collections import deque
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from crownhead.errors import UnknownGame
from crownhead.processes import Processes
from crownhead.record.board import Board
from crownhead.record.collection.index_rows import signed
from crownhead.record.library import reviews
from crownhead.record.library.home import home_library, transaction
from crownhead.record.library.player import PlayerStatistics, player_statistics
from crownhead.record.library.row import THE_USER, read_game
from crownhead.record.library.search import Search, find, index, unindexed
from crownhead.study.inquiry import answered
from crownhead.study.review.kept import kept, to_keep
from crownhead.study.review.reviewing import ENOUGH, boards_of, opinions, reviewed
from crownhead.study.review.thinkers import Thinkers

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Sequence

    from crownhead.engine.engine import Engine
    from crownhead.engine.limit import Limit
    from crownhead.record.library.row import GameRow
    from crownhead.study.inquiry import Inquiry, Progress
    from crownhead.study.review.judged import Review
    from crownhead.study.review.reviewing import Opinions


@contextmanager
def open_library() -> Iterator[Library]:
    """Up to date with what was played in terminals. Raises StorageFailed."""
    with home_library() as db:
        yield Library(db)


class Library:
    """The games of your library, with the reviews that are kept for them."""

    def __init__(self, db: sqlite3.Connection, owner: str = THE_USER) -> None:
        self._db = db
        self._owner = owner

    def find(self, search: Search | None = None) -> tuple[int, list[GameRow]]:
        """How many games fit, and those of one page, the latest first."""
        self._bring_up_to_date()
        return find(self._db, self._owner, search or Search())

    def player(self, name: str) -> PlayerStatistics:
        """What the games and their reviews tell of a player."""
        return player_statistics(self._db, self._owner, name)

    # -- reviews -----------------------------------------------------------------------------------

    def review(
        self, game: str, limit: Limit = ENOUGH, engine: Engine | None = None, progress: Progress | None = None
    ) -> Review:
        """Of a game by its name in the library. What was found before is not searched again."""
        boards = self._boards(game)
        found = kept(reviews.read_review(self._db, game), boards, limit)
        if found is None:
            found = answered(opinions(boards, limit), engine, progress)
            if engine is None:
                self._keep(game, boards, limit, found)
        return reviewed(boards, found)

    def unreviewed(self, player: str = "") -> list[str]:
        """The games, or those of a player, that have no review yet."""
        return reviews.unreviewed(self._db, self._owner, player)

    def review_all(
        self,
        player: str = "",
        limit: Limit = ENOUGH,
        jobs: int | None = None,
        told: Callable[[int, int], None] = lambda done, of: None,
    ) -> int:
        """Reviews every game, or every game of a player, that has no review yet, and keeps each as soon as it is
        done: what is interrupted goes on there. `told` hears how many are done, and of how many. How many they were."""
        waiting = self.unreviewed(player)
        begun: deque[tuple[str, list[Board]]] = deque()

        def inquiries() -> Iterator[Inquiry[Opinions]]:
            for game in waiting:
                boards = self._boards(game)
                begun.append((game, boards))
                yield opinions(boards, limit)

        told(0, len(waiting))
        with Thinkers(Processes(jobs or os.cpu_count() or 1)) as thinkers:
            for done, found in enumerate(thinkers.conduct(inquiries()), 1):
                game, boards = begun.popleft()
                with suppress(UnknownGame):  # deleted or played on meanwhile
                    self._keep(game, boards, limit, found)
                told(done, len(waiting))
        return len(waiting)

    def keep(self, names: tuple[str, str], boards: Sequence[Board], limit: Limit, found: Opinions) -> bool:
        """What was found about a game that may stand in the library too: the same moves by the same players. Whether
        it does."""
        self._bring_up_to_date()
        last = boards[-1]
        sql = (
            "SELECT id FROM games WHERE owner = ? AND hidden = 0 AND names = ? AND plies = ? "
            "AND number IN (SELECT game FROM positions WHERE key = ?)"
        )
        players = "\n".join(names).casefold()
        values = (self._owner, players, len(last.moves), signed(last.position.key))
        known = False
        for (game,) in self._db.execute(sql, values).fetchall():
            with suppress(UnknownGame):
                self._keep(game, boards, limit, found)
                known = True
        return known

    def _keep(self, game: str, boards: Sequence[Board], limit: Limit, found: Opinions) -> None:
        stored = to_keep(boards, limit, found)
        with transaction(self._db):
            reviews.keep_review(self._db, game, [str(move) for move in boards[-1].moves], stored)

    def _boards(self, game: str) -> list[Board]:
        row, moves = read_game(self._db, game)
        return boards_of(Board.of(row.start, [stored.move for stored in moves]))

    def _bring_up_to_date(self) -> None:
        while waiting := unindexed(self._db):
            with transaction(self._db):
                index(self._db, waiting)


def _repr_html_(made: PlayerStatistics) -> str:
    """In a notebook: results, accuracy and mistakes as pictures."""
    from crownhead.picture.player import accuracy_svg, mistakes_svg, results_svg

    parts = [f"<h3>{_escaped(made.name)}</h3>", results_svg(made)]
    if made.accuracy:
        parts += ["<h4>Accuracy over time</h4>", accuracy_svg(made)]
    if made.mistakes:
        parts += ["<h4>Typical mistakes</h4>", mistakes_svg(made)]
    return f'<div style="max-width:46rem">{"".join(parts)}</div>'


def _escaped(text: str) -> str:
    from html import escape

    return escape(text)


PlayerStatistics._repr_html_ = _repr_html_  # type: ignore[attr-defined]
