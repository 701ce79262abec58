"""Whose turn it is: those who ask are served in rotation, one request each, however many one of them has."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from typing import Generic, Protocol, TypeVar


class Asked(Protocol):
    asker: str


A = TypeVar("A", bound=Asked)


class Turns(Generic[A]):
    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[A]] = OrderedDict()
        self._arrivals: asyncio.Queue[None] = asyncio.Queue()

    def __len__(self) -> int:
        return sum(len(mine) for mine in self._waiting.values())

    def of(self, asker: str) -> int:
        return len(self._waiting.get(asker, ()))

    def put(self, asked: A) -> None:
        self._waiting.setdefault(asked.asker, deque()).append(asked)
        self._arrivals.put_nowait(None)

    def remove(self, asked: A) -> bool:
        """Whether it was waiting."""
        mine = self._waiting.get(asked.asker)
        if mine is None or asked not in mine:
            return False
        mine.remove(asked)
        if not mine:
            del self._waiting[asked.asker]
        return True

    async def next(self) -> A:
        """The first request of the one whose turn it is, who then goes to the end."""
        while True:
            await self._arrivals.get()
            if self._waiting:  # else it was removed again
                asker, mine = self._waiting.popitem(last=False)
                first = mine.popleft()
                if mine:
                    self._waiting[asker] = mine
                return first
