"""A player that is a Python file: it runs in a process of its own, within limits of time and memory.

The file has a function `choose(board)`, which is given a crownhead Board and returns a move or its text, or
`choose(state)`, which is given the state of the textbook and returns an action. The limits are against mistakes, not
against malice: a bot runs with the rights of whoever starts it.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, TYPE_CHECKING, cast

from crownhead.errors import BotFault
from crownhead.match.pace import UNLIMITED
from crownhead.processes import python

if TYPE_CHECKING:
    from crownhead.engine.limit import Limit
    from crownhead.engine.score import Score
    from crownhead.match.contender import Contender
    from crownhead.match.pace import Pace
    from crownhead.record.board import Board
    from crownhead.rules.move import Move

START_SECONDS = 20.0
"""For the process and the file's own imports, before its first move."""
LONGEST_ANSWER = 10_000
"""Characters: a move with its path has thirty."""


@dataclass(frozen=True, slots=True)
class BotRecipe:
    """A file, and what it may use for a move. Can be sent to another process."""

    path: str
    seconds: float = 1.0
    memory: int = 1 << 30
    """Bytes."""
    pace: Pace | None = UNLIMITED
    """Nobody tells a bot of a limit; it is held to its own."""

    @property
    def name(self) -> str:
        return Path(self.path).stem

    def __call__(self) -> Contender:
        return BotContender(self)


class BotContender:
    """The process is started at the first move, so that a fault in the file loses a game and nothing else."""

    def __init__(self, recipe: BotRecipe) -> None:
        self._recipe = recipe
        self._process: subprocess.Popen[str] | None = None
        self._folder: TemporaryDirectory[str] | None = None
        """Its current directory: what it leaves there goes with it."""
        self._answers: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._used = 0.0
        self._seed: int | None = None
        """Still to be told."""

    def seed(self, seed: int) -> None:
        self._seed = seed

    def new_game(self) -> None:
        """A bot is asked position by position; it starts anew only after a fault."""

    def decide(self, board: Board, limit: Limit) -> tuple[Move, Score | None]:
        self._start()
        self._ask({"fen": board.history[0].fen, "moves": list(map(str, board.moves)), "seed": self._seed})
        self._seed = None
        answer = self._answered(self._recipe.seconds)
        if "move" not in answer:
            raise BotFault(answer.get("fault", "gave an answer that is none"))
        self._used = float(answer.get("cpu", 0.0))
        return board.parse_move(answer["move"]), None

    def cpu_seconds(self) -> float:
        return self._used

    def close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        process.wait()
        cast("TemporaryDirectory[str]", self._folder).cleanup()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                cast("IO[str]", pipe).close()

    # -- the conversation --------------------------------------------------------------------------

    def _start(self) -> None:
        if self._process is not None:
            return
        self._answers = queue.SimpleQueue()
        self._used = 0.0
        command = python("-m", "crownhead.match.bot_process", self._recipe.path, str(self._recipe.memory))
        self._folder = TemporaryDirectory(prefix="crownhead", ignore_cleanup_errors=True)
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
            cwd=self._folder.name,
        )
        threading.Thread(target=_listen, args=(self._process.stdout, self._answers), daemon=True).start()
        answer = self._answered(START_SECONDS)
        if "ready" not in answer:
            raise BotFault(answer.get("fault", "did not start"))

    def _ask(self, question: dict[str, object]) -> None:
        pipe = cast("IO[str]", cast("subprocess.Popen[str]", self._process).stdin)
        with suppress(OSError):  # it has ended: what it said last, or did not say, tells why
            pipe.write(json.dumps(question) + "\n")
            pipe.flush()

    def _answered(self, seconds: float) -> dict[str, str]:
        try:
            line = self._answers.get(timeout=seconds)
        except queue.Empty:
            raise BotFault(f"took longer than {seconds:g} s") from None
        if not line:
            raise BotFault(self._how_it_ended())
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise BotFault("wrote into the pipe that its answers go through")
        return answer

    def _how_it_ended(self) -> str:
        process = cast("subprocess.Popen[str]", self._process)
        try:
            code = process.wait(timeout=START_SECONDS)
        except subprocess.TimeoutExpired:
            return "closed its pipes"
        return f"ended its process ({f'signal {-code}' if code < 0 else f'exit code {code}'})"


def _listen(pipe: IO[str], answers: queue.SimpleQueue[str]) -> None:
    """An empty line is the end."""
    with suppress(OSError, ValueError):
        while line := pipe.readline(LONGEST_ANSWER):
            answers.put(line)
    answers.put("")
