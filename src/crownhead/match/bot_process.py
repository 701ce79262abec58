"""The process of one bot: python -m crownhead.match.bot_process FILE MEMORY

Reads a question a line, writes an answer a line, both as JSON: {"fen", "moves", "seed"}, and {"move", "cpu"} or
{"fault"}. A seed comes with the first question of a game, for the module random; else it is null.
"""

from __future__ import annotations

import importlib.util
import inspect
import io
import json
import os
import random
import sys
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crownhead.errors import MoveError
from crownhead.record.board import Board
from crownhead.rules import textbook
from crownhead.rules.move import Move

if TYPE_CHECKING:
    from collections.abc import Callable

SHOWN = 200
"""Characters of what a bot said or returned."""


class BotMistake(Exception):
    """What the bot did wrong, in words that follow its name."""


def main() -> None:
    path, memory = Path(sys.argv[1]), int(sys.argv[2])
    questions, answers = os.fdopen(os.dup(0), encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    printed = io.StringIO()
    sys.stdout = sys.stderr = printed

    def answer(told: dict[str, Any]) -> None:
        answers.write(json.dumps(told) + "\n")
        answers.flush()

    try:
        _limit(memory)
        choose = _chooser(path, printed)
        answer({"ready": True})
        for line in questions:
            question = json.loads(line)
            if question["seed"] is not None:
                random.seed(question["seed"])
            board = Board.of(question["fen"], question["moves"])
            answer({"move": _written(choose(board)), "cpu": time.process_time()})
    except BotMistake as fault:
        answer({"fault": str(fault)})


def _limit(memory: int) -> None:
    """Memory, and no files: what a bot writes would be there for the next game."""
    sys.dont_write_bytecode = True
    try:
        import resource
    except ImportError:  # not on Windows, where time alone is limited
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _chooser(path: Path, printed: io.StringIO) -> Callable[[Board], Move]:
    """The bot as a function of a board. Raises BotMistake, and so does what it returns."""
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location("bot", path)
    if spec is None or spec.loader is None:
        raise BotMistake(f"{path.name} is no Python file")
    module = importlib.util.module_from_spec(spec)
    _carefully(path, lambda: spec.loader.exec_module(module))  # type: ignore[union-attr]
    choose = getattr(module, "choose", None)
    if not callable(choose):
        raise BotMistake("has no function choose(board) or choose(state)")
    wants_state = next(iter(inspect.signature(choose).parameters), "") == "state"

    def chosen(board: Board) -> Move:
        given = _state(board) if wants_state else board.copy()
        printed.seek(0)
        printed.truncate()
        answer = _carefully(path, lambda: choose(given))
        if printed.getvalue():
            raise BotMistake(f"printed {printed.getvalue()[:SHOWN]!r}; a bot answers by what it returns")
        return _move(board, answer)

    return chosen


def _state(board: Board) -> textbook.State:
    return textbook.State(board.position.to_grid(), int(board.turn))


def _carefully(path: Path, work: Callable[[], Any]) -> Any:
    """What the work returns. Raises BotMistake with the line of the bot at which it failed."""
    try:
        return work()
    except BaseException as error:  # SystemExit is a bot's exit()
        lines = [
            frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)
        ]
        where = f", line {lines[-1]}" if lines else ""
        if isinstance(error, SyntaxError):
            where = f", line {error.lineno}"
        raise BotMistake(f"crashed{where}: {type(error).__name__}: {error}"[:SHOWN]) from None


def _move(board: Board, answer: Any) -> Move:
    legal = board.legal_moves()
    if isinstance(answer, Move) and answer in legal:
        return answer
    if isinstance(answer, str | Move):
        try:
            return board.parse_move(str(answer))
        except MoveError as error:
            raise BotMistake(f"played an illegal move: {error}") from None
    for move in legal:
        if _same_tiles(answer, move):
            return move
    raise BotMistake(f"returned {str(answer)[:SHOWN]}, which is no legal move")


def _same_tiles(answer: Any, move: Move) -> bool:
    try:
        return [tuple(tile) for tile in answer] == [tuple(tile) for tile in move.tiles]
    except TypeError:
        return False


def _written(move: Move) -> str:
    """With its whole path, so that nobody can take it for another."""
    return ("x" if move.is_jump else "-").join(str(int(square)) for square in move.path)


if __name__ == "__main__":
    main()
