"""What the benchmarks share: two things run in turn, several times, and the ratio of their best times.

The best of several runs is the one that other work on the machine disturbed least; running in turn spreads what
disturbance there is over both.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

Answer = TypeVar("Answer")


class Measured(NamedTuple, Generic[Answer]):
    seconds: float
    """Of processor time, the best of all runs."""
    answer: Answer


def measure(task: Callable[[], Answer], clock: Callable[[], float] = time.process_time) -> Measured[Answer]:
    begin = clock()
    answer = task()
    return Measured(clock() - begin, answer)


def in_turn(
    *tasks: Callable[[], Answer], runs: int = 5, clock: Callable[[], float] = time.process_time
) -> list[Measured[Answer]]:
    """Each task's best run; the tasks take turns."""
    rounds = [[measure(task, clock) for task in tasks] for _ in range(runs)]
    return [min(column, key=lambda measured: measured.seconds) for column in zip(*rounds, strict=True)]


def clock_rate() -> float | None:
    """Processor cycles a second as the system gives it, or None where it does not."""
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as lines:  # noqa: PTH123
            rates = [float(line.split(":")[1]) for line in lines if line.startswith("cpu MHz")]
    except OSError:
        return None
    return max(rates) * 1e6 if rates else None
