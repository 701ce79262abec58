"""The other side of DXP: a program that waits for games is connected to, and a game is offered to it.

>>> from crownhead.protocol.dxp.client import DxpClient
>>> async def one_move(port):
...     client = await DxpClient.connect("127.0.0.1", port)
...     await client.begin(Board(), BLACK)          # it follows with the black pieces, and moves first
...     return await client.receive_move()
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from crownhead.errors import PeerError, PeerGone, PeerLeft, PeerMistake
from crownhead.protocol.closing import ClosingLater
from crownhead.protocol.dxp.link import LONGEST_MESSAGE, DxpLink
from crownhead.protocol.dxp.messages import Accept, BackAnswer, BackRequest, DxpMove, End, GameRequest, Reason
from crownhead.protocol.dxp.notation import find_move, write_move, write_position
from crownhead.protocol.dxp.server import NAME, PORT
from crownhead.record.board import Board
from crownhead.rules.position import Position

if TYPE_CHECKING:
    from crownhead.rules.colour import Colour
    from crownhead.rules.move import Move

PATIENCE = 30.0
"""Seconds to wait for a connection or for the answer to a request."""


class DxpClient(ClosingLater):
    """Made by `connect`. Keeps the board of the game that is being played."""

    def __init__(self, link: DxpLink, *, turned: bool = True) -> None:
        self._link = link
        self._turned = turned
        self.board = Board()
        self.opponent = ""
        """The name that the other program gave itself."""

    @classmethod
    async def connect(
        cls, host: str = "127.0.0.1", port: int = PORT, *, patience: float = PATIENCE, turned: bool = True
    ) -> DxpClient:
        """Raises PeerGone where nobody listens."""
        try:
            async with asyncio.timeout(patience):
                streams = await asyncio.open_connection(host, port, limit=LONGEST_MESSAGE)
        except (OSError, TimeoutError) as error:
            raise PeerGone(f"no program listens at {host}, port {port}: {error or 'no answer'}") from None
        return cls(DxpLink(*streams), turned=turned)

    async def begin(
        self,
        game: Board | Position,
        follower: Colour,
        *,
        minutes: int = 0,
        moves: int = 0,
        patience: float = PATIENCE,
    ) -> None:
        """Offers a game from here on. Raises PeerMistake where it is refused."""
        position = game.position if isinstance(game, Board) else game
        sent = None if position == Position.start() else write_position(position, turned=self._turned)
        await self._link.send(GameRequest(NAME, follower, minutes, moves, sent))
        while not isinstance(answer := await self._link.receive(patience), Accept):
            pass
        if answer.code != 0:
            raise PeerMistake(f"{answer.name} does not accept the game (code {answer.code})")
        self.opponent = answer.name
        self.board = Board(position)

    async def send_move(self, move: Move, seconds: float = 0.0) -> None:
        self.board.push(move)
        await self._link.send(write_move(move, seconds))

    async def receive_move(self, timeout: float | None = None) -> Move:
        """The other program's move, already made on the board. Raises PeerLeft, PeerMistake, PeerSilent."""
        while True:
            match await self._link.receive(timeout):
                case DxpMove() as moved:
                    return self.board.push(find_move(self.board.position, moved))
                case End() as end:
                    raise PeerLeft(str(end.reason))
                case BackRequest():
                    await self._link.send(BackAnswer())

    async def end(self, reason: Reason = Reason.UNKNOWN, *, patience: float = 2.0) -> None:
        """Ends the game, and waits a little for the other side to confirm it."""
        await self._link.send(End(reason))
        with suppress(PeerError):
            while not isinstance(await self._link.receive(patience), End):
                pass

    async def close(self) -> None:
        await self._link.close()
