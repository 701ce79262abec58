"""Reviews: kept with the games of the library, and made of all of somebody's games in the background.

Each review is kept as soon as it is done. A run that is stopped, by its owner or by a server that is killed, goes on
with the games that have none.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from crownhead.errors import CrownheadError, EngineBusy, UnknownGame
from crownhead.record.board import Board
from crownhead.record.library import reviews
from crownhead.study.review import ENOUGH, boards_of, opinions
from crownhead.study.review.kept import kept, to_keep
from crownhead.web.live.inquiries import answered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crownhead.engine.limit import Limit
    from crownhead.study.inquiry import Progress
    from crownhead.study.review.reviewing import Opinions
    from crownhead.web.live.pool import EnginePool
    from crownhead.web.storage.store import Store

AT_A_TIME = 2
"""Questions of a review in the background that wait for the engines: whoever plays or analyses is not kept waiting."""
REST = 5.0
"""Seconds before engines that are busy with others are asked again."""
log = logging.getLogger(__name__)


@dataclass(slots=True)
class Run:
    running: bool = False
    done: int = 0
    of: int = 0
    error: str = ""


class Reviews:
    def __init__(self, store: Store, pool: EnginePool) -> None:
        self._store = store
        self._pool = pool
        self._runs: dict[str, Run] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    # -- one review --------------------------------------------------------------------------------

    async def found(
        self,
        game: str | None,
        boards: list[Board],
        limit: Limit,
        asker: str,
        progress: Progress = lambda done, of: None,
        at_a_time: int | None = None,
    ) -> Opinions:
        """What is to be known of the positions of a line. Of a game in the library, it is kept with it, and not
        searched again."""
        if game is not None:
            stored = await self._store.read(partial(reviews.read_review, game=game))
            known = await asyncio.to_thread(kept, stored, boards, limit)
            if known is not None:
                return known
        found = await answered(opinions(boards, limit), self._pool, asker, progress, at_a_time)
        if game is not None:
            await self._keep(game, boards, limit, found)
        return found

    async def _keep(self, game: str, boards: Sequence[Board], limit: Limit, found: Opinions) -> None:
        """Unless the game was changed meanwhile, or another line was reviewed. A review that cannot be stored is still
        shown."""
        stored = await asyncio.to_thread(to_keep, boards, limit, found)
        moves = [str(move) for move in boards[-1].moves]
        try:
            await self._store.write(partial(reviews.keep_review, game=game, moves=moves, review=stored))
        except UnknownGame:
            pass
        except CrownheadError as error:
            log.error("a review was not kept: %s", error)

    # -- all games ---------------------------------------------------------------------------------

    def run_of(self, visitor: str) -> Run:
        return self._runs.get(visitor) or Run()

    async def begin(self, visitor: str, asker: str) -> None:
        """One run for each visitor: a second wish changes nothing."""
        if self.run_of(visitor).running:
            return
        games = await self._store.read(lambda db: reviews.unreviewed(db, visitor))
        run = self._runs[visitor] = Run(bool(games), 0, len(games))
        if games:
            self._tasks[visitor] = asyncio.create_task(self._review_all(run, games, asker))

    async def cancel(self, visitor: str) -> None:
        if task := self._tasks.pop(visitor, None):
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def close(self) -> None:
        for visitor in list(self._tasks):
            await self.cancel(visitor)

    async def _review_all(self, run: Run, games: list[str], asker: str) -> None:
        try:
            for game in games:
                await self._review(game, asker)
                run.done += 1
        except (CrownheadError, OSError) as error:
            run.error = str(error)
        finally:
            run.running = False

    async def _review(self, game: str, asker: str) -> None:
        while True:
            try:
                row, moves = await self._store.game(game)
                boards = boards_of(Board.of(row.start, [stored.move for stored in moves]))
                await self.found(game, boards, ENOUGH, asker, at_a_time=AT_A_TIME)
                return
            except UnknownGame:  # deleted meanwhile
                return
            except EngineBusy:
                await asyncio.sleep(REST)
