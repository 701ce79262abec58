"""Local processes that do units of long work, as a `concurrent.futures.Executor`.

A process that is killed costs the unit it was doing, which another process does again. Processes end with the one
that started them, however it ends. They import nothing from the current directory that stands for something else.

A unit is a function and its arguments, sent as pickles, so the function must be importable by its name. What a process
needs for all of its units, such as an engine, is made once in each: see `jobs.Work`.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import struct
import subprocess
import sys
import threading
import time
import traceback
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from crownhead.errors import WorkerDied
from crownhead.jobs import Pool, close_worker

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")

MOST_ATTEMPTS = 3
"""Processes that may die of a unit before it is given up."""
PATIENCE = 2.0
"""Seconds that a process has to end by itself before it is killed."""


def python(*arguments: str) -> list[str]:
    """The command of a Python process of ours. Files of the current directory do not stand for modules in it."""
    return [sys.executable, "-P", *arguments]


# -- processes -----------------------------------------------------------------------------------------


class _Unit(NamedTuple):
    future: Future[Any]
    message: bytes
    opened: bool
    """Whether the future gets what the answer says, or the answer itself."""

    def settle(self, answer: bytes) -> None:
        if self.opened:
            settle(self.future, answer)
        else:
            self.future.set_result(answer)


class Processes(Pool):
    """At most `count` of them; each is started when there is something to do for it.

    A context manager that waits for what has been asked for; `close` does not wait.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._units: queue.SimpleQueue[_Unit | None] = queue.SimpleQueue()
        self._guard = threading.Lock()
        self._processes: set[_Process] = set()
        self._doing: dict[Future[Any], _Process] = {}
        self._is_shut = False
        self._is_closed = False
        self._keepers = [threading.Thread(target=self._keep, daemon=True) for _ in range(count)]
        for keeper in self._keepers:
            keeper.start()

    @property
    def workers(self) -> int:
        return self._count

    @property
    def is_busy(self) -> bool:
        return bool(self._doing) or not self._units.empty()

    def submit(self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> Future[Result]:
        return self._put(_Unit(Future(), pickle.dumps((fn, args, kwargs)), opened=True))

    def answer(self, message: bytes) -> Future[bytes]:
        """For who hands on units of others: the message and its answer stay closed. See `settle`."""
        return self._put(_Unit(Future(), message, opened=False))

    def abandon(self, future: Future[Any]) -> None:
        """Ends the process that is doing this, if one is; the future is cancelled."""
        with self._guard:
            process = self._doing.pop(future, None)
        if process is not None:
            process.kill(at_once=True)

    def _put(self, unit: _Unit) -> Future[Any]:
        with self._guard:
            if self._is_shut:
                raise RuntimeError("these processes have been shut down")
            self._units.put(unit)
        return unit.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._guard:
            if not self._is_shut:
                self._is_shut = True
                if cancel_futures:
                    self._cancel_waiting()
                for _ in self._keepers:
                    self._units.put(None)
        if wait:
            for keeper in self._keepers:
                keeper.join()

    def close(self) -> None:
        """Ends all, in the middle of a unit if need be."""
        self.shutdown(wait=False, cancel_futures=True)
        with self._guard:
            self._is_closed = True
            processes = list(self._processes)
        for process in processes:
            process.terminate()
        for process in processes:
            process.kill()
        self.shutdown()

    def _cancel_waiting(self) -> None:
        with suppress(queue.Empty):
            while unit := self._units.get_nowait():
                unit.future.cancel()

    def _keep(self) -> None:
        """The life of a thread: it keeps one process at work."""
        process: _Process | None = None
        while unit := self._units.get():
            if unit.future.set_running_or_notify_cancel():
                process = self._do(unit, process)
        if process is not None:
            self._end(process)

    def _do(self, unit: _Unit, process: _Process | None) -> _Process | None:
        """Does a unit with a process, if there is one, or a new one; returns the one that lives afterwards."""
        code: int | None = None
        for _ in range(MOST_ATTEMPTS):
            try:
                process = process or self._started()
                with self._guard:
                    self._doing[unit.future] = process
                process.do(unit)
                with self._guard:
                    self._doing.pop(unit.future, None)
            except (EOFError, OSError) as error:
                if process is None:
                    unit.future.set_exception(error)
                    return None
                code = self._end(process)
                process = None
                if self._doing.pop(unit.future, None) is None:
                    unit.future.set_exception(CancelledError())
                    return None
            except CancelledError as error:
                unit.future.set_exception(error)
                return None
            else:
                return process
        unit.future.set_exception(
            WorkerDied(f"a process died {MOST_ATTEMPTS} times of the same (exit code {code})")
        )
        return None

    def _started(self) -> _Process:
        with self._guard:
            if self._is_closed:
                raise CancelledError
            process = _Process()
            self._processes.add(process)
        return process

    def _end(self, process: _Process) -> int:
        with self._guard:
            self._processes.discard(process)
        return process.end()


class _Process:
    """Spoken to by the thread that keeps it; any thread may end it."""

    def __init__(self) -> None:
        start = "import sys; sys.path[:] = sys.argv[1:]; from crownhead.processes import serve; serve()"
        self._process = subprocess.Popen(
            python("-c", start, *_path()), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._input = cast("IO[bytes]", self._process.stdin)
        self._output = cast("IO[bytes]", self._process.stdout)

    def do(self, unit: _Unit) -> None:
        """Raises EOFError or OSError if the process has died of it."""
        _send(self._input, unit.message)
        unit.settle(_received(self._output))

    def terminate(self) -> None:
        self._process.terminate()

    def kill(self, at_once: bool = False) -> int:
        """In a while, if it has not ended by itself; its exit code."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(0.0 if at_once else PATIENCE)
        self._process.kill()
        return self._process.wait()

    def end(self) -> int:
        """Lets one go that has nothing to do, or has died; its exit code."""
        with suppress(OSError):
            self._input.close()
        code = self.kill()
        self._output.close()
        return code


def _path() -> list[str]:
    """Where this process finds modules, the current directory last."""
    path = [place for place in sys.path if place]
    return path if len(path) == len(sys.path) else [*path, os.getcwd()]  # noqa: PTH109 - a text, as the others are


# -- messages ------------------------------------------------------------------------------------------

_LENGTH = struct.Struct("<Q")


def _send(file: IO[bytes], message: bytes) -> None:
    file.write(_LENGTH.pack(len(message)))
    file.write(message)
    file.flush()


def _received(file: IO[bytes]) -> bytes:
    """Raises EOFError where there is no whole message any more."""
    (length,) = _LENGTH.unpack(_exactly(file, _LENGTH.size))
    return _exactly(file, length)


def _exactly(file: IO[bytes], length: int) -> bytes:
    read = file.read(length)
    if len(read) < length:
        raise EOFError
    return read


def settle(future: Future[Any], answer: bytes) -> None:
    """Gives a future what the answer of a process says."""
    try:
        error, told, result = pickle.loads(answer)
    except Exception as unreadable:
        future.set_exception(unreadable)
        return
    if error is None:
        future.set_result(result)
    else:
        error.add_note(told)
        future.set_exception(error)


# -- in the process ------------------------------------------------------------------------------------


def serve() -> None:
    """The life of a worker process. What its units print goes to standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the parent, who ends us
    signal.signal(signal.SIGTERM, _go_home)
    inbox, outbox = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    messages: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(inbox, messages), daemon=True).start()
    try:
        while True:
            _send(outbox, _answer(messages.get()))
    except BrokenPipeError:
        return
    finally:
        close_worker()


def _listen(inbox: IO[bytes], messages: queue.SimpleQueue[bytes]) -> None:
    """A parent that was killed cannot end its workers: they see to it themselves, in the middle of a unit too."""
    with suppress(EOFError, OSError):
        while True:
            messages.put(_received(inbox))
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(PATIENCE)
    os._exit(1)


def _go_home(*_: object) -> None:
    """Wherever the unit is, at the making of an event loop too: what is left half made may complain, to nobody."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    sys.exit()


def _answer(message: bytes) -> bytes:
    """An error or None, where it came from, and the result."""
    try:
        function, args, kwargs = pickle.loads(message)
        return pickle.dumps((None, "", function(*args, **kwargs)))
    except Exception as error:
        told = traceback.format_exc()
        try:
            return pickle.dumps((error, told, None))
        except Exception:
            return pickle.dumps((RuntimeError(f"{type(error).__name__}: {error}"), told, None))
