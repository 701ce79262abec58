"""Brings what was written to the disk, once a second and beside the writing.

A commit is in the system's hands when it returns; a checkpoint waits for the disk. One that fails, or that somebody
who reads holds up, is tried again until it has succeeded.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
from typing import TYPE_CHECKING

from crownhead.record.library import schema

if TYPE_CHECKING:
    from pathlib import Path

SETTLE_SECONDS = 1.0
log = logging.getLogger(__name__)


class Settler:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._unsettled = threading.Event()
        self._closing = threading.Event()
        self._database: sqlite3.Connection | None = None
        self._failing = False
        self._thread = threading.Thread(target=self._settle_forever, name="store-settle", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Something was written."""
        self._unsettled.set()

    def close(self) -> None:
        self._closing.set()
        self._thread.join()

    def _settle_forever(self) -> None:
        while not self._closing.wait(SETTLE_SECONDS):
            if self._unsettled.is_set():
                self._unsettled.clear()
                if not self._settled():
                    self._unsettled.set()
        self._let_go()

    def _settled(self) -> bool:
        """Whether all that was written is on the disk now."""
        try:
            if self._database is None:
                self._database = schema.connect(self._path)
            busy, written, settled = self._database.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        except schema.DAMAGED as error:
            if not self._failing:
                log.error("the games are saved, but not on the disk yet: %s", error)
            self._failing = True
            self._let_go()
            return False
        if self._failing:
            log.warning("the games are on the disk again")
        self._failing = False
        return not busy and settled >= written

    def _let_go(self) -> None:
        if self._database is not None:
            with contextlib.suppress(sqlite3.Error):
                self._database.close()
        self._database = None
