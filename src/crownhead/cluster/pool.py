"""Units on a Dask cluster, as a `concurrent.futures.Executor`.

Every unit that is not done is kept here, not in the scheduler: where a worker, a connection or the scheduler itself is
lost, it is sent again. Dask moves bytes only; what they say is between this process and those that the workers start.
"""

from __future__ import annotations

import logging
import pickle
import secrets
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from crownhead.cluster import unit as on_worker
from crownhead.cluster.address import Address, check_certificate, load_dask
from crownhead.cluster.cache import Stock
from crownhead.cluster.local import LocalMachine
from crownhead.cluster.supply import Supply
from crownhead.cluster.version import version
from crownhead.errors import ClusterError, MissingFiles, UnusableCache, WorkerDied
from crownhead.jobs import Pool
from crownhead.processes import settle

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Sequence

    from distributed import Client
    from distributed import Future as DaskFuture

Result = TypeVar("Result")

LOST_WORKERS = 20
"""Workers that may be lost with a unit before it is given up: Dask counts up to 4 of them as one."""
PULSE = 0.5
"""Seconds between looks at the cluster."""
AUDIT = 10
"""Looks between two questions which units the scheduler knows."""
TO_BE_DONE = {"waiting", "no-worker", "queued", "processing"}
"""States in which Dask still has to do a unit."""
CONNECTING = 10.0
"""Seconds to wait for a scheduler before it is said that it cannot be reached."""
GATHERING = 30.0
"""Seconds for an answer to come from a worker that has it."""
SENDERS = 4
"""Threads that read answers and send files."""


@dataclass(eq=False)
class _Pending:
    number: int
    message: bytes
    future: Future[Any] = field(default_factory=Future)
    sent: DaskFuture[Any] | None = None
    sendings: int = 0
    lost: int = 0
    doubts: int = 0
    """Looks in a row at which the scheduler was not about to do it."""


