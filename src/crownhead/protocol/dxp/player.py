"""A DXP program as a player: it listens somewhere, and a game is offered to it for each game of a match."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from crownhead.errors import PeerError
from crownhead.protocol.closing import Closing
from crownhead.protocol.dxp.client import DxpClient
from crownhead.protocol.dxp.server import PORT

if TYPE_CHECKING:
    from crownhead.engine.limit import Limit
    from crownhead.engine.score import Score
    from crownhead.record.board import Board
    from crownhead.rules.move import Move

PATIENCE = 600.0
"""Seconds to wait for a move: the protocol has no limit for one move, and no way to ask for haste."""


class DxpPlayer(Closing):
    """Waits until each move is there. Not to be used inside an event loop.

    The program plays at a pace of its own, or by the minutes that it is offered for a game.
    """

    def __init__(
        self,
        host: str = "127.0.0.1",
        port: int = PORT,
        *,
        minutes: int = 0,
        patience: float = PATIENCE,
        turned: bool = True,
    ) -> None:
        """Connects for each game. `turned` is how positions are sent, as `DxpClient` has it."""
        self._host, self._port = host, port
        self._minutes = minutes
        self._patience = patience
        self._turned = turned
        self._runner = asyncio.Runner()
        self._client: DxpClient | None = None

    def choose(self, board: Board) -> Move:
        """Raises PeerError where the program cannot go on."""
        return self._runner.run(self._move(board))

    def decide(self, board: Board, limit: Limit) -> tuple[Move, Score | None]:
        return self.choose(board), None

    def new_game(self) -> None:
        self._runner.run(self._leave())

    def cpu_seconds(self) -> float:
        """Not known: the program may be on another machine."""
        return 0.0

    def close(self) -> None:
        self._runner.run(self._leave())
        self._runner.close()

    async def _move(self, board: Board) -> Move:
        if self._client is None or not self._follows(self._client.board, board):
            await self._begin(board)
        else:
            await self._client.send_move(board.moves[-1])
        assert self._client is not None
        return await self._client.receive_move(self._patience)

    @staticmethod
    def _follows(known: Board, board: Board) -> bool:
        """Whether the program lacks just the last move."""
        return board.history[-2:-1] == [known.position]

    async def _begin(self, board: Board) -> None:
        await self._leave()
        self._client = await DxpClient.connect(self._host, self._port, turned=self._turned)
        await self._client.begin(board.position, board.turn, minutes=self._minutes)

    async def _leave(self) -> None:
        if self._client is None:
            return
        client, self._client = self._client, None
        with suppress(PeerError):
            await client.end()
        await client.close()
