"""What happens on a worker: it hands each unit on to a process, so that a unit that dies takes nothing with it."""

from __future__ import annotations

import os
import pickle
import secrets
import threading
from concurrent.futures import CancelledError
from contextlib import contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from crownhead.cluster.cache import PLACE, cache_directory, lacks, receive
from crownhead.cluster.places import PULSE, Places
from crownhead.errors import ClusterError, CrownheadError
from crownhead.processes import Processes
from crownhead.version import version

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from crownhead.cluster.cache import Delivery


LEAVING = 2.0
"""Seconds in which a worker that leaves still gives its answers."""
ANNOUNCING = 10.0
"""Seconds for the scheduler to answer that it has heard. A beginning that it has not heard of costs another try."""


def topic_of(run: str) -> str:
    """Under which workers tell the scheduler that they begin and end a unit alone."""
    return f"crownhead-{run}"


def deaths_alone(key: str, told: Iterable[tuple[str, str, bool]]) -> int:
    """Workers that died while they did this sending of a unit alone, by what was told under the topic: those that have
    begun it and not ended. Dask counts those too that still had it waiting, or had done it already."""
    mine = [(attempt, has_ended) for told_key, attempt, has_ended in told if told_key == key]
    begun = {attempt for attempt, has_ended in mine if not has_ended}
    return len(begun - {attempt for attempt, has_ended in mine if has_ended})


class UnitReply(NamedTuple):
    worker: str
    """Its address."""
    answer: bytes | None
    """None where it has left the cluster."""
    farewell: str = ""
    """Why it has."""


def run_unit(run: str, client_version: str, message: bytes, alone: bool = False, *_: object) -> UnitReply:
    """Called by Dask. `run` names the client's work: what one run began, it can end. `alone`: the worker does nothing
    else meanwhile. All versions of crownhead have the first three arguments and the reply in common, so that those of
    others are refused in words."""
    from distributed import get_worker

    worker = get_worker()
    if client_version != version():
        why = f"it has crownhead {version()}, and the client {client_version}: install the same on both"
        leave(why, worker)
        return UnitReply(worker.address, None, why)
    try:
        return UnitReply(worker.address, _answer(run, message, alone, worker))
    except (CrownheadError, CancelledError) as error:
        told = error if isinstance(error, CrownheadError) else ClusterError("the unit was stopped")
        return UnitReply(worker.address, pickle.dumps((told, "", None)))


def _answer(run: str, message: bytes, alone: bool, worker: Any) -> bytes:
    """Raises CancelledError where nobody wants it any more: its client has closed, or was killed."""
    key = worker.get_current_task()
    task = worker.state.tasks.get(key)

    def is_wanted() -> bool:
        return run not in _ended and (task is None or task.state != "cancelled")

    told = _told(run, key, worker) if alone else nullcontext()
    with _places.taken(alone, is_wanted), told:
        processes = _processes(run, worker.state.nthreads)
        future = processes.answer(message)
        while True:
            try:
                return future.result(PULSE)
            except TimeoutError:
                if not is_wanted():
                    processes.abandon(future)


@contextmanager
def _told(run: str, key: str, worker: Any) -> Iterator[None]:
    """The scheduler has heard of the beginning before the unit begins, and of the end before any other begins. So the
    unit is blamed for a death of the worker in between, and for no other."""
    from distributed.utils import sync

    attempt = secrets.token_hex(8)

    def tell(has_ended: bool) -> None:
        with suppress(Exception):  # the scheduler is lost, and the unit with it
            sync(
                worker.loop,
                worker.scheduler.log_event,
                topic=topic_of(run),
                msg=(key, attempt, has_ended),
                callback_timeout=ANNOUNCING,
            )

    tell(False)
    try:
        yield
    finally:
        tell(True)


def call(data: str | None, function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """In a process of a worker: what is the user's own there is the client's."""
    if data is not None:
        os.environ["CROWNHEAD_DATA"] = data
    return function(*args, **kwargs)


def deliver(delivery: Delivery) -> str:
    """Called by the client on one worker. Returns why it cannot be kept, if so: an OSError raised here could not be
    told from one of the connection."""
    _prepare()
    try:
        receive(delivery)
    except OSError as error:
        return str(error) or type(error).__name__
    return ""


def wants(digest: str) -> bool:
    """Called by the client on one worker: others may have the same cache."""
    _prepare()
    return lacks(digest)


def end(run: str) -> None:
    """Ends the processes of a run, in the middle of a unit if need be."""
    with _guard:
        _ended.add(run)
        processes = _running.pop(run, None)
    if processes is not None:
        threading.Thread(target=processes.close, daemon=True).start()


# -- leaving -------------------------------------------------------------------------------------------

farewells: list[str] = []
"""Why this worker has left, if it has."""


def leave(why: str, dask_worker: Any) -> None:
    """Takes this worker off the cluster for good. Units that it was given go elsewhere."""
    if not farewells:
        farewells.append(why)
        dask_worker.loop.call_later(LEAVING, dask_worker.close_gracefully, reason=why)


# -- processes -----------------------------------------------------------------------------------------

_guard = threading.Lock()
_running: dict[str, Processes] = {}
_ended: set[str] = set()
_places = Places()


def _processes(run: str, count: int) -> Processes:
    """Those of a run. Others that have nothing to do are ended: their client may be gone."""
    _prepare()
    with _guard:
        if run in _ended:
            raise CancelledError
        if run not in _running:
            for old in [name for name in _running if not _running[name].is_busy]:
                threading.Thread(target=_running.pop(old).close, daemon=True).start()
            _running[run] = Processes(count)
        return _running[run]


def _prepare() -> None:
    os.environ.setdefault(PLACE, os.fspath(cache_directory()))
    os.environ["CROWNHEAD_BUILD"] = "never"


def close_all() -> None:
    with _guard:
        pools = list(_running.values())
        _running.clear()
    for pool in pools:
        pool.close()
