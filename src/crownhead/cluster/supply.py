"""How the client's files come to workers that ask for them."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from crownhead.cluster import unit as on_worker

if TYPE_CHECKING:
    from crownhead.cluster.cache import Stock
    from crownhead.cluster.link import Link


class Supply:
    def __init__(self, stock: Stock) -> None:
        self._stock = stock
        self._guard = threading.Lock()
        self._supplied: set[str] = set()
        """Workers that are being sent files."""

    def send(self, link: Link, worker: str, digests: list[str]) -> str:
        """Returns why the worker cannot keep them, if so. Does nothing where another thread is sending it files: many
        units lack the same, and ask again."""
        with self._guard:
            if worker in self._supplied:
                return ""
            self._supplied.add(worker)
        try:
            faults = (self._sent(link, worker, digest) for digest in digests)
            return next(filter(None, faults), "")
        finally:
            with self._guard:
                self._supplied.discard(worker)

    def _sent(self, link: Link, worker: str, digest: str) -> str:
        if not link.call(worker, on_worker.wants, digest):
            return ""
        for delivery in self._stock.deliveries(digest):
            if why := link.call(worker, on_worker.deliver, delivery):
                return str(why)
        return ""
