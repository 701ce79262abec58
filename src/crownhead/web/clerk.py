"""Reads and writes the records that people bring, in a process of its own.

However large a file is, or whatever it is made for, it keeps nobody else waiting but those who bring files too; it is
given up after a time; and Ctrl-C ends it with the server.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import TYPE_CHECKING, Any, TypeVar

from crownhead.errors import TooLarge, TooMuch, WorkerDied
from crownhead.processes import Processes

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

LONGEST_WORK = 60.0
"""Seconds that one file may take."""
MOST_WAITING = 40
MOST_WAITING_EACH = 4
log = logging.getLogger(__name__)


class Clerk:
    def __init__(self) -> None:
        self._process = Processes(1)
        self._turn = asyncio.Lock()
        self._waiting: Counter[str] = Counter()

    async def do(self, asker: str, work: Callable[..., T], *arguments: Any) -> T:
        """What the function returns, which must be importable by its name. Raises what it raises."""
        if self._waiting.total() >= MOST_WAITING or self._waiting[asker] >= MOST_WAITING_EACH:
            raise TooMuch("too many files are waiting to be read: try again in a moment", wait=5)
        self._waiting[asker] += 1
        # Shielded: what is begun is waited for, whether or not anybody still wants it.
        doing = asyncio.create_task(self._do(work, *arguments))
        doing.add_done_callback(lambda _: self._done(asker))
        return await asyncio.shield(doing)

    async def close(self) -> None:
        await asyncio.to_thread(self._process.close)

    async def _do(self, work: Callable[..., T], *arguments: Any) -> T:
        async with self._turn:
            try:
                async with asyncio.timeout(LONGEST_WORK):
                    return await asyncio.wrap_future(self._process.submit(work, *arguments))
            except TimeoutError:
                stuck, self._process = self._process, Processes(1)
                await asyncio.to_thread(stuck.close)
                raise TooLarge(f"it takes more than {LONGEST_WORK:.0f} seconds to read this") from None
            except WorkerDied as error:
                log.error("a file could not be read: %s", error)
                raise TooLarge("this cannot be read here") from error

    def _done(self, asker: str) -> None:
        self._waiting[asker] -= 1
        if not self._waiting[asker]:
            del self._waiting[asker]
