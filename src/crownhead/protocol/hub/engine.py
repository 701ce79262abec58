"""crownhead as a Hub engine: it reads commands on one stream and answers on another.

One thread reads, another searches, so that `stop`, `ping` and `quit` are heard at any time. Whatever comes
in, nothing but Hub goes out: junk is answered with an `error` line or not at all, every `go` with a `done`
that has a move, and the end of the input means quit.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from importlib.metadata import version
from typing import TYPE_CHECKING, BinaryIO

from crownhead.engine.levels import FULL_STRENGTH
from crownhead.errors import CrownheadError
from crownhead.protocol.hub.limits import parse_limit
from crownhead.protocol.hub.messages import LONGEST_LINE, HubMessage, message, parse_line
from crownhead.protocol.hub.notation import parse_move, parse_position
from crownhead.protocol.hub.search import Aim, HubSearch
from crownhead.protocol.hub.settings import HubSettings
from crownhead.record.board import Board

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crownhead.engine import Engine, Limit

NULL_MOVE = "0-0"
"""What `done` says where there is no move to play: the game is over, or no position was understood."""


class HubEngine:
    """One conversation, from the first line to `quit`."""

    def __init__(self, make_engine: Callable[[HubSettings], Engine], output: BinaryIO) -> None:
        self._make_engine = make_engine
        self._output = output
        self._output_lock = threading.Lock()
        self._settings = HubSettings()
        self._engine: Engine | None = None
        self._board: Board | None = Board()
        self._level = message("level")
        self._search: HubSearch | None = None
        self._closed = False

    def serve(self, source: BinaryIO) -> None:
        """Answers until `quit`, the end of the input, or the end of whoever reads the output."""
        try:
            for line in lines_of(source):
                asked = parse_line(line)
                if asked is not None:
                    self._answer(asked)
                if self._closed:
                    break
        finally:
            self._end_search()
            if self._engine is not None:
                self._engine.close()

    def say(self, said: HubMessage) -> bool:
        """From any thread. Whether anybody listens: if not any more, there is nothing left to do."""
        with self._output_lock:
            if not self._closed:
                try:
                    self._output.write(f"{said}\n".encode())
                    self._output.flush()
                except (OSError, ValueError):
                    self._closed = True
            return not self._closed

    def _answer(self, asked: HubMessage) -> None:
        match asked.command:
            case "hub":
                self._introduce()
            case "set-param":
                self._set(asked.arguments.get("name", ""), asked.arguments.get("value", ""))
            case "init":
                self._ready_engine()
                self.say(message("ready"))
            case "ping":
                self.say(message("pong"))
            case "pos":
                self._place(asked)
            case "level":
                self._level = asked
            case "go":
                self._go(asked)
            case "ponder-hit":
                self._ponder_hit()
            case "stop":
                self._end_search()
            case "new-game":
                self._end_search()
                if self._engine is not None:
                    self._engine.new_game()
            case "quit":
                self._closed = True
            case _:
                self._complain(f"unknown command {asked.command[:40]}")

    def _introduce(self) -> None:
        author = "the crownhead project"
        self.say(message("id", name="crownhead", version=version("crownhead"), author=author))
        for parameter in self._settings.announced():
            self.say(parameter)
        self.say(message("wait"))

    def _set(self, name: str, value: str) -> None:
        """Unknown parameters are ignored, as Hub asks; they may be meant for another engine."""
        changed = self._settings.changed(name, value)
        if changed is None or changed == self._settings:
            return
        self._end_search()
        self._settings = changed
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def _ready_engine(self) -> Engine | None:
        """With the parameters given, or with the usual ones where those cannot be; None if nothing can."""
        for settings in (self._settings, HubSettings()):
            if self._engine is None:
                try:
                    self._engine = self._make_engine(settings)
                    self._settings = settings
                except (CrownheadError, OSError) as error:
                    self._complain(f"no engine with these parameters: {error}")
        return self._engine

    def _place(self, asked: HubMessage) -> None:
        """A position that is not understood leaves none: playing from another would be worse."""
        self._board = None
        try:
            board = Board(parse_position(asked.arguments.get("pos", "")))
            for text in asked.arguments.get("moves", "").split():
                board.push(parse_move(board.position, text))
        except CrownheadError as error:
            self._complain(str(error))
        else:
            self._board = board

    def _go(self, asked: HubMessage) -> None:
        self._end_search()
        engine = self._ready_engine()
        if engine is None or self._board is None or self._board.position.is_over:
            self._complain("the game is over" if self._board else "no position to play from")
            self.say(message("done", move=NULL_MOVE))
            return
        aim = Aim.of(asked)
        limit = parse_limit(self._level if aim is Aim.THINK else message("level", infinite=""))
        self._start(engine, self._board.copy(), limit, aim)

    def _ponder_hit(self) -> None:
        """The move that was pondered on was played: think on, on the clock now, with what was found."""
        search = self._search
        if search is None or search.aim is not Aim.PONDER or not search.is_alive():
            return
        search.abandon()
        self._start(search.engine, search.board, parse_limit(self._level), Aim.THINK)

    def _start(self, engine: Engine, board: Board, limit: Limit, aim: Aim) -> None:
        weakened = self._settings.level != FULL_STRENGTH
        limit = replace(limit, cpu=self._settings.cpu)
        self._search = HubSearch(engine, board, limit, aim, self.say, weakened)
        self._search.start()

    def _end_search(self) -> None:
        if self._search is not None:
            self._search.finish()
            self._search = None

    def _complain(self, text: str) -> None:
        self.say(message("error", message=text[:400]))


def lines_of(source: BinaryIO) -> Iterator[str]:
    """The lines of a stream; of one that is too long, nothing. Undecodable bytes become marks."""
    whole = True
    while line := source.readline(LONGEST_LINE):
        ended = line.endswith(b"\n")
        if whole and (ended or len(line) < LONGEST_LINE):
            yield line.decode(errors="replace")
        whole = ended
