"""crownhead as a DXP engine: it waits for others to connect and to offer a game, and follows.

Every connection has its own game and, while it lasts, its own engine. While the engine thinks, messages are still
heard: the end of the game or of the connection stops it at once.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from math import inf
from typing import TYPE_CHECKING

from crownhead.errors import CrownheadError, EngineError, InvalidPosition, PeerError, PeerGone, PeerMistake
from crownhead.play.clock import Control
from crownhead.play.in_progress import GameInProgress
from crownhead.play.participant import Participant
from crownhead.protocol.dxp.link import LONGEST_MESSAGE, DxpLink
from crownhead.protocol.dxp.messages import (
    Accept,
    BackAnswer,
    BackRequest,
    Chat,
    DxpMessage,
    DxpMove,
    End,
    GameRequest,
    Reason,
)
from crownhead.protocol.dxp.notation import find_move, parse_position, write_move
from crownhead.record.board import Board
from crownhead.rules.colour import BLACK, WHITE

if TYPE_CHECKING:
    from collections.abc import Callable

    from crownhead.engine import Engine
    from crownhead.engine.limit import Limit

PORT = 27531
NAME = "crownhead"
REFUSED = 1


class DxpGame:
    """The conversation with one other program."""

    def __init__(self, link: DxpLink, engine: Engine, limit: Limit | None, *, turned: bool = True) -> None:
        self._link = link
        self._engine = engine
        self._fixed_limit = limit
        self._turned = turned
        self._game: GameInProgress | None = None
        self._thinking: asyncio.Task[None] | None = None

    async def serve(self, idle: float) -> None:
        """Until the other side hangs up or says nothing for `idle` seconds while it could."""
        try:
            while True:
                await self._answer(await self._link.receive(idle))
        except PeerError:
            pass
        finally:
            await self._stop()

    async def _answer(self, message: DxpMessage) -> None:
        match message:
            case GameRequest():
                await self._stop()
                await self._begin(message)
            case DxpMove():
                await self._take(message)
            case End():
                await self._end(message)
            case BackRequest():
                await self._link.send(BackAnswer(REFUSED))
            case _:
                pass

    async def _begin(self, request: GameRequest) -> None:
        try:
            board = Board(parse_position(request.position, turned=self._turned))
        except InvalidPosition as error:
            self._game = None
            await self._link.send(Accept(NAME, REFUSED))
            await self._link.send(Chat(str(error)))
            return
        self._game = _game_of(request, board)
        self._engine.new_game()
        await self._link.send(Accept(NAME))
        self._move_if_ours()

    async def _take(self, moved: DxpMove) -> None:
        if self._game is None or self._game.engine_to_move:
            return
        try:
            self._game.move(find_move(self._game.board.position, moved), time.perf_counter())
        except PeerMistake as error:
            await self._give_up(error)
            return
        self._move_if_ours()

    async def _give_up(self, reason: CrownheadError) -> None:
        """Ends the game with a word."""
        self._game = None
        await self._link.send(Chat(str(reason)))
        await self._link.send(End())

    async def _end(self, end: End) -> None:
        """The end is confirmed, unless it was ours that is being confirmed."""
        await self._stop()
        if self._game is not None:
            self._game = None
            await self._link.send(End(Reason.UNKNOWN))

    def _move_if_ours(self) -> None:
        game = self._game
        if game is not None and game.players[game.turn].is_engine:
            self._thinking = asyncio.create_task(self._think(game))

    async def _think(self, game: GameInProgress) -> None:
        with suppress(PeerGone):  # the one who listens will hear of it
            await self._move(game)

    async def _move(self, game: GameInProgress) -> None:
        if game.outcome is not None:
            self._game = None
            await self._link.send(End(Reason.I_LOSE))
            return
        begin = time.perf_counter()
        game.start(begin)
        try:
            limit = self._fixed_limit or game.limit(begin)
            played = await self._engine.play_async(game.board.copy(), limit)
        except CrownheadError as error:
            await self._give_up(error)
            return
        now = time.perf_counter()
        game.move(played.move, now)
        await self._link.send(write_move(played.move, now - begin))

    async def _stop(self) -> None:
        """A move that is being thought about is not wanted any more."""
        if self._thinking is not None and not self._thinking.done():
            self._thinking.cancel()
            with suppress(asyncio.CancelledError, CrownheadError):
                await self._thinking
        self._thinking = None


def _game_of(request: GameRequest, board: Board) -> GameInProgress:
    """So many minutes for so many moves, or for the whole game if no number of moves is said. It is for the other
    program to say that the time is up or that a draw is claimed."""
    minutes, moves = request.minutes, request.moves
    control = Control(minutes * 60, moves=moves or None, margin=inf) if minutes else None
    engine, other = Participant.engine(control=control), Participant.program(request.name)
    players = {request.follower: engine, request.follower.opponent: other}
    return GameInProgress(players[BLACK], players[WHITE], board, automatic_draws=False)


class DxpServer:
    """Listens, and plays with whoever connects, `most` at a time; when all are busy, it hangs up."""

    def __init__(
        self,
        make_engine: Callable[[], Engine],
        *,
        limit: Limit | None = None,
        idle: float = 3600.0,
        most: int = 4,
        turned: bool = True,
    ) -> None:
        """`limit` is for every move, whatever time a request offers; `idle` is in seconds."""
        self._make_engine = make_engine
        self._limit = limit
        self._idle = idle
        self._turned = turned
        self._most = most
        self._games: set[asyncio.Task[None]] = set()
        self._engines: list[Engine] = []
        """Those that nobody plays with. An engine is large and kept for the next one who connects."""
        self._server: asyncio.Server | None = None

    async def listen(self, host: str = "127.0.0.1", port: int = PORT) -> int:
        """Begins; returns the port, which the system chooses where 0 is asked for."""
        self._server = await asyncio.start_server(self._accept, host, port, limit=LONGEST_MESSAGE)
        chosen: int = self._server.sockets[0].getsockname()[1]
        return chosen

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        for game in self._games:
            game.cancel()
        await asyncio.gather(*self._games, return_exceptions=True)
        while self._engines:
            self._engines.pop().close()

    async def _play(self, link: DxpLink) -> None:
        try:
            engine = self._engines.pop() if self._engines else self._make_engine()
        except EngineError as error:
            with suppress(PeerGone):
                await link.send(Chat(str(error)))
            return
        try:
            await DxpGame(link, engine, self._limit, turned=self._turned).serve(self._idle)
        finally:
            self._engines.append(engine)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        link = DxpLink(reader, writer)
        task = asyncio.current_task()
        assert task is not None
        self._games.add(task)
        try:
            if len(self._games) <= self._most:
                await self._play(link)
        except asyncio.CancelledError:
            pass  # by close(), which waits: asyncio would print it
        finally:
            self._games.discard(task)
            await link.close()
