"""The engine for everybody: a few processes, a bounded queue, and turns taken fairly.

Visitors are served in rotation, one request each, however many one of them has. A long analysis gives way
after a slice of time when somebody waits, goes to the end of the queue, and continues. A process that dies is
replaced, and what it was doing is done again.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

import msgspec

from crownhead.errors import EngineBusy, EngineFailed
from crownhead.web.live.thoughts import Request, Thought

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

SLICE = 1.5
"""Seconds of analysis before it gives way to others."""
MOST_WAITING = 400
MOST_WAITING_EACH = 210
MOST_ATTEMPTS = 3
LONGEST_LINE = 1 << 20


@dataclass(slots=True, eq=False)
class Job:
    visitor: str
    request: Request
    thoughts: asyncio.Queue[Thought | Exception] = field(default_factory=asyncio.Queue)
    attempts: int = 0
    cancelled: bool = False
    yielding: bool = False
    """Asked to give way; it will be continued."""


class EnginePool:
    def __init__(self, size: int, command: list[str] | None = None) -> None:
        self._size = size
        self._command = command or [sys.executable, "-m", "crownhead.web.live.worker"]
        self._waiting: OrderedDict[str, deque[Job]] = OrderedDict()
        self._arrived = asyncio.Condition()
        self._keepers: list[asyncio.Task[None]] = []
        self._running: dict[Job, _Process] = {}
        self._numbers = count(1)

    async def __aenter__(self) -> EnginePool:
        self._keepers = [asyncio.create_task(self._keep()) for _ in range(self._size)]
        return self

    async def __aexit__(self, *_: object) -> None:
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)

    @property
    def waiting(self) -> int:
        return sum(len(jobs) for jobs in self._waiting.values())

    # -- for those who ask -------------------------------------------------------------------------

    async def think(self, visitor: str, request: Request) -> AsyncGenerator[Thought, None]:
        """Interim results and the last one. Closing the iterator stops the search."""
        job = Job(visitor, msgspec.structs.replace(request, id=next(self._numbers)))
        await self._enqueue(job)
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

    async def answer(self, visitor: str, request: Request) -> Thought:
        """Only the last result."""
        last: Thought | None = None
        async with contextlib.aclosing(self.think(visitor, request)) as thoughts:
            async for thought in thoughts:
                last = thought
        assert last is not None
        return last

    async def _enqueue(self, job: Job) -> None:
        mine = self._waiting.get(job.visitor, ())
        if self.waiting >= MOST_WAITING or len(mine) >= MOST_WAITING_EACH:
            raise EngineBusy("the engine is busy with others: try again in a moment")
        async with self._arrived:
            self._put(job)
            self._arrived.notify()
        asyncio.get_running_loop().call_later(SLICE, self._give_way)

    def _put(self, job: Job) -> None:
        self._waiting.setdefault(job.visitor, deque()).append(job)

    def _cancel(self, job: Job) -> None:
        job.cancelled = True
        if process := self._running.get(job):
            process.send(Request(job.request.id, "stop"))
        elif job in self._waiting.get(job.visitor, ()):
            self._waiting[job.visitor].remove(job)

    def _give_way(self) -> None:
        """Somebody has waited for a slice of time: the analyses that run are interrupted, one for each."""
        analyses = [job for job in self._running if job.request.kind == "analyse" and not job.yielding]
        for job in analyses[: self.waiting]:
            job.yielding = True
            self._running[job].send(Request(job.request.id, "stop"))

    # -- for the processes -------------------------------------------------------------------------

    async def _next(self) -> Job:
        """The first request of the visitor whose turn it is, who then goes to the end."""
        async with self._arrived:
            while True:
                for visitor in list(self._waiting):
                    jobs = self._waiting.pop(visitor)
                    if jobs:
                        job = jobs.popleft()
                        if jobs:
                            self._waiting[visitor] = jobs
                        return job
                await self._arrived.wait()

    async def _keep(self) -> None:
        """Keeps one process alive and at work."""
        process: _Process | None = None
        try:
            while True:
                job = await self._next()
                if process is None or process.ended:
                    process = await _Process.start(self._command)
                await self._serve(process, job)
        finally:
            if process is not None:
                await process.end()

    async def _serve(self, process: _Process, job: Job) -> None:
        self._running[job] = process
        began = asyncio.get_running_loop().time()
        try:
            last = await process.converse(job)
        finally:
            del self._running[job]
        if last is None:
            await self._retry(job)
        elif job.yielding and not job.cancelled:
            await self._continue(job, last, asyncio.get_running_loop().time() - began)
        else:
            job.thoughts.put_nowait(last)

    async def _retry(self, job: Job) -> None:
        """The process died at it."""
        job.attempts += 1
        if job.attempts >= MOST_ATTEMPTS:
            job.thoughts.put_nowait(EngineFailed("the engine stopped working at this position"))
        elif not job.cancelled:
            await self._again(job)

    async def _continue(self, job: Job, last: Thought, used: float) -> None:
        left = (job.request.seconds or 0) - used
        job.yielding = False
        if left <= 0 or last.kind == "failed":
            job.thoughts.put_nowait(last)
            return
        job.request = msgspec.structs.replace(job.request, seconds=left)
        await self._again(job)

    async def _again(self, job: Job) -> None:
        async with self._arrived:
            self._put(job)
            self._arrived.notify()


class _Process:
    """One process of the engine, spoken to in lines."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.ended = False

    @classmethod
    async def start(cls, command: list[str]) -> _Process:
        pipe = asyncio.subprocess.PIPE
        return cls(
            await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=LONGEST_LINE)
        )

    def send(self, request: Request) -> None:
        assert self._process.stdin is not None
        if not self.ended and not self._process.stdin.is_closing():
            self._process.stdin.write(msgspec.json.encode(request) + b"\n")

    async def converse(self, job: Job) -> Thought | None:
        """Passes interim results on, returns the last one, or None if the process died."""
        assert self._process.stdout is not None
        self.send(job.request)
        while line := await self._process.stdout.readline():
            thought = msgspec.json.decode(line, type=Thought)
            if thought.id != job.request.id:
                continue
            if thought.kind != "info":
                return thought
            if not job.cancelled:
                job.thoughts.put_nowait(thought)
        self.ended = True
        await self._process.wait()
        return None

    async def end(self) -> None:
        self.ended = True
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        # To the end of what it said: only then are its pipes closed.
        await self._process.communicate()
