"""The engine for everybody: a few processes, a bounded queue, and turns taken fairly.

Those who ask are served in rotation, one request each. A search that has had its slice of time gives way when
somebody waits, goes to the end of the queue, and continues. A process that dies is replaced, and what it was doing
is done again. Every request is answered: what waits too long, takes too long or fails again and again is refused.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

import msgspec

from crownhead.errors import EngineBusy, EngineFailed
from crownhead.web.live.engine_process import COMMAND, EngineProcess
from crownhead.web.live.turns import Turns

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from crownhead.web.live.thoughts import EngineRequest, Thought

SLICE = 1.5
"""Seconds of thinking before it gives way to others."""
LONGEST_WAIT = 120.0
"""Seconds in the queue after which a request is refused."""
MOST_WAITING = 400
MOST_WAITING_EACH = 210
MOST_ATTEMPTS = 3
LONGEST_REST = 8.0
"""Seconds between two attempts to start a process, at most; half a second after the first that failed."""
BUSY = "the engine is busy with others: try again in a moment"
log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Job:
    asker: str
    request: EngineRequest
    asked: float
    """When, by the clock of the loop; a player's clock has been running since."""
    left: float
    """Seconds of thinking that it may still have."""
    thoughts: asyncio.Queue[Thought | Exception] = field(default_factory=asyncio.Queue)
    best: Thought | None = None
    """The deepest last word of its slices."""
    attempts: int = 0
    since: float = 0.0
    """When its slice began."""
    cancelled: bool = False
    yielding: bool = False
    """Asked to give way; it will be continued."""
    overdue: asyncio.TimerHandle | None = None

    @property
    def may_yield(self) -> bool:
        """A look must not: it is short, and what it finds would depend on who waits."""
        return not self.yielding and self.request.kind != "look"


class EnginePool:
    def __init__(self, size: int, command: tuple[str, ...] = COMMAND) -> None:
        self._size = size
        self._command = command
        self._turns: Turns[Job] = Turns()
        self._keepers: list[asyncio.Task[None]] = []
        self._running: dict[Job, EngineProcess] = {}
        self._numbers = count(1)

    async def __aenter__(self) -> EnginePool:
        self._keepers = [asyncio.create_task(self._keep()) for _ in range(self._size)]
        return self

    async def __aexit__(self, *_: object) -> None:
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)

    # -- for those who ask -------------------------------------------------------------------------

    async def think(self, asker: str, request: EngineRequest) -> AsyncGenerator[Thought, None]:
        """Interim results and the last one. Closing the iterator stops the search."""
        if len(self._turns) >= MOST_WAITING or self._turns.of(asker) >= MOST_WAITING_EACH:
            raise EngineBusy(BUSY)
        job = Job(asker, request, _now(), request.limit.budget()[0] or 0.0)
        self._enqueue(job)
        try:
            while True:
                thought = await job.thoughts.get()
                if isinstance(thought, Exception):
                    raise thought
                if thought.kind == "failed":
                    raise EngineFailed(thought.message)
                yield thought
                if thought.kind == "done":
                    return
        finally:
            self._cancel(job)

    async def answer(self, asker: str, request: EngineRequest) -> Thought:
        """Only the last result."""
        last: Thought | None = None
        async with contextlib.aclosing(self.think(asker, request)) as thoughts:
            async for thought in thoughts:
                last = thought
        assert last is not None
        return last

    def _enqueue(self, job: Job) -> None:
        job.overdue = asyncio.get_running_loop().call_later(LONGEST_WAIT, self._refuse, job)
        self._turns.put(job)
        self._give_way()

    def _refuse(self, job: Job) -> None:
        if self._turns.remove(job):
            job.thoughts.put_nowait(EngineBusy(BUSY))

    def _cancel(self, job: Job) -> None:
        """Wherever it is: waiting, about to begin, or running."""
        job.cancelled = True
        if job.overdue is not None:
            job.overdue.cancel()
        if process := self._running.get(job):
            process.stop()
        else:
            self._turns.remove(job)

    def _give_way(self) -> None:
        """One that has had its slice for each that waits, the longest first."""
        stopping = sum(job.yielding for job in self._running)
        due = [job for job in self._running if job.may_yield and _now() - job.since >= SLICE]
        for job in sorted(due, key=lambda job: job.since)[: max(0, len(self._turns) - stopping)]:
            job.yielding = True
            self._running[job].stop()

    # -- for the processes -------------------------------------------------------------------------

    async def _keep(self) -> None:
        """Keeps one process alive and at work, whatever becomes of it."""
        process: EngineProcess | None = None
        failures = 0
        try:
            while True:
                job = await self._turns.next()
                if job.overdue is not None:
                    job.overdue.cancel()
                try:
                    if process is None or process.ended:
                        process = await EngineProcess.start(self._command)
                    failures = 0
                except EngineFailed as error:
                    self._retry(job, error)
                    await asyncio.sleep(min(LONGEST_REST, 0.5 * 2**failures))
                    failures += 1
                else:
                    await self._serve(process, job)
        finally:
            if process is not None:
                await process.end()

    async def _serve(self, process: EngineProcess, job: Job) -> None:
        if job.cancelled:
            return
        # A number for each slice: one that was told to stop is over.
        request = msgspec.structs.replace(job.request, id=next(self._numbers))
        if request.clock is not None:
            request = msgspec.structs.replace(request, clock=max(0.0, request.clock - (_now() - job.asked)))
        job.since, job.yielding = _now(), False
        self._running[job] = process
        asyncio.get_running_loop().call_later(SLICE, self._give_way)
        try:
            last = await process.converse(request, request.longest, job.thoughts.put_nowait)
        except TimeoutError:
            log.error("an engine process did not answer in time, and was ended")
            job.thoughts.put_nowait(EngineFailed("the engine did not answer in time"))
            return
        finally:
            del self._running[job]
        if last is None:
            self._retry(job, EngineFailed("the engine stopped working at this position"))
        else:
            self._judge(job, last)

    def _retry(self, job: Job, error: EngineFailed) -> None:
        """The process died at it, or never lived."""
        job.attempts += 1
        if job.attempts >= MOST_ATTEMPTS:
            job.thoughts.put_nowait(error)
        elif not job.cancelled:
            self._enqueue(job)

    def _judge(self, job: Job, last: Thought) -> None:
        """Passes the last word on, or has the search continued if it was only asked to give way."""
        if last.kind == "done" and (job.best is None or last.depth >= job.best.depth):
            job.best = last
        job.left -= _now() - job.since
        if job.yielding and not job.cancelled and job.left > 0:
            job.request = msgspec.structs.replace(job.request, seconds=job.left, clock=None, increment=0.0)
            self._enqueue(job)
        else:
            job.thoughts.put_nowait(job.best or last)


def _now() -> float:
    return asyncio.get_running_loop().time()
