"""The one thread that writes.

What is asked of it while it is busy is committed together, so that two hundred games share the cost; each change
stands or falls alone, behind a savepoint of its own. Whatever happens, each asker is answered and the thread lives
on: after a failure of the database itself it begins anew with another connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import sqlite3
import threading
from concurrent.futures import Future
from typing import TYPE_CHECKING, TypeVar, cast

from crownhead.errors import StorageFailed
from crownhead.record.library import schema
from crownhead.web.storage.settler import Settler

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

T = TypeVar("T")
Work = tuple["Callable[[sqlite3.Connection], object]", "Future[object]"]
Outcome = tuple["Future[object]", object, BaseException | None]

MOST_WAITING = 10_000
"""Changes that may wait for the disk before new ones are refused."""
LARGEST_BATCH = 500
log = logging.getLogger(__name__)


class Writer:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._waiting: queue.Queue[Work | None] = queue.Queue(MOST_WAITING)
        self._closing = False
        self._database: sqlite3.Connection | None = None
        self._settler = Settler(path)
        self._thread = threading.Thread(target=self._write_forever, name="store-write", daemon=True)
        self._thread.start()

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        done: Future[T] = Future()
        if self._closing:
            raise StorageFailed("the server is being stopped")
        try:
            self._waiting.put_nowait((work, cast("Future[object]", done)))
        except queue.Full:
            raise StorageFailed("the disk does not keep up: try again in a moment") from None
        # Shielded: a browser that goes away does not undo a move that is on its way to the disk.
        return await asyncio.shield(asyncio.wrap_future(done))

    async def close(self) -> None:
        """After everything that was asked for is written."""
        self._closing = True
        await asyncio.to_thread(self._waiting.put, None)
        await asyncio.to_thread(self._thread.join)
        await asyncio.to_thread(self._settler.close)

    def _write_forever(self) -> None:
        last = False
        while not last and (first := self._waiting.get()) is not None:
            batch, last = self._gather(first)
            outcomes = self._committed(batch)
            self._settler.wake()
            for outcome in outcomes:
                _tell(*outcome)
        self._let_go()

    def _gather(self, first: Work) -> tuple[list[Work], bool]:
        """What waits now, and whether the end was asked for."""
        batch = [first]
        while len(batch) < LARGEST_BATCH:
            try:
                work = self._waiting.get_nowait()
            except queue.Empty:
                break
            if work is None:
                return batch, True
            batch.append(work)
        return batch, False

    def _committed(self, batch: list[Work]) -> list[Outcome]:
        """Does the work in one transaction. What each asker is to be told, now that it is over."""
        try:
            if self._database is None:
                self._database = schema.connect(self._path)
            return _transacted(self._database, batch)
        except Exception as error:
            if not isinstance(error, schema.DAMAGED):
                log.exception("the games cannot be saved")
            # Not rolled back by hand: that may fail as well. Closing does it, and nothing else is to be trusted.
            self._let_go()
            return [(done, None, StorageFailed(f"the games cannot be saved: {error}")) for _, done in batch]

    def _let_go(self) -> None:
        if self._database is not None:
            with contextlib.suppress(sqlite3.Error):
                self._database.close()
        self._database = None


def _transacted(database: sqlite3.Connection, batch: list[Work]) -> list[Outcome]:
    database.execute("BEGIN IMMEDIATE")
    outcomes = [(done, *_attempt(database, work)) for work, done in batch]
    database.execute("COMMIT")
    return outcomes


def _attempt(
    database: sqlite3.Connection, work: Callable[[sqlite3.Connection], object]
) -> tuple[object, BaseException | None]:
    """One change. Raises what is wrong with the disk or the database itself: then the whole batch fails."""
    database.execute("SAVEPOINT one")
    value: object = None
    failure: Exception | None = None
    try:
        value = work(database)
    except sqlite3.IntegrityError as error:
        failure = StorageFailed(f"not saved: {error}")
    except schema.DAMAGED:
        raise
    except Exception as error:
        failure = error
    if failure is not None:
        database.execute("ROLLBACK TO one")
    database.execute("RELEASE one")
    return value, failure


def _tell(done: Future[object], value: object, failure: BaseException | None) -> None:
    if not done.set_running_or_notify_cancel():
        return
    if failure is None:
        done.set_result(value)
    else:
        done.set_exception(failure)
