"""What the tests of processes have done elsewhere: functions that another process finds by their names."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from crownhead.errors import IllegalMove
from crownhead.rules.perft import perft
from crownhead.rules.position import Position


def count_to(number: int) -> list[int]:
    return list(range(number))


def print_and_double(number: int) -> int:
    print("nobody takes this for an answer")
    os.write(1, b"nor this")
    return 2 * number


def fail(text: str) -> None:
    raise IllegalMove("not legal", text=text, fen="")


class Unreadable(Exception):
    def __init__(self, first: str, second: str) -> None:
        super().__init__(first)

    @classmethod
    def fail(cls) -> None:
        raise cls("a", "b")


def die(code: int) -> None:
    os._exit(code)


def die_once(mark: Path, result: int) -> int:
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return result


def sleep_long() -> None:
    time.sleep(1000)


class HalfMade:
    def __del__(self) -> None:
        raise AttributeError("it was never made")


def leaves_half_made(folder: Path) -> None:
    half_made = HalfMade()
    notes_its_end(folder)
    del half_made


def notes_its_end(folder: Path) -> None:
    (folder / "begun").touch()
    try:
        time.sleep(1000)
    finally:
        (folder / "ended").touch()


@dataclass
class Counter:
    """Makes workers that count their tasks, and leave a file that says whether they were closed."""

    folder: Path

    def __call__(self) -> CountingWorker:
        return CountingWorker(self.folder / str(os.getpid()))


class CountingWorker:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._count = 0
        path.write_text("made")

    def __call__(self, task: int) -> int:
        self._count += 1
        return self._count

    def close(self) -> None:
        self._path.write_text("closed")


def slow_double(number: int, seconds: float = 0.2) -> int:
    time.sleep(seconds)
    return 2 * number


def die_of(number: int) -> int:
    """One task is deadly."""
    if number == 3:
        os._exit(9)
    return number


def slow_where_told(folder: Path, number: int) -> int:
    """On the machine that CROWNHEAD_SLOW marks, for ever."""
    if os.environ.get("CROWNHEAD_SLOW"):
        (folder / "slow").touch()
        time.sleep(1000)
    return number


def wait_for(file: Path) -> None:
    while not file.exists():
        time.sleep(0.02)


def wait_where_told(folder: Path, number: int) -> int:
    """On the machine that CROWNHEAD_SLOW marks, until it may go on."""
    if os.environ.get("CROWNHEAD_SLOW"):
        (folder / "slow").touch()
        wait_for(folder / "go")
    return number


def kill_worker_of(number: int) -> int:
    """Two tasks are deadly to the worker that has the process."""
    if number in (3, 7):
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(1000)
    time.sleep(0.1)  # so that neighbours are there
    return number


def read_shared(path: str) -> str:
    """Where it was found, and what is in it."""
    found = Path(path)
    files = [found] if found.is_file() else sorted(p for p in found.rglob("*") if p.is_file())
    return f"{path}|" + "|".join(f"{file.name}={file.read_text()}" for file in files)


def own_data() -> str | None:
    return os.environ.get("CROWNHEAD_DATA")


def count_moves(depth: int) -> int:
    """Computes, and nothing else."""
    return perft(Position.start(), depth)
