"""A few processes that do tasks, each one at a time, and end with the process that started them."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from contextlib import closing, suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from crownhead.errors import WorkerDied

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.process import BaseProcess

Task = TypeVar("Task", contravariant=True)
Result = TypeVar("Result", covariant=True)

_PATIENCE = 2.0
"""Seconds that a worker has to end by itself before it is killed."""


class Worker(Protocol[Task, Result]):
    """Lives in a process of its own."""

    def __call__(self, task: Task, /) -> Result: ...

    def close(self) -> None: ...


class Workers(Generic[Task, Result]):
    """`make_worker` is called once in each process."""

    def __init__(self, count: int, make_worker: Callable[[], Worker[Task, Result]]) -> None:
        context = get_context("spawn")
        self._processes: dict[Connection, BaseProcess] = {}
        for _ in range(count):
            here, there = context.Pipe()
            process = context.Process(target=_work, args=(there, make_worker), daemon=True)
            process.start()
            there.close()
            self._processes[here] = process

    def results(self, tasks: Iterator[Task]) -> Iterator[Result]:
        """Each as it is done. A failure in a worker is raised here. Tasks are taken only when one is free."""
        busy = [connection for connection in self._processes if _feed(connection, tasks)]
        while busy:
            for ready in wait(busy):
                assert isinstance(ready, Connection)
                yield self._received(ready)
                if not _feed(ready, tasks):
                    busy.remove(ready)

    def close(self) -> None:
        """Ends all, in the middle of a task if need be."""
        for process in self._processes.values():
            process.terminate()
        for connection, process in self._processes.items():
            process.join(_PATIENCE)
            process.kill()
            process.join()
            connection.close()

    def _received(self, connection: Connection) -> Result:
        try:
            result: Result | Exception = connection.recv()
        except EOFError:
            process = self._processes[connection]
            process.join(_PATIENCE)
            raise WorkerDied(f"a process of the match died (exit code {process.exitcode})") from None
        if isinstance(result, Exception):
            raise result
        return result


def _feed(connection: Connection, tasks: Iterator[Any]) -> bool:
    for task in tasks:
        with suppress(BrokenPipeError):  # it died: reading from it will tell
            connection.send(task)
        return True
    return False


def _work(connection: Connection, make_worker: Callable[[], Worker[Any, Any]]) -> None:
    """The life of a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the parent, who ends us
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        with closing(make_worker()) as worker:
            while True:
                connection.send(worker(connection.recv()))
    except (EOFError, BrokenPipeError):
        return
    except Exception as error:
        connection.send(error)


def _end_with_parent() -> None:
    """A parent that was killed cannot end its workers: they see to it themselves."""
    parent = parent_process()
    if parent is None:
        return
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_PATIENCE)
    os._exit(1)
