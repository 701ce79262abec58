"""A Hub engine as a process: lines in, lines out, and an end that is certain."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

from crownhead.errors import PeerGone, PeerSilent
from crownhead.protocol.hub.messages import LONGEST_LINE, HubMessage, message, parse_line

if TYPE_CHECKING:
    from collections.abc import Sequence

_GRACE = 2.0
"""Seconds that an engine has to quit before it is killed."""
_REMEMBERED = 3
"""Lines that were no Hub, kept for the error message: a crash is told there."""


class HubProcess:
    """Made by `start`. What the engine writes to stderr counts as junk among its lines."""

    def __init__(self, command: Sequence[str], process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.name = " ".join(command)
        self._process = process
        self._input = process.stdin
        self._output = process.stdout
        self._strange: deque[str] = deque(maxlen=_REMEMBERED)

    @classmethod
    async def start(cls, command: Sequence[str], cwd: str | None = None) -> HubProcess:
        """Raises PeerGone where there is no such program."""
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                cwd=cwd,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
                limit=LONGEST_LINE,
                start_new_session=True,  # Ctrl-C is ours, not the engine's
            )
        except (OSError, ValueError) as error:
            raise PeerGone(f"{' '.join(command)!r} cannot be started: {error}") from None
        return cls(command, process)

    async def say(self, said: HubMessage, timeout: float | None = None) -> None:
        """Raises PeerSilent if the engine does not read it, or PeerGone when it has ended."""
        try:
            async with asyncio.timeout(timeout):
                self._input.write(f"{said}\n".encode())
                await self._input.drain()
        except TimeoutError:
            raise PeerSilent(f"{self.name}: it does not read what it is told") from None
        except (ConnectionError, RuntimeError):
            raise await self._gone() from None

    async def hear(self, timeout: float | None) -> HubMessage:
        """The next message. Raises TimeoutError, or PeerGone when the engine has ended."""
        async with asyncio.timeout(timeout):
            while True:
                heard = parse_line(await self._line())
                if heard is not None:
                    return heard

    def note_strange(self, heard: HubMessage) -> None:
        self._strange.append(str(heard)[:200])

    def cpu_seconds(self) -> float:
        """Processor time of the engine so far, all its threads together; 0 where the system does not tell."""
        try:
            # The clock of another process, as clock_getcpuclockid(3) gives it on Linux.
            return time.clock_gettime((~self._process.pid << 3) | 2)
        except (OSError, AttributeError):
            return 0.0

    async def close(self) -> None:
        """Asks the engine to quit, and kills it if it does not."""
        with suppress(PeerGone, TimeoutError):
            async with asyncio.timeout(_GRACE):
                await self.say(message("quit"))
                self._input.close()
                while await self._output.read(LONGEST_LINE):
                    pass
                await self._process.wait()
        self._kill()
        await self._process.wait()

    def _kill(self) -> None:
        """With all that it started. Does nothing to one that has ended."""
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)

    async def _line(self) -> str:
        while True:
            try:
                line = await self._output.readline()
            except ValueError:  # longer than LONGEST_LINE: the reader has thrown it away
                continue
            if not line.endswith(b"\n"):  # half a line says nothing: 11-1 may have been 11-15
                raise await self._gone()
            return line.decode(errors="replace")

    async def _gone(self) -> PeerGone:
        with suppress(TimeoutError):
            async with asyncio.timeout(_GRACE):
                await self._process.wait()
        last = "".join(f"; it said: {line}" for line in self._strange)
        return PeerGone(f"{self.name}: the engine has ended (exit code {self._process.returncode}){last}")
