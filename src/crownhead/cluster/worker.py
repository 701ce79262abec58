"""The life of a worker: it connects to a scheduler, again and again until it is told to stop."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any

from crownhead.cluster import unit
from crownhead.cluster.address import Address, check_certificate, load_dask
from crownhead.cluster.cache import PLACE
from crownhead.errors import ClusterError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CONNECTING = 10.0
"""Seconds for one try to reach the scheduler."""
PAUSE = 1.0
"""Seconds between two tries."""
LEAST_ROOM = 2**16
"""Bytes, for the worker itself."""


def serve(address: str, count: int, cache: Path, *, once: bool, told: Callable[[str], None]) -> None:
    """Until SIGINT or SIGTERM, or, with `once`, until the scheduler is gone. Raises ClusterError where this worker is
    of no use to the cluster."""
    load_dask()
    _profile_nothing()
    place = Address.of(address)
    if place.processes is not None:
        raise ClusterError("a worker needs the address of a scheduler, or its file")
    check_certificate(place, "worker")
    _check_room(cache)
    os.environ[PLACE] = os.fspath(cache)
    try:
        asyncio.run(_Life(place, count, cache, told).live(once))
    finally:
        unit.close_all()
    if unit.farewells:
        raise ClusterError(f"this worker has left the cluster: {unit.farewells[0]}")


def _profile_nothing() -> None:
    """Dask looks at its worker's threads a hundred times a second, to tell where time goes. Units are not in them."""
    import dask

    dask.config.set({"distributed.worker.profile.enabled": False})


def _check_room(cache: Path) -> None:
    """Raises ClusterError. Later, an error of the disk could be taken for one of the connection."""
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=cache) as file:
            file.write(bytes(LEAST_ROOM))
    except OSError as error:
        raise ClusterError(f"{cache}: nothing can be kept there: {error.strerror or error}") from None


class _Life:
    def __init__(self, place: Address, count: int, cache: Path, told: Callable[[str], None]) -> None:
        self._place = place
        self._count = count
        self._cache = cache
        self._told = told
        self._stop = asyncio.Event()
        self._is_waiting = False

    async def live(self, once: bool) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            with suppress(NotImplementedError):  # Windows
                loop.add_signal_handler(number, self._stop.set)
        while not self._stop.is_set() and not unit.farewells:
            with suppress(OSError, TimeoutError, asyncio.TimeoutError):
                await self._serve()
                if once:
                    return
            if not self._stop.is_set() and not unit.farewells:
                self._wait_told()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._stop.wait(), PAUSE)

    async def _serve(self) -> None:
        from distributed import Worker

        file = self._place.file
        place: dict[str, Any] = {"scheduler_file": str(file)} if file else {"scheduler_ip": self._place.text}
        worker = Worker(
            **place,
            nthreads=self._count,
            local_directory=os.fspath(self._cache / "scratch"),
            death_timeout=CONNECTING,
            memory_limit=0,  # units have processes of their own
        )
        try:
            await worker
            self._is_waiting = False
            processes = "1 process" if self._count == 1 else f"{self._count} processes"
            self._told(f"connected to {self._place.text} with {processes}; Ctrl-C ends this worker")
            ended = [asyncio.ensure_future(worker.finished()), asyncio.ensure_future(self._stop.wait())]
            await asyncio.wait(ended, return_when=asyncio.FIRST_COMPLETED)
            for one in ended:
                one.cancel()
        finally:
            if self._stop.is_set():
                unit.close_all()  # else the threads would wait for their units
            with suppress(Exception):
                await worker.close(timeout=5, executor_wait=False)

    def _wait_told(self) -> None:
        if not self._is_waiting:
            self._told(f"no scheduler at {self._place.text}: waiting for it")
        self._is_waiting = True
