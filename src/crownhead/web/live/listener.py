"""The server's end of one socket: what is to be sent waits here, up to a bound."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from crownhead.web.live.seats import Seat
    from crownhead.web.messages.wire import Answer

MOST_UNSENT = 64
"""Messages. Who falls further behind is cut off, and gets the whole game on coming back."""
MOST_UNSENT_BYTES = 512 << 10
"""A game of the greatest length has about a fifth of that."""

_encode = msgspec.json.Encoder().encode


class Listener:
    def __init__(self, visitor: str, asker: str) -> None:
        self.visitor = visitor
        self.asker = asker
        """Whose share of the engine is used."""
        self.seats: set[Seat] = set()
        self._unsent: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._unsent_bytes = 0

    def send(self, message: Answer) -> None:
        self.send_bytes(_encode(message))

    def send_bytes(self, data: bytes) -> None:
        size = self._unsent_bytes + len(data)
        if self._unsent.qsize() >= MOST_UNSENT or (self._unsent_bytes and size > MOST_UNSENT_BYTES):
            self.hang_up()
        else:
            self._unsent_bytes = size
            self._unsent.put_nowait(data)

    async def next_to_send(self) -> bytes | None:
        """None at the end."""
        data = await self._unsent.get()
        self._unsent_bytes -= len(data or b"")
        return data

    def hang_up(self) -> None:
        """After what waits has been sent."""
        self._unsent.put_nowait(None)

    @staticmethod
    def encoded(message: Answer) -> bytes:
        """Once for all listeners."""
        return _encode(message)
