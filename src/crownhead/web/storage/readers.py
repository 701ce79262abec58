"""The threads that read, a few, so that a long search does not hold up who opens a game."""

from __future__ import annotations

import asyncio
import queue
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from crownhead.errors import StorageFailed
from crownhead.record.library import schema

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
    from pathlib import Path

T = TypeVar("T")

THREADS = 3
LONGEST_READ = 30.0
"""Seconds. What takes longer is given up."""
STEPS_BETWEEN_LOOKS = 1_000
"""Of the database's own machine; between two looks whether a search is to end."""


class Readers:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._idle: queue.SimpleQueue[sqlite3.Connection] = queue.SimpleQueue()
        self._closing = False
        self._threads = ThreadPoolExecutor(THREADS, "store-read")

    async def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            reading = asyncio.get_running_loop().run_in_executor(self._threads, self._do, work)
            return await reading
        except schema.DAMAGED as error:
            raise StorageFailed(f"the games cannot be read: {error}") from error
        except RuntimeError as error:  # no thread takes anything any more
            raise StorageFailed("the server is being stopped") from error

    def close(self) -> None:
        self._closing = True
        self._threads.shutdown(cancel_futures=True)
        while not self._idle.empty():
            self._idle.get().close()

    def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            database = self._idle.get_nowait()
        except queue.Empty:
            database = schema.connect(self._path)
        database.set_progress_handler(partial(self._is_over, time.monotonic()), STEPS_BETWEEN_LOOKS)
        sound = True
        try:
            return work(database)
        except schema.DAMAGED:
            sound = False  # whatever is wrong: the next begins with another
            raise
        finally:
            if sound:
                self._idle.put(database)
            else:
                database.close()

    def _is_over(self, began: float) -> bool:
        return self._closing or time.monotonic() - began > LONGEST_READ