class Cluster(Pool):
    """A context manager, like every executor. `told` hears, in words, what a person should know of the cluster."""

    def __init__(
        self, address: str, *, data: Path | None = None, told: Callable[[str], None] = lambda text: None
    ) -> None:
        """`data` is the directory that units take for the user's own. Raises ClusterError."""
        load_dask()
        self.address = Address.of(address)
        self._workers = 0
        self._told = told
        self._said: set[str] = set()
        self._run = secrets.token_hex(8)
        self._stock = Stock()
        self._supply = Supply(self._stock)
        self._data = None if data is None else self._stock.share(data, _own_files(data))
        self._guard = threading.RLock()
        self._units: dict[int, _Pending] = {}
        self._waiting: set[_Pending] = set()
        """To be sent again as soon as there is a scheduler."""
        self._numbers = 0
        self._is_shut = False
        self._all_done = threading.Condition(self._guard)
        self._machine = None if self.address.processes is None else LocalMachine(self.address.processes)
        try:
            self._client = self._connected()
        except BaseException:
            self._end_machine()
            raise
        self._senders = ThreadPoolExecutor(SENDERS, "cluster-sender")
        self._pulse = threading.Thread(target=self._watch, daemon=True)
        self._stopped = threading.Event()
        self._pulse.start()

    # -- executor ----------------------------------------------------------------------------------

    @property
    def workers(self) -> int:
        """Places for units, on all machines together."""
        return self._workers

    def share(self, path: str | os.PathLike[str], names: Sequence[str] | None = None) -> str:
        return self._stock.share(Path(path), names)

    def submit(self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> Future[Result]:
        message = pickle.dumps((on_worker.call, (self._data, fn, args, kwargs), {}))
        with self._guard:
            if self._is_shut:
                raise RuntimeError("this cluster has been shut down")
            self._numbers += 1
            unit = _Pending(self._numbers, message)
            self._units[unit.number] = unit
        unit.future.add_done_callback(lambda future: self._forget(unit))
        self._send(unit)
        return unit.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._guard:
            self._is_shut = True
            if cancel_futures:
                self._drop_all()
            while wait and self._units:
                self._all_done.wait()
        if wait:
            self._disconnect()

    def close(self) -> None:
        self.shutdown(cancel_futures=True)

    def _drop_all(self) -> None:
        for unit in list(self._units.values()):
            unit.future.cancel()

    def _forget(self, unit: _Pending) -> None:
        """What is done, or cancelled, here is forgotten by Dask too, wherever else it was being done."""
        with self._guard:
            self._units.pop(unit.number, None)
            self._waiting.discard(unit)
            unit.sent = None
            if not self._units:
                self._all_done.notify_all()

    def _disconnect(self) -> None:
        if self._stopped.is_set():
            return
        self._stopped.set()
        self._pulse.join()
        with suppress(Exception):  # a cluster that is gone has ended them
            if self._client.status == "running":
                self._client.run(on_worker.end, self._run, on_error="ignore")
        self._senders.shutdown(cancel_futures=True)
        with suppress(Exception):
            self._client.close(timeout=2)
        self._end_machine()

    def _end_machine(self) -> None:
        if self._machine is not None:
            self._machine.close()

    # -- units -------------------------------------------------------------------------------------

    def _send(self, unit: _Pending) -> None:
        with self._guard:
            if unit.number not in self._units:
                return
            unit.sendings += 1
            unit.doubts = 0
            try:
                sent = self._client.submit(
                    on_worker.run_unit,
                    self._run,
                    version(),
                    unit.message,
                    key=f"crownhead-{self._run}-{unit.number}-{unit.sendings}",
                    pure=False,
                )
            except Exception:  # the connection has just been lost
                self._waiting.add(unit)
                return
            unit.sent = sent
        sent.add_done_callback(lambda future: self._later(self._heard, unit, future))

    def _later(self, function: Callable[..., None], *args: Any) -> None:
        with suppress(RuntimeError):  # all is over
            self._senders.submit(function, *args)

    def _heard(self, unit: _Pending, sent: DaskFuture[Any]) -> None:
        """One sending of a unit has come to its end."""
        try:
            answer = None if sent.cancelled() else sent.result(GATHERING)
        except TimeoutError:  # the worker was lost with its answer: Dask has the unit done again
            sent.add_done_callback(lambda future: self._later(self._heard, unit, future))
            return
        except Exception as error:
            self._failed(unit, sent, error)
            return
        if answer is None:  # the scheduler was lost, and the unit with it
            self._again(unit, sent)
        elif answer.answer is None:
            self._tell_once(f"worker {answer.worker} has left: {answer.farewell}")
            self._again(unit, sent)
        else:
            self._answered(unit, sent, answer)

    def _failed(self, unit: _Pending, sent: DaskFuture[Any], error: Exception) -> None:
        from distributed import KilledWorker

        unit.lost += 4 if isinstance(error, KilledWorker) else 1
        if unit.lost < LOST_WORKERS:
            self._again(unit, sent)
        else:
            self._settle(unit, pickle.dumps((WorkerDied(f"workers were lost with it: {error}"), "", None)))

    def _answered(self, unit: _Pending, sent: DaskFuture[Any], answer: on_worker.UnitReply) -> None:
        assert answer.answer is not None
        opened: Future[Any] = Future()
        settle(opened, answer.answer)
        error = opened.exception()
        if isinstance(error, MissingFiles):
            self._send_files(answer.worker, error.digests)
            self._again(unit, sent)
        elif isinstance(error, UnusableCache):
            self._dismiss(answer.worker, str(error))
            self._again(unit, sent)
        else:
            self._settle(unit, answer.answer)

    def _again(self, unit: _Pending, sent: DaskFuture[Any]) -> None:
        with self._guard:
            if unit.number in self._units and unit.sent is sent:
                unit.sent = None
                self._waiting.add(unit)

    def _settle(self, unit: _Pending, answer: bytes) -> None:
        with self._guard:
            if unit.number not in self._units or not unit.future.set_running_or_notify_cancel():
                return
            self._forget(unit)
        settle(unit.future, answer)

    def _tell_once(self, text: str) -> None:
        with self._guard:
            is_new = text not in self._said
            self._said.add(text)
        if is_new:
            self._told(text)

    # -- files -------------------------------------------------------------------------------------

    def _send_files(self, worker: str, digests: list[str]) -> None:
        try:
            why = self._supply.send(self._client, worker, digests)
        except Exception as error:  # it is gone, or the scheduler is: the unit goes elsewhere
            logging.getLogger(__name__).debug("files for %s: %s", worker, error)
        else:
            if why:
                self._dismiss(worker, f"it cannot keep the files of the client: {why}")

    def _dismiss(self, worker: str, why: str) -> None:
        self._tell_once(f"worker {worker} has left: {why}")
        with suppress(Exception):
            self._client.run(on_worker.leave, why, workers=[worker])

    # -- the cluster -------------------------------------------------------------------------------

    def _connected(self) -> Client:
        """Raises ClusterError."""
        from distributed import Client

        check_certificate(self.address, "client")
        place: dict[str, Any] = {"address": self.address.text}
        if self._machine is not None:
            place = {"address": self._machine.address}
        elif self.address.file is not None:
            place = {"scheduler_file": str(self.address.file)}
        try:
            client = Client(timeout=CONNECTING, set_as_default=False, **place)
        except Exception as error:
            raise ClusterError(f"no scheduler answers at {self.address.text}: {error}") from None
        self._workers = sum(client.nthreads().values())
        return client

    def _watch(self) -> None:
        """The life of a thread: it sends again what was lost, and counts workers."""
        for number in count(1):
            if self._stopped.wait(PULSE):
                return
            try:
                if self._client.status == "running":
                    self._workers = sum(self._client.nthreads(callback_timeout=CONNECTING).values())
                    self._find_lost()
                    if number % AUDIT == 0:
                        self._find_unknown()
                    self._send_waiting()
                elif self._client.status == "closed":
                    self._reconnect()
            except Exception as error:
                logging.getLogger(__name__).debug("the cluster is not there: %s", error)

    def _reconnect(self) -> None:
        self._told(f"the scheduler at {self.address.text} is gone: waiting until it is there again")
        client = self._connected()
        with self._guard:
            self._client = client
            for unit in self._units.values():
                unit.sent = None
            self._waiting.update(self._units.values())
        self._told(f"the scheduler at {self.address.text} is there again")

    def _find_lost(self) -> None:
        """Dask does not call back for all that was lost with a scheduler."""
        with self._guard:
            for unit in self._units.values():
                if unit.sent is not None and unit.sent.status in ("cancelled", "lost"):
                    self._again(unit, unit.sent)

    def _find_unknown(self) -> None:
        """What is sent while a scheduler dies may be lost without a word, or be done without one."""
        with self._guard:
            sent = {unit: unit.sent for unit in self._units.values() if unit.sent is not None}
        states = self._states([str(future.key) for future in sent.values()])
        for unit, future in sent.items():
            unit.doubts = 0 if states.get(str(future.key), "") in TO_BE_DONE else unit.doubts + 1
            if unit.doubts > 1:
                self._again(unit, future)

    def _states(self, keys: list[str]) -> dict[str, str]:
        """Of those that the scheduler knows. The function is sent as it is: a scheduler need not have crownhead."""

        def states(dask_scheduler: Any) -> dict[str, str]:
            tasks = dask_scheduler.tasks
            return {key: tasks[key].state for key in keys if key in tasks}

        found: dict[str, str] = self._client.run_on_scheduler(states, callback_timeout=CONNECTING)
        return found

    def _send_waiting(self) -> None:
        with self._guard:
            waiting, self._waiting = self._waiting, set()
        for unit in waiting:
            self._send(unit)


def _own_files(data: Path) -> list[str]:
    """Databases and books: what "the user's own" means to an engine."""
    tables = [p for p in (data / "tablebases").glob("*") if p.suffix in (".wld", ".dtw")]
    books = [p for p in data.glob("*.book") if p.is_file()]
    return [p.relative_to(data).as_posix() for p in (*tables, *books)]
