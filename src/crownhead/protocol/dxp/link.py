"""DXP messages over a TCP connection."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from crownhead.errors import PeerGone, PeerSilent
from crownhead.protocol.dxp.messages import parse

if TYPE_CHECKING:
    from crownhead.protocol.dxp.messages import DxpMessage

LONGEST_MESSAGE = 1024
"""Bytes, eight times what the protocol knows; more without an end is no message and is skipped."""
GAP = 0.2
"""Seconds between two messages in a row: some programs take what they find at once for one message, and on a busy
machine they look late. An answer says that they have looked."""


class DxpLink:
    """One end of a connection. The reader must have been made with LONGEST_MESSAGE as its limit."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._free_at = 0.0

    async def send(self, message: DxpMessage) -> None:
        """Raises PeerGone."""
        clock = asyncio.get_running_loop().time
        await asyncio.sleep(max(0.0, self._free_at - clock()))
        self._free_at = clock() + GAP
        try:
            self._writer.write(f"{message}".encode("ascii", "replace") + b"\0")
            await self._writer.drain()
        except (ConnectionError, RuntimeError, TimeoutError):
            raise PeerGone("the other program has hung up") from None

    async def receive(self, timeout: float | None = None) -> DxpMessage:
        """The next message; what is none is left out. Raises PeerGone or PeerSilent."""
        try:
            async with asyncio.timeout(timeout):
                while True:
                    message = parse(await self._text())
                    if message is not None:
                        self._free_at = 0.0
                        return message
        except TimeoutError:
            raise PeerSilent(f"the other program said nothing for {timeout:g} s") from None

    async def close(self) -> None:
        self._writer.close()
        with suppress(ConnectionError, TimeoutError):
            await self._writer.wait_closed()

    async def _text(self) -> str:
        try:
            data = await self._reader.readuntil(b"\0")
        except asyncio.LimitOverrunError as error:
            await self._reader.readexactly(error.consumed)
            return ""
        except (asyncio.IncompleteReadError, ConnectionError):
            raise PeerGone("the other program has hung up") from None
        return data.rstrip(b"\0").decode("ascii", "replace").strip("\r\n")
