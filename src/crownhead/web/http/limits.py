"""How much one address may ask for: requests a second, and sockets open at once."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field

from crownhead.errors import TooMuch

MOST_REMEMBERED = 10_000


@dataclass(slots=True)
class Bucket:
    """Holds `burst` tokens at most and gets `rate` a second."""

    rate: float
    burst: float
    tokens: float = field(default=-1.0)
    filled: float = field(default_factory=time.monotonic)

    def take(self, now: float | None = None) -> None:
        """Raises TooMuch when there is no token left."""
        now = time.monotonic() if now is None else now
        held = self.burst if self.tokens < 0 else self.tokens
        self.tokens = min(self.burst, held + (now - self.filled) * self.rate)
        self.filled = now
        if self.tokens < 1:
            raise TooMuch("too many requests: slow down", wait=(1 - self.tokens) / self.rate)
        self.tokens -= 1


@dataclass(frozen=True, slots=True)
class Allowance:
    requests_per_second: float
    burst: float
    sockets: int


AT_HOME = Allowance(requests_per_second=500, burst=2_000, sockets=4_000)
IN_PUBLIC = Allowance(requests_per_second=30, burst=200, sockets=60)
MESSAGES_PER_SECOND, MESSAGE_BURST = 20.0, 60.0
"""On one socket."""


class Limits:
    def __init__(self, allowance: Allowance) -> None:
        self._allowance = allowance
        self._buckets: dict[str, Bucket] = {}
        self._sockets: Counter[str] = Counter()

    def request(self, address: str) -> None:
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= MOST_REMEMBERED:
                self._buckets.clear()
            bucket = Bucket(self._allowance.requests_per_second, self._allowance.burst)
            self._buckets[address] = bucket
        bucket.take()

    def open_socket(self, address: str) -> None:
        if self._sockets[address] >= self._allowance.sockets:
            raise TooMuch(f"{self._allowance.sockets} connections are the most from one address")
        self._sockets[address] += 1

    def close_socket(self, address: str) -> None:
        self._sockets[address] -= 1
        if self._sockets[address] <= 0:
            del self._sockets[address]
