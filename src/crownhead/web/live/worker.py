"""One engine in a process of its own: a line of JSON on its input is a request, one on its output an answer.

The process is the unit that may die: whatever a search does, the server lives, and starts another.
"""

from __future__ import annotations

import sys
import threading
from queue import SimpleQueue
from typing import TYPE_CHECKING, Literal

import msgspec

from crownhead.engine import Engine, Limit
from crownhead.errors import CrownheadError
from crownhead.record.board import Board
from crownhead.rules.colour import BLACK
from crownhead.web.live.thoughts import Request, Thought

if TYPE_CHECKING:
    from collections.abc import Callable

    from crownhead.engine import Info, Played

HASH_MB = 32
PLAYING_HASH_MB = 16
DEEPEST = 60
"""Plies. A search that has come so far has nothing left to say."""


class Worker:
    """Answers one request after another; a request to stop overtakes."""

    def __init__(self, say: Callable[[Thought], None]) -> None:
        self._say = say
        self._asked: SimpleQueue[Request | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._current: tuple[int, Engine] | None = None
        self._stopped = 0
        """The last request that was told to stop; it may not even have begun."""
        self._analyst = Engine(hash_mb=HASH_MB)
        self._players: dict[int | None, Engine] = {}

    def run(self) -> None:
        threading.Thread(target=self._listen, daemon=True).start()
        while (request := self._asked.get()) is not None:
            try:
                self._think(request)
            except CrownheadError as error:
                self._say(Thought(request.id, "failed", message=str(error)))

    def _listen(self) -> None:
        for line in sys.stdin.buffer:
            request = msgspec.json.decode(line, type=Request)
            if request.kind == "stop":
                self._stop(request.id)
            else:
                self._asked.put(request)
        self._asked.put(None)

    def _stop(self, number: int) -> None:
        with self._lock:
            self._stopped = number
            if self._current and self._current[0] == number:
                self._current[1].stop()

    def _think(self, request: Request) -> None:
        board = Board(request.fen)
        for move in request.moves:
            board.push(move)
        if request.kind == "play":
            played = self._player(request.level).play(board, _limit(request))
            self._say(thought_of(request.id, "done", played))
        else:
            self._analyse(request, board)

    def _analyse(self, request: Request, board: Board) -> None:
        last: Info | None = None
        for info in self._analyst.analyse(board, _limit(request), lines=request.lines):
            self._begun(request, self._analyst)
            last = info if info.rank == 1 else last
            self._say(thought_of(request.id, "info", info))
        with self._lock:
            self._current = None
        if last is None:
            raise CrownheadError("the search was stopped before it had found a move")
        self._say(thought_of(request.id, "done", last))

    def _begun(self, request: Request, engine: Engine) -> None:
        """From the first result on a search can be stopped."""
        with self._lock:
            self._current = (request.id, engine)
            if self._stopped == request.id:
                engine.stop()

    def _player(self, level: int | None) -> Engine:
        """One for each level; they keep what they found out from move to move."""
        if level not in self._players:
            self._players[level] = Engine(hash_mb=PLAYING_HASH_MB, level=level)
        return self._players[level]


def _limit(request: Request) -> Limit:
    if request.clock is not None:
        return Limit(clock=request.clock, increment=request.increment, depth=DEEPEST)
    return Limit(time=request.seconds, depth=DEEPEST)


def thought_of(number: int, kind: Literal["info", "done"], info: Info | Played) -> Thought:
    score = info.score.seen_by(BLACK)
    return Thought(
        id=number,
        kind=kind,
        verdict=score.kind.value,
        centimen=score.centimen,
        plies=score.plies,
        line=[str(move) for move in info.line],
        depth=info.depth,
        nodes=info.nodes,
        time=round(info.time, 3),
        rank=getattr(info, "rank", 1),
    )


def say(thought: Thought) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(thought) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    Worker(say).run()
