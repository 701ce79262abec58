"""A Hub engine for code that is not asynchronous: a player, an engine, a contender in matches."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from crownhead.engine.limit import Limit
from crownhead.protocol.closing import Closing
from crownhead.protocol.hub.client import PATIENCE, HubClient

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crownhead.engine.info import Played
    from crownhead.engine.score import Score
    from crownhead.record.board import Board
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position


class HubPlayer(Closing):
    """The methods of HubClient, each of which waits until it is done. Not to be used inside an event loop."""

    def __init__(
        self,
        command: Sequence[str],
        parameters: Mapping[str, object] | None = None,
        *,
        limit: Limit | None = None,
        patience: float = PATIENCE,
    ) -> None:
        """`limit` is for `choose`, which is told none; a second a move unless given."""
        self._limit = limit or Limit(time=1.0)
        self._runner = asyncio.Runner()
        try:
            self._client = self._runner.run(HubClient.launch(command, parameters, patience=patience))
        except BaseException:
            self._runner.close()
            raise

    @property
    def name(self) -> str:
        return self._client.name

    def choose(self, board: Board) -> Move:
        return self.play(board, self._limit).move

    def play(self, game: Board | Position, limit: Limit) -> Played:
        return self._runner.run(self._client.play(game, limit))

    def decide(self, board: Board, limit: Limit) -> tuple[Move, Score | None]:
        """An engine that said nothing of the position has no opinion of it."""
        played = self.play(board, limit)
        return played.move, played.score if played.depth or played.nodes else None

    def new_game(self) -> None:
        self._runner.run(self._client.new_game())

    def cpu_seconds(self) -> float:
        return self._client.cpu_seconds()

    def close(self) -> None:
        self._runner.run(self._end())
        self._runner.close()

    async def _end(self) -> None:
        """A search that a signal has left in the middle still waits for the engine's next line."""
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        await self._client.close()
