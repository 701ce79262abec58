"""What the engine thinks of every position of many games, found by as many processes as there are processors."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from concurrent.futures import Future, ProcessPoolExecutor
from typing import TYPE_CHECKING

from crownhead.engine import Engine, Limit, Played
from crownhead.record.board import Board
from crownhead.study.review import deeper, look_again, opinion

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import TracebackType

    from crownhead.rules.position import Position

HASH_MB = 16
AHEAD = 4
"""Positions that wait for each process, so that none is idle while results are gathered."""


class Thinkers:
    """Processes with an engine each; a context manager, which ends them at once."""

    def __init__(self, jobs: int, limit: Limit) -> None:
        self._limit = limit
        self._most_waiting = jobs * AHEAD
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(jobs, context, initializer=_prepare)

    def __enter__(self) -> Thinkers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.shutdown(wait=kind is None, cancel_futures=True)
        if kind is not None:
            for process in multiprocessing.active_children():
                process.terminate()

    def opinions(
        self, games: Iterable[list[Board]], told: Callable[[int], None]
    ) -> Iterator[tuple[list[Board], list[Played | None]]]:
        """Each game with an opinion for each of its boards, in order. `told` hears how many more are done."""
        waiting: deque[tuple[list[Board], list[Future[Played | None]]]] = deque()
        tasks = 0
        for boards in games:
            waiting.append((boards, [self._ask(board, self._limit) for board in boards]))
            tasks += len(boards)
            while tasks > self._most_waiting and len(waiting) > 1:
                tasks -= len(waiting[0][0])
                yield self._gathered(*waiting.popleft(), told)
        while waiting:
            yield self._gathered(*waiting.popleft(), told)

    def _gathered(
        self, boards: list[Board], futures: list[Future[Played | None]], told: Callable[[int], None]
    ) -> tuple[list[Board], list[Played | None]]:
        found = []
        for future in futures:
            found.append(future.result())
            told(1)
        look_again(boards, found, lambda board: self._ask(board, deeper(self._limit)).result())
        return boards, found

    def _ask(self, board: Board, limit: Limit) -> Future[Played | None]:
        return self._pool.submit(_think, board.history[0], [str(move) for move in board.moves], limit)


_engine: Engine | None = None


def _prepare() -> None:
    """Ctrl-C is for the process that asked."""
    global _engine
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _engine = Engine(hash_mb=HASH_MB)


def _think(start: Position, moves: list[str], limit: Limit) -> Played | None:
    board = Board(start)
    for move in moves:
        board.push(move)
    assert _engine is not None
    return opinion(_engine, board, limit)
