"""One process of the engine, spoken to in lines."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from typing import TYPE_CHECKING

import msgspec

from crownhead.errors import EngineFailed
from crownhead.web.live.thoughts import EngineRequest, Thought

if TYPE_CHECKING:
    from collections.abc import Callable

# -P: what lies in the current directory is not ours to import.
COMMAND = (sys.executable, "-P", "-m", "crownhead.web.live.worker")
START_SECONDS = 120.0
"""A process that has not said by then that it is ready is not waited for."""
GRACE_SECONDS = 20.0
"""What an answer may take beyond the time of its search, or after it was told to stop: machines can be busy."""
LONGEST_LINE = 1 << 20
log = logging.getLogger(__name__)


class EngineProcess:
    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._deadline: asyncio.Timeout | None = None
        self._current = 0
        self.ended = False

    @classmethod
    async def start(cls, command: tuple[str, ...] = COMMAND) -> EngineProcess:
        """One that is ready. Raises EngineFailed, and logs why; what the process itself says is on its stderr."""
        pipe = asyncio.subprocess.PIPE
        try:
            made = cls(
                await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=LONGEST_LINE)
            )
        except OSError as error:
            log.error("an engine process cannot be started: %s", error)
            raise EngineFailed("the engine cannot be started") from error
        try:
            await made._await_ready()
        except BaseException:
            await made.end()
            raise
        return made

    async def _await_ready(self) -> None:
        try:
            async with asyncio.timeout(START_SECONDS):
                if (said := await self._hear()) is not None and said.kind == "ready":
                    return
                status = await self._process.wait()
            log.error("an engine process ended with status %s before it was ready", status)
        except TimeoutError:
            log.error("an engine process was not ready after %.0f s", START_SECONDS)
        raise EngineFailed("the engine cannot be started")

    async def converse(
        self, request: EngineRequest, seconds: float, hear: Callable[[Thought], None]
    ) -> Thought | None:
        """Passes interim results on, returns the last one, or None if the process died.

        Raises TimeoutError, and is of no more use, if the answer does not come in time.
        """
        self._current = request.id
        try:
            async with asyncio.timeout(seconds + GRACE_SECONDS) as self._deadline:
                self._send(request)
                while (thought := await self._hear()) is not None:
                    if thought.id == request.id and thought.kind != "info":
                        return thought
                    if thought.id == request.id:
                        hear(thought)
                await self._process.wait()
                return None
        except TimeoutError:
            await self.end()
            raise
        finally:
            self._deadline = None

    def stop(self) -> None:
        """The search that runs is to end now, with what it has found."""
        self._send(EngineRequest(self._current, "stop"))
        if self._deadline is not None and not self._deadline.expired():
            self._deadline.reschedule(asyncio.get_running_loop().time() + GRACE_SECONDS)

    async def end(self) -> None:
        self.ended = True
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        # To the end of what it said: only then are its pipes closed.
        await self._process.communicate()

    def _send(self, request: EngineRequest) -> None:
        assert self._process.stdin is not None
        if not self.ended and not self._process.stdin.is_closing():
            self._process.stdin.write(msgspec.json.encode(request) + b"\n")

    async def _hear(self) -> Thought | None:
        """What it says next; None if it has nothing more to say, or says what makes no sense."""
        assert self._process.stdout is not None
        try:
            if line := await self._process.stdout.readline():
                return msgspec.json.decode(line, type=Thought)
        except (ValueError, ConnectionError) as error:
            log.error("an engine process said what makes no sense: %s", error)
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        self.ended = True
        return None
