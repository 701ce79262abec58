"""One engine in a process of its own: a line of JSON on its input is a request, one on its output an answer.

The process is the unit that may die: whatever a search does, the server lives, and starts another.
"""

from __future__ import annotations

import sys
import threading
from queue import SimpleQueue
from typing import TYPE_CHECKING

import msgspec

from crownhead.errors import CrownheadError
from crownhead.record.board import Board
from crownhead.web.thoughts import Request, Thought

if TYPE_CHECKING:
    from crownhead.rules.move import Move


class Worker:
    """Answers one request after another; a request to stop overtakes."""

    def __init__(self) -> None:
        self._asked: SimpleQueue[Request | None] = SimpleQueue()

    def run(self) -> None:
        threading.Thread(target=self._listen, daemon=True).start()
        while (request := self._asked.get()) is not None:
            self._answer(request)

    def _listen(self) -> None:
        for line in sys.stdin.buffer:
            request = msgspec.json.decode(line, type=Request)
            if request.kind != "stop":
                self._asked.put(request)
        self._asked.put(None)

    def _answer(self, request: Request) -> None:
        try:
            board = Board(request.fen)
            for text in request.moves:
                board.push(text)
            move = _stand_in(board)
            say(Thought(request.id, "done", move=str(move), score="", line=[str(move)]))
        except CrownheadError as error:
            say(Thought(request.id, "failed", message=str(error)))


def _stand_in(board: Board) -> Move:
    import random

    return random.choice(board.legal_moves())


def say(thought: Thought) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(thought) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    Worker().run()
