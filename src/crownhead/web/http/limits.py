"""How much one address may ask for: requests a second, sockets open at once, games kept."""

from __future__ import annotations

import os
import time
from collections import Counter, OrderedDict
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

    def take(self, tokens: float = 1.0) -> None:
        """Raises TooMuch when there are not so many left."""
        now = time.monotonic()
        held = self.burst if self.tokens < 0 else self.tokens
        self.tokens = min(self.burst, held + (now - self.filled) * self.rate)
        self.filled = now
        if self.tokens < tokens:
            raise TooMuch("too many requests: slow down", wait=(tokens - self.tokens) / self.rate)
        self.tokens -= tokens

    @property
    def is_full(self) -> bool:
        """So that a new one would be the same."""
        return self.tokens + (time.monotonic() - self.filled) * self.rate >= self.burst


class Buckets:
    """One for each address, as many as are remembered; those that come after that share one."""

    def __init__(self, rate: float, burst: float, most: int = MOST_REMEMBERED) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._by_address: OrderedDict[str, Bucket] = OrderedDict()
        self._shared = Bucket(rate, burst)

    def take(self, address: str, tokens: float = 1.0) -> None:
        self._of(address).take(tokens)

    def _of(self, address: str) -> Bucket:
        bucket = self._by_address.get(address)
        if bucket is None:
            if len(self._by_address) >= self._most:
                oldest = next(iter(self._by_address))
                if not self._by_address[oldest].is_full:
                    return self._shared
                del self._by_address[oldest]
            bucket = self._by_address[address] = Bucket(self._rate, self._burst)
        self._by_address.move_to_end(address)
        return bucket


@dataclass(frozen=True, slots=True)
class Allowance:
    requests_per_second: float
    burst: float
    sockets: int
    games_per_hour: float
    games_at_once: float
    imported_per_hour: float
    """Characters of PDN."""
    imported_at_once: float
    threads: int
    """Of one analysis."""
    hash_mb: int
    analysis_seconds: float


AT_HOME = Allowance(
    requests_per_second=500,
    burst=2_000,
    sockets=4_000,
    games_per_hour=3_600_000,
    games_at_once=1_000_000,
    imported_per_hour=1e12,
    imported_at_once=1e12,
    threads=os.cpu_count() or 1,
    hash_mb=1024,
    analysis_seconds=24 * 3600,
)
IN_PUBLIC = Allowance(
    requests_per_second=30,
    burst=200,
    sockets=60,
    games_per_hour=120,
    games_at_once=200,
    imported_per_hour=4 << 20,
    imported_at_once=16 << 20,
    threads=1,
    hash_mb=32,
    analysis_seconds=600,
)
MESSAGES_PER_SECOND, MESSAGE_BURST = 20.0, 60.0
"""On one socket."""


class Limits:
    def __init__(self, allowance: Allowance) -> None:
        self.allowance = allowance
        self._requests = Buckets(allowance.requests_per_second, allowance.burst)
        self._games = Buckets(allowance.games_per_hour / 3600, allowance.games_at_once)
        self._imports = Buckets(allowance.imported_per_hour / 3600, allowance.imported_at_once)
        self._sockets: Counter[str] = Counter()

    def request(self, address: str) -> None:
        self._requests.take(address)

    def new_game(self, address: str) -> None:
        self._games.take(address)

    def imported(self, address: str, characters: int) -> None:
        self._imports.take(address, characters)

    def open_socket(self, address: str) -> None:
        if self._sockets[address] >= self.allowance.sockets:
            raise TooMuch(f"{self.allowance.sockets} connections are the most from one address")
        self._sockets[address] += 1

    def close_socket(self, address: str) -> None:
        self._sockets[address] -= 1
        if self._sockets[address] <= 0:
            del self._sockets[address]
