"""One engine in a process of its own: a line of JSON on its input is a request, one on its output an answer.

The process is the unit that may die: whatever a search does, the server lives, and starts another.
"""

from __future__ import annotations

import os
import sys
import threading
from queue import SimpleQueue
from typing import TYPE_CHECKING, Literal, NoReturn, TypeVar

import msgspec

from crownhead.engine import Engine
from crownhead.errors import CrownheadError
from crownhead.record.board import Board
from crownhead.rules.colour import BLACK
from crownhead.study.inquiry import Question, answer, teacher
from crownhead.web.live.proof_worker import ProofWorker
from crownhead.web.live.thoughts import EngineRequest, Thought

if TYPE_CHECKING:
    from collections.abc import Callable

    from crownhead.engine import Info, Played

PLAYING_HASH_MB = 16
Searching = TypeVar("Searching", Engine, ProofWorker)


class EngineWorker:
    """Answers one request after another; a request to stop overtakes."""

    def __init__(self, say: Callable[[Thought], None]) -> None:
        self._say = say
        self._asked: SimpleQueue[EngineRequest] = SimpleQueue()
        self._state = threading.Condition()
        self._open: set[int] = set()
        """Requests that have not been answered."""
        self._engine: Engine | ProofWorker | None = None
        """What searches now."""
        self._prover = ProofWorker(say)
        self._analyst: Engine | None = None
        self._size = (0, 0)
        """The analyst's threads and megabytes."""
        self._teacher = teacher()
        self._players: dict[int, Engine] = {}

    def run(self) -> NoReturn:
        threading.Thread(target=self._listen, daemon=True).start()
        self._say(Thought(0, "ready"))
        while True:
            request = self._asked.get()
            try:
                self._say(self._answer(request))
            except CrownheadError as error:
                self._say(Thought(request.id, "failed", message=str(error)))

    def _listen(self) -> None:
        for line in sys.stdin.buffer:
            request = msgspec.json.decode(line, type=EngineRequest)
            if request.kind == "stop":
                self._stop(request.id)
            else:
                with self._state:
                    self._open.add(request.id)
                self._asked.put(request)
        os._exit(0)  # the server is gone: nobody wants to know what a search finds

    def _stop(self, number: int) -> None:
        """Until it has ended: a search that is only about to begin does not hear the first word."""
        with self._state:
            while number in self._open:
                if self._engine is not None:
                    self._engine.stop()
                self._state.wait(0.02)

    def _answer(self, request: EngineRequest) -> Thought:
        try:
            board = Board.of(request.fen, request.moves)
            if request.kind == "analyse":
                return self._analysed(request, board)
            if request.kind == "prove":
                return self._searching(self._prover).prove(request, board.position)
            if request.kind == "look":
                question = Question(board, request.limit)
                return thought_of(request.id, "done", answer(self._searching(self._teacher), question))
            player = self._searching(self._player(request.level))
            return thought_of(request.id, "done", player.play(board, request.limit))
        finally:
            with self._state:
                self._engine = None
                self._open.discard(request.id)
                self._state.notify()

    def _searching(self, engine: Searching) -> Searching:
        with self._state:
            self._engine = engine
        return engine

    def _analysed(self, request: EngineRequest, board: Board) -> Thought:
        last: Info | None = None
        analyst = self._searching(self._analyst_of(request.threads, request.hash_mb))
        if request.nodes is not None:
            analyst.new_game()
        for info in analyst.analyse(board, request.limit, lines=request.lines):
            last = info if info.rank == 1 else last
            self._say(thought_of(request.id, "info", info))
        if last is None:
            raise CrownheadError("the search was stopped before it had found a move")
        return thought_of(request.id, "done", last)

    def _analyst_of(self, threads: int, hash_mb: int) -> Engine:
        """The one that there is, with all that it has found out, if it has that size."""
        if self._analyst is None or self._size != (threads, hash_mb):
            if self._analyst is not None:
                self._analyst.close()
            self._analyst, self._size = Engine(threads, hash_mb), (threads, hash_mb)
        return self._analyst

    def _player(self, level: int) -> Engine:
        """One for each level; they keep what they found out from move to move."""
        if level not in self._players:
            self._players[level] = Engine(hash_mb=PLAYING_HASH_MB, level=level, book="auto")
        return self._players[level]


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
        database_hits=getattr(info, "database_hits", 0),
        from_book=info.from_book,
    )


def say(thought: Thought) -> None:
    try:
        sys.stdout.buffer.write(msgspec.json.encode(thought) + b"\n")
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    EngineWorker(say).run()
