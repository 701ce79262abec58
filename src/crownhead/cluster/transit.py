"""Units on their way to workers and back.

Every unit that is not done is kept here, not in the scheduler: where a worker, a connection or the scheduler itself is
lost, it is sent again.
"""

from __future__ import annotations

import logging
import pickle
import secrets
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from crownhead.cluster import unit as on_worker
from crownhead.cluster.pending import Pending
from crownhead.cluster.supply import Supply
from crownhead.errors import ClusterError, CrownheadError, MissingFiles, UnusableCache, WorkerDied
from crownhead.processes import settle
from crownhead.version import version

if TYPE_CHECKING:
    from collections.abc import Callable

    from distributed import Future as DaskFuture

    from crownhead.cluster.cache import Stock
    from crownhead.cluster.link import Link

MOST_DEATHS = 8
"""Workers that may die while they do a unit alone before it is given up: some are killed by somebody else."""
MOST_FAULTS = 20
"""Sendings that Dask may fail at before a unit is given up."""
TO_BE_DONE = {"waiting", "no-worker", "queued", "processing"}
"""States in which Dask still has to do a unit."""
GATHERING = 30.0
"""Seconds for an answer to come from a worker that has it."""
SENDERS = 4
"""Threads that read answers and send files."""


class Transit:
    """`told` hears, in words, what a person should know of the workers."""

    def __init__(self, link: Link, stock: Stock, told: Callable[[str], None]) -> None:
        self._link = link
        self._told = told
        self._said: set[str] = set()
        self._run = secrets.token_hex(8)
        self._supply = Supply(stock)
        self._guard = threading.RLock()
        self._units: dict[int, Pending] = {}
        self._waiting: set[Pending] = set()
        """To be sent again as soon as there is a scheduler."""
        self._numbers = 0
        self._all_done = threading.Condition(self._guard)
        self._senders = ThreadPoolExecutor(SENDERS, "cluster-sender")

    def add(self, message: bytes) -> Future[Any]:
        with self._guard:
            self._numbers += 1
            unit = Pending(self._numbers, message)
            self._units[unit.number] = unit
        unit.future.add_done_callback(lambda future: self._forget(unit))
        self._send(unit)
        return unit.future

    def wait(self) -> None:
        """Until there is none."""
        with self._guard:
            while self._units:
                self._all_done.wait()

    def cancel_all(self) -> None:
        for unit in self._all():
            unit.future.cancel()

    def fail_all(self, error: CrownheadError) -> None:
        for unit in self._all():
            self._fail(unit, error)

    def close(self) -> None:
        """Ends what workers still do."""
        with suppress(Exception):  # a cluster that is gone has ended them
            if self._link.is_open:
                self._link.call_all(on_worker.end, self._run)
        self._senders.shutdown(cancel_futures=True)

    # -- sending -----------------------------------------------------------------------------------

    def send_waiting(self) -> None:
        with self._guard:
            waiting, self._waiting = self._waiting, set()
        for unit in waiting:
            self._send(unit)

    def send_all_again(self) -> None:
        """The scheduler is another one, and knows none of them."""
        with self._guard:
            for unit in self._units.values():
                unit.sent = None
            self._waiting.update(self._units.values())

    def find_lost(self) -> None:
        """Dask does not call back for all that was lost with a scheduler."""
        with self._guard:
            for unit in self._units.values():
                if unit.sent is not None and unit.sent.status in ("cancelled", "lost"):
                    self._again(unit, unit.sent)

    def find_unknown(self) -> None:
        """What is sent while a scheduler dies may be lost without a word, or be done without one."""
        with self._guard:
            sent = {unit: unit.sent for unit in self._units.values() if unit.sent is not None}
        states = self._link.states([str(future.key) for future in sent.values()])
        for unit, future in sent.items():
            unit.doubts = 0 if states.get(str(future.key), "") in TO_BE_DONE else unit.doubts + 1
            if unit.doubts > 1:
                self._again(unit, future)

    def _send(self, unit: Pending) -> None:
        with self._guard:
            if unit.number not in self._units:
                return
            unit.sendings += 1
            unit.doubts = 0
            key = f"crownhead-{self._run}-{unit.number}-{unit.sendings}"
            sending = (self._run, version(), unit.message, *((True,) if unit.is_suspect else ()))
            try:
                sent = self._link.submit(key, on_worker.run_unit, *sending)
            except Exception:  # the connection has just been lost
                self._waiting.add(unit)
                return
            unit.sent = sent
        sent.add_done_callback(lambda future: self._later(self._heard, unit, future))

    def _again(self, unit: Pending, sent: DaskFuture[Any]) -> None:
        with self._guard:
            if unit.number in self._units and unit.sent is sent:
                unit.sent = None
                self._waiting.add(unit)

    # -- hearing -----------------------------------------------------------------------------------

    def _later(self, function: Callable[..., None], *args: Any) -> None:
        with suppress(RuntimeError):  # all is over
            self._senders.submit(function, *args)

    def _heard(self, unit: Pending, sent: DaskFuture[Any]) -> None:
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

    def _answered(self, unit: Pending, sent: DaskFuture[Any], answer: on_worker.UnitReply) -> None:
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

    def _failed(self, unit: Pending, sent: DaskFuture[Any], error: Exception) -> None:
        from distributed import KilledWorker

        if isinstance(error, KilledWorker):
            unit.deaths += self._deaths_alone(sent) if unit.is_suspect else 0
            unit.is_suspect = True
        else:
            unit.faults += 1
        if unit.deaths >= MOST_DEATHS:
            self._fail(unit, WorkerDied(f"{unit.deaths} workers died while they did nothing else"))
        elif unit.faults >= MOST_FAULTS:
            self._fail(unit, ClusterError(f"Dask cannot do it: {type(error).__name__}: {error}"))
        else:
            self._again(unit, sent)

    def _deaths_alone(self, sent: DaskFuture[Any]) -> int:
        try:
            told = self._link.announced(on_worker.topic_of(self._run))
            return on_worker.deaths_alone(str(sent.key), told)
        except Exception:  # the scheduler is lost, and knows no more of it: the next time will tell
            return 0

    def _fail(self, unit: Pending, error: CrownheadError) -> None:
        self._settle(unit, pickle.dumps((error, "", None)))

    def _settle(self, unit: Pending, answer: bytes) -> None:
        with self._guard:
            if unit.number not in self._units or not unit.future.set_running_or_notify_cancel():
                return
            self._forget(unit)
        settle(unit.future, answer)

    def _forget(self, unit: Pending) -> None:
        """What is done, or cancelled, here is forgotten by Dask too, wherever else it was being done."""
        with self._guard:
            self._units.pop(unit.number, None)
            self._waiting.discard(unit)
            unit.sent = None
            if not self._units:
                self._all_done.notify_all()

    def _all(self) -> list[Pending]:
        with self._guard:
            return list(self._units.values())

    # -- workers -----------------------------------------------------------------------------------

    def _send_files(self, worker: str, digests: list[str]) -> None:
        try:
            why = self._supply.send(self._link, worker, digests)
        except Exception as error:  # it is gone, or the scheduler is: the unit goes elsewhere
            logging.getLogger(__name__).debug("files for %s: %s", worker, error)
        else:
            if why:
                self._dismiss(worker, f"it cannot keep the files of the client: {why}")

    def _dismiss(self, worker: str, why: str) -> None:
        self._tell_once(f"worker {worker} has left: {why}")
        with suppress(Exception):
            self._link.call(worker, on_worker.leave, why)

    def _tell_once(self, text: str) -> None:
        with self._guard:
            is_new = text not in self._said
            self._said.add(text)
        if is_new:
            self._told(text)
