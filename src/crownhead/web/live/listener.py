"""The server's end of one socket: what is to be sent waits here, up to a bound."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from crownhead.web.live.seats import Seat
    from crownhead.web.messages import Answer

MOST_UNSENT = 64
"""Messages. Who falls further behind is cut off, and gets the whole game on coming back."""

_encode = msgspec.json.Encoder().encode


class Listener:
    def __init__(self, visitor: str, asker: str) -> None:
        self.visitor = visitor
        self.asker = asker
        """Whose share of the engine is used."""
        self.seats: set[Seat] = set()
        self.unsent: asyncio.Queue[bytes | None] = asyncio.Queue()

    def send(self, message: Answer) -> None:
        self.send_bytes(_encode(message))

    def send_bytes(self, data: bytes) -> None:
        if self.unsent.qsize() < MOST_UNSENT:
            self.unsent.put_nowait(data)
        else:
            self.hang_up()

    def hang_up(self) -> None:
        """After what waits has been sent."""
        self.unsent.put_nowait(None)

    @staticmethod
    def encoded(message: Answer) -> bytes:
        """Once for all listeners."""
        return _encode(message)
