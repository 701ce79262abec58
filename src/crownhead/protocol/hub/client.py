"""Any Hub engine, used from Python as if it were one of crownhead's own.

>>> import asyncio
>>> from crownhead import Board
>>> from crownhead.engine import Limit
>>> from crownhead.processes import python
>>> from crownhead.protocol.hub.client import HubClient
>>> async def first_move():
...     async with await HubClient.launch(python("-m", "crownhead", "hub")) as engine:
...         played = await engine.play(Board(), Limit(depth=5))
...         return played.move
>>> asyncio.run(first_move()) in Board().legal_moves()
True
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from crownhead.engine.info import Info, Played
from crownhead.engine.score import Score, ScoreKind
from crownhead.errors import CrownheadError, GameOver, PeerMistake, PeerSilent
from crownhead.protocol.closing import ClosingLater
from crownhead.protocol.hub.limits import write_limit
from crownhead.protocol.hub.messages import HubMessage, message
from crownhead.protocol.hub.notation import parse_move, write_move, write_position
from crownhead.protocol.hub.patience import Patience
from crownhead.protocol.hub.process import HubProcess
from crownhead.protocol.hub.thoughts import parse_info, parse_line_of_play
from crownhead.record.board import Board

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence

    from crownhead.engine import Limit
    from crownhead.rules.position import Position

PATIENCE = 30.0
"""Seconds that an engine has for an answer, beyond those that its limit gives it. Under a limit without a time, as one
to a depth, or of processor time, seconds of silence."""
LONGEST = 3600.0
"""Seconds that such a search may take in all."""
_MOST_TOLD = 1 << 20
"""Characters that an engine may tell of itself."""


class HubClient(ClosingLater):
    """Made by `launch`. One search at a time; a search that was left unfinished is stopped by the next call.

    Raises PeerGone, PeerSilent and PeerMistake; after any of them, close it.
    """

    def __init__(self, process: HubProcess, patience: float) -> None:
        self._process = process
        self._patience = patience
        self._searching = False
        self._stopping = False
        self._counts_cpu = False
        self.identity: Mapping[str, str] = {}
        """What the engine says of itself: name, version, author."""
        self.parameters: dict[str, Mapping[str, str]] = {}
        """What it can be given, by name: value, type and bounds as it told them."""

    @classmethod
    async def launch(
        cls,
        command: Sequence[str],
        parameters: Mapping[str, object] | None = None,
        *,
        patience: float = PATIENCE,
        cwd: str | None = None,
    ) -> HubClient:
        """Starts the program and makes it ready to play."""
        client = cls(await HubProcess.start(command, cwd), patience)
        try:
            await client._greet()
            for name, value in ({"variant": "english"} | dict(parameters or {})).items():
                await client._set(name, value)
            await client._exchange("init", "ready")
        except BaseException:
            await client.close()
            raise
        return client

    @property
    def name(self) -> str:
        return self.identity.get("name") or self._process.name

    # -- thinking ----------------------------------------------------------------------------------

    async def play(self, game: Board | Position, limit: Limit) -> Played:
        """The engine's move. The score is 0 where it tells none. Raises GameOver where there is no move."""
        begin = time.perf_counter()
        position = await self._go("think", game, limit)
        info = Info(0, Score(ScoreKind.EVALUATION, 0, position.turn), (), 0, 0.0)
        async for said in self._said(limit):
            if said.command == "done":
                return _played(position, said, info, time.perf_counter() - begin)
            info = parse_info(said, position) or info
        raise AssertionError("a search ends with done or an error")

    async def analyse(self, game: Board | Position, limit: Limit) -> AsyncIterator[Info]:
        """What the engine tells as it thinks; leaving the loop stops it, at the latest at the next call."""
        position = await self._go("analyze" if limit.infinite else "think", game, limit)
        try:
            async for said in self._said(limit):
                if (info := parse_info(said, position)) is not None:
                    yield info
        finally:
            await self._settle()

    async def stop(self) -> None:
        """The search that is running ends with what it has. From another task of the same loop."""
        if self._searching and not self._stopping:
            self._stopping = True
            await self._say(message("stop"))

    async def new_game(self) -> None:
        await self._settle()
        await self._say(message("new-game"))

    async def ping(self) -> None:
        await self._settle()
        await self._exchange("ping", "pong")

    # -- the process -------------------------------------------------------------------------------

    def cpu_seconds(self) -> float:
        """Processor time that the engine has used; 0 where the system does not tell."""
        return self._process.cpu_seconds()

    async def close(self) -> None:
        """The engine is asked to quit, and killed if it does not."""
        await self._process.close()

    # -- the conversation --------------------------------------------------------------------------

    async def _greet(self) -> None:
        for said in await self._exchange("hub", "wait"):
            if said.command == "id":
                self.identity = said.arguments
            elif said.command == "param":
                self.parameters[said.arguments.get("name", "")] = said.arguments

    async def _set(self, name: str, value: object) -> None:
        """Engines of one variant only have no such parameter, so that one is not insisted on."""
        if name in self.parameters:
            await self._say(message("set-param", name=name, value=value))
        elif name != "variant":
            known = ", ".join(self.parameters) or "none"
            raise PeerMistake(f"{self.name} has no parameter {name!r}; it has: {known}")

    async def _exchange(self, command: str, answer: str) -> list[HubMessage]:
        """What the engine tells of itself up to the answer."""
        await self._say(message(command))
        told: list[HubMessage] = []
        characters = 0
        patience = Patience(self._patience)
        while (heard := await patience.hear(self._process)).command != answer:
            if heard.command not in ("id", "param"):
                self._process.note_strange(heard)
                continue
            told.append(heard)
            characters += len(str(heard))
            if characters > _MOST_TOLD:
                raise PeerMistake(f"{self._process.name}: more than {_MOST_TOLD} characters about itself")
        return told

    async def _go(self, aim: str, game: Board | Position, limit: Limit) -> Position:
        board = game if isinstance(game, Board) else Board(game)
        if (outcome := board.outcome()) is not None:
            raise GameOver(outcome)
        await self._settle()
        await self._count_as(limit)
        moves = {"moves": " ".join(map(write_move, board.moves))} if board.moves else {}
        await self._say(message("pos", pos=write_position(board.history[0]), **moves))
        await self._say(write_limit(limit))
        self._searching, self._stopping = True, False
        await self._say(HubMessage("go", {aim: ""}))
        return board.position

    async def _count_as(self, limit: Limit) -> None:
        """An engine that cannot count processor time stops by the clock on the wall."""
        if limit.cpu != self._counts_cpu and "cpu" in self.parameters:
            await self._set("cpu", str(limit.cpu).lower())
            self._counts_cpu = limit.cpu

    async def _said(self, limit: Limit | None) -> AsyncIterator[HubMessage]:
        """Every `info`, then `done`."""
        patience = self._patience_with(limit)
        stopping = self._stopping
        while self._searching:
            if self._stopping and not stopping:
                stopping, patience = True, Patience(self._patience)
            try:
                heard = await patience.hear(self._process)
            except PeerSilent:
                if not stopping and (self._stopping or (limit is not None and limit.infinite)):
                    continue
                raise
            if heard.command == "done":
                self._searching = False
            if heard.command in ("info", "done"):
                yield heard
            else:
                self._process.note_strange(heard)

    def _patience_with(self, limit: Limit | None) -> Patience:
        """For a search under this limit; None for one that is to end now."""
        if limit is None:
            return Patience(self._patience)
        if limit.infinite:
            return Patience(math.inf, self._patience)
        given = limit.clock if limit.time is None else limit.time
        if given is None or limit.cpu:  # a busy machine takes any time for a second of its processor
            return Patience(LONGEST, self._patience + (given or 0.0))
        return Patience(self._patience + given)

    async def _say(self, said: HubMessage) -> None:
        await self._process.say(said, self._patience)

    async def _settle(self) -> None:
        if self._searching:
            await self.stop()
            async for _ in self._said(None):
                pass


def _played(position: Position, done: HubMessage, info: Info, seconds: float) -> Played:
    text = done.arguments.get("move", "")
    try:
        move = parse_move(position, text)
    except CrownheadError as error:
        raise PeerMistake(f"the engine wants to play {text[:40]!r} in {position.fen}: {error}") from None
    line = info.line if info.line[:1] == (move,) else (move,)
    if len(line) == 1:
        line += parse_line_of_play(done.arguments.get("ponder", ""), position.play(move))
    return Played(move, info.score, line, info.nodes, info.depth, seconds, info.from_book)
