"""A Dask cluster as a `concurrent.futures.Executor`.

Dask moves bytes only; what they say is between this process and those that the workers start.
"""

from __future__ import annotations

import logging
import pickle
import threading
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from crownhead.cluster import unit as on_worker
from crownhead.cluster.address import Address, load_dask
from crownhead.cluster.cache import Stock
from crownhead.cluster.link import Link
from crownhead.cluster.local import LocalMachine
from crownhead.cluster.transit import Transit
from crownhead.errors import ClusterError
from crownhead.jobs import Pool

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Sequence
    from concurrent.futures import Future

Result = TypeVar("Result")

PULSE = 0.5
"""Seconds between looks at the cluster."""
PATIENCE = 20
"""Looks without a worker before that is told."""
AUDIT = 10
"""Looks between two questions which units the scheduler knows."""


class Cluster(Pool):
    """A context manager, like every executor. `told` hears, in words, what a person should know of the cluster."""

    def __init__(
        self, address: str, *, data: Path | None = None, told: Callable[[str], None] = lambda text: None
    ) -> None:
        """`data` is the directory that units take for the user's own. Raises ClusterError."""
        load_dask()
        self.address = Address.of(address)
        self._told = told
        self._stock = Stock()
        self._data = None if data is None else self._stock.share(data, _own_files(data))
        self._guard = threading.Lock()
        self._is_shut = False
        self._is_gone = False
        self._lonely = 0
        """Looks in a row at which there was no worker."""
        self._machine = None if self.address.processes is None else LocalMachine(self.address.processes)
        try:
            self._link = Link(self.address, self._machine)
        except BaseException:
            self._end_machine()
            raise
        self._transit = Transit(self._link, self._stock, told)
        self._pulse = threading.Thread(target=self._watch, daemon=True)
        self._stopped = threading.Event()
        self._pulse.start()

    @property
    def workers(self) -> int:
        """Places for units, on all machines together."""
        return self._link.places

    def share(self, path: str | os.PathLike[str], names: Sequence[str] | None = None) -> str:
        return self._stock.share(Path(path), names)

    def submit(self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> Future[Result]:
        message = pickle.dumps((on_worker.call, (self._data, fn, args, kwargs), {}))
        with self._guard:
            if self._is_shut:
                raise RuntimeError("this cluster has been shut down")
            return self._transit.add(message)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._guard:
            self._is_shut = True
        if cancel_futures:
            self._transit.cancel_all()
        if wait:
            self._transit.wait()
            self._disconnect()

    def close(self) -> None:
        self.shutdown(cancel_futures=True)

    def _disconnect(self) -> None:
        if self._stopped.is_set():
            return
        self._stopped.set()
        self._pulse.join()
        self._transit.close()
        self._link.close()
        self._end_machine()

    def _end_machine(self) -> None:
        if self._machine is not None:
            self._machine.close()

    # -- the life of a thread ----------------------------------------------------------------------

    def _watch(self) -> None:
        """Counts workers, and sends again what was lost."""
        for number in count(1):
            if self._stopped.wait(PULSE):
                return
            try:
                if self._machine is not None and self._machine.fault:
                    self._transit.fail_all(ClusterError(self._machine.fault))
                elif self._link.is_open:
                    self._look(is_audit=number % AUDIT == 0)
                elif self._link.is_lost:
                    self._reconnect()
            except Exception as error:
                logging.getLogger(__name__).debug("the cluster is not there: %s", error)

    def _look(self, is_audit: bool) -> None:
        self._link.look()
        self._tell_of_none()
        self._transit.find_lost()
        if is_audit:
            self._transit.find_unknown()
        self._transit.send_waiting()

    def _tell_of_none(self) -> None:
        self._lonely = 0 if self._link.places else self._lonely + 1
        if self._lonely == PATIENCE:
            self._told(f"no worker is there: start one with crownhead worker {self.address.text}")

    def _reconnect(self) -> None:
        if not self._is_gone:
            self._told(f"the scheduler at {self.address.text} is gone: waiting until it is there again")
        self._is_gone = True
        self._link.renew()
        self._transit.send_all_again()
        self._told(f"the scheduler at {self.address.text} is there again")
        self._is_gone = False


def _own_files(data: Path) -> list[str]:
    """Databases and books: what "the user's own" means to an engine."""
    tables = [p for p in (data / "tablebases").glob("*") if p.suffix in (".wld", ".dtw")]
    books = [p for p in data.glob("*.book") if p.is_file()]
    return [p.relative_to(data).as_posix() for p in (*tables, *books)]
