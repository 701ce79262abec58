"""The situations of tests/play through the rooms of the server: its store, its engine's processes, its messages."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from play.situations import SITUATIONS, Situation, go_through
from web.running import in_its_own_loop

from crownhead import BLACK, Board, Colour
from crownhead.engine.levels import FULL_STRENGTH
from crownhead.errors import CrownheadError
from crownhead.play import GameInProgress
from crownhead.web.live.listener import Listener
from crownhead.web.live.pool import EnginePool
from crownhead.web.live.room import Room
from crownhead.web.live.rooms import Rooms
from crownhead.web.live.seats import Seat
from crownhead.web.messages.game import ClockAsked, NewGame
from crownhead.web.storage.store import Store

ACTIONS = {
    "offers a draw": "draw",
    "accepts": "accept",
    "declines": "decline",
    "undoes": "undo",
    "redoes": "redo",
    "claims": "claim",
    "resigns": "resign",
}


class InRoom:
    """As a browser, or two, are served."""

    def __init__(self, path: Path, pool: EnginePool) -> None:
        self.now = 1000.0
        self._path = path
        self._pool = pool
        self._open()

    def _open(self) -> None:
        self.store = Store(self._path)
        self.rooms = Rooms(self.store, self._pool, lambda: self.now)

    async def begin(self, situation: Situation) -> None:
        clock = situation.clock
        kind = "engine" if situation.engine is not None else situation.table
        asked = NewGame(
            kind=kind,  # type: ignore[arg-type]
            colour="white" if situation.engine == BLACK else "black",
            level=situation.level,
            seconds=1.0 if situation.level == FULL_STRENGTH else 0.05,
            clock=ClockAsked(clock[0] / 60, clock[1]) if clock else None,
            fen=situation.fen,
            moves=situation.start,
        )
        self._apart = kind == "link"
        self._enter((await self.rooms.create(asked, "ann"))[0])

    def _enter(self, room: Room) -> None:
        self.room = room
        listener = Listener("ann", "ann")
        listener.seats = {Seat.BLACK, Seat.WHITE}
        room.join(listener)

    @property
    def game(self) -> GameInProgress:
        return self.room.game

    def _seats(self, colour: Colour) -> set[Seat]:
        """Who sits apart holds one; at one screen both are held, and the side says who acts."""
        return {Seat.of(colour)} if self._apart else {Seat.BLACK, Seat.WHITE}

    async def act(self, colour: Colour, verb: str, move: str) -> bool:
        seats, ply = self._seats(colour), len(self.game.board)
        try:
            if verb == "plays":
                await self.room.move(seats, ply, move)
            elif verb == "offers a draw and plays":
                offer = asyncio.create_task(self.room.act(seats, "draw", str(colour)))
                while self.game.offer is None:
                    await asyncio.sleep(0)
                await self.room.move(seats, ply, move)
                with pytest.raises(CrownheadError, match="no longer open"):
                    await offer
            else:
                await self.room.act(seats, ACTIONS[verb], str(colour))
        except CrownheadError:
            return False
        return True

    async def engine_moves(self) -> None:
        while self.room.is_thinking:
            await asyncio.sleep(0.01)

    async def wait(self, seconds: float) -> None:
        self.now += seconds
        await self.room.check_time()

    async def restart(self) -> None:
        game = self.room.id
        await self.close()
        self.now += 5000
        self._open()
        self._enter(await self.rooms.open(game))
        row, moves = await self.store.game(game)
        outcome = self.game.outcome
        assert (row.result, row.reason) == ((outcome.result, str(outcome.reason)) if outcome else ("*", ""))
        assert Board.of(row.start, [stored.move for stored in moves]).moves == self.game.board.moves
        data = self.room.data()
        assert (data.result, data.reason) == ((outcome.result, outcome.in_words) if outcome else ("*", ""))

    async def close(self) -> None:
        self.rooms.close()
        await self.store.close()


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.name)
def test_in_a_room(situation: Situation, tmp_path: Path) -> None:
    async def run() -> None:
        async with EnginePool(1) as pool:
            door = InRoom(tmp_path / "games.sqlite", pool)
            await door.begin(situation)
            await go_through(door, situation)
            await door.close()

    in_its_own_loop(run())
