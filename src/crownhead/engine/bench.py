"""A fixed piece of work: forty positions to a fixed depth. The number of nodes it takes is the engine's signature,
which changes with every change of its play and with nothing else."""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

from crownhead.engine.engine import Engine
from crownhead.engine.limit import Limit
from crownhead.rules.position import Position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DEPTH = 18
HASH_MB = 16


@dataclass(frozen=True, slots=True)
class BenchResult:
    positions: int
    depth: int
    nodes: int
    seconds: float
    """Of processor time, without that of reading what the search reports."""

    @property
    def rate(self) -> float:
        """Nodes a second."""
        return self.nodes / max(self.seconds, 1e-9)


def positions() -> list[Position]:
    """Openings by ballot, then positions of games with ever fewer pieces."""
    text = files("crownhead.engine").joinpath("bench.fen").read_text(encoding="ascii")
    return [Position.from_fen(line) for line in text.split()]


@contextmanager
def on_one_processor() -> Iterator[None]:
    """Keeps what is started here on one processor, where the system can: one that is moved finds cold caches."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(allowed)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


def bench(depth: int = DEPTH, on_progress: Callable[[int], None] | None = None) -> BenchResult:
    """Each position with an empty table, one thread and no database."""
    nodes, seconds = 0, 0.0
    with on_one_processor(), Engine(hash_mb=HASH_MB, tablebase=None) as engine:
        for number, position in enumerate(positions(), 1):
            engine.new_game()
            begin = _time_of_other_threads()
            nodes += list(engine.analyse(position, Limit(depth=depth)))[-1].nodes
            seconds += _time_of_other_threads() - begin
            if on_progress:
                on_progress(number)
    return BenchResult(len(positions()), depth, nodes, seconds)


def _time_of_other_threads() -> float:
    return time.process_time() - time.thread_time()
