"""Imports under way: a file that was sent is read in parts by the clerk and written in parts, one file at a time."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from crownhead.errors import BadRequest, CrownheadError, NotNow, TooMuch
from crownhead.record.library import incoming, putting
from crownhead.record.pdn.source import raw_games
from crownhead.web.live.seats import new_game_id

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path

    from crownhead.record.library.entry import Entry
    from crownhead.record.pdn.source import RawGame
    from crownhead.web.clerk import Clerk
    from crownhead.web.storage.store import Store

SUFFIX = ".import"
"""Of a file that was sent and is being read."""
PATIENCE = 0.2
"""Seconds before the clerk is asked again who was busy."""
log = logging.getLogger(__name__)


@dataclass(slots=True)
class ImportProgress:
    size: int
    """Bytes of the file."""
    read: int = 0
    error: str = ""


class Imports:
    def __init__(self, store: Store, clerk: Clerk) -> None:
        self._store = store
        self._clerk = clerk
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self.progress: dict[int, ImportProgress] = {}

    async def tidy(self) -> None:
        """What a server that was killed left half done, and what was deleted long ago."""
        try:
            lock = await asyncio.to_thread(incoming.lock_of, self._store.path)
            try:
                await self._store.write(incoming.clear)
                await self._store.write(putting.purge)
            finally:
                lock.close()
        except NotNow:  # a terminal imports
            return
        except (CrownheadError, OSError) as error:  # whoever asks for games is told
            log.error("the library was not tidied: %s", error)
        for left in self._store.path.parent.glob(f"*{SUFFIX}"):
            left.unlink(missing_ok=True)

    async def begin(self, visitor: str, asker: str, name: str, file: Path) -> int:
        """The number of the import. The file is removed when it has been read."""
        number = await self._store.write(lambda db: incoming.begin(db, visitor, name))
        self.progress[number] = ImportProgress(file.stat().st_size)
        task = asyncio.create_task(self._run(number, asker, file))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return number

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _run(self, number: int, asker: str, file: Path) -> None:
        progress = self.progress[number]
        try:
            async with self._turn:
                lock = await asyncio.to_thread(incoming.lock_of, self._store.path)
                try:
                    await self._read(number, asker, file, progress)
                finally:
                    lock.close()
        except (CrownheadError, OSError) as error:
            progress.error = str(error)
            await self._store.write(partial(incoming.give_up, number=number))
        finally:
            file.unlink(missing_ok=True)

    async def _read(self, number: int, asker: str, file: Path, progress: ImportProgress) -> None:
        parts, first, kept = incoming.parts(raw_games(file)), 1, 0
        while part := await asyncio.to_thread(_next, parts):
            entries, problems = await self._entries(asker, part, first)
            await self._store.write(partial(self._add, number=number, entries=entries, problems=problems))
            kept, first = kept + len(entries), first + len(part)
            progress.read += sum(len(raw.text) for raw in part)
            if first > incoming.PART and not kept:
                break
        if not kept:
            told = f" ({problems[0]})" if first > 1 and problems else ""
            raise BadRequest(f"there is no game of American checkers in this file{told}")
        await self._store.write(partial(incoming.finish, number=number))

    def _add(self, db: sqlite3.Connection, number: int, entries: list[Entry], problems: list[str]) -> None:
        self._store.expect_space(db)
        incoming.add(db, number, entries, problems, "imported", new_game_id)

    async def _entries(self, asker: str, part: list[RawGame], first: int) -> tuple[list[Entry], list[str]]:
        while True:
            try:
                return await self._clerk.do(asker, incoming.entries_of, part, first)
            except TooMuch:
                await asyncio.sleep(PATIENCE)


def _next(parts: Iterator[list[RawGame]]) -> list[RawGame]:
    return next(parts, [])
