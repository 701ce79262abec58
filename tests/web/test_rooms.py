"""Games in progress: one room for each, whoever comes and goes."""

from __future__ import annotations

import asyncio
import contextlib
import gc
from pathlib import Path

import pytest
from web.running import in_its_own_loop

from crownhead.errors import TooLarge, TooMuch
from crownhead.record.library.row import GameRow, Settings, StoredMove
from crownhead.web.live import listener as listener_module
from crownhead.web.live import rooms as rooms_module
from crownhead.web.live.listener import Listener
from crownhead.web.live.pool import EnginePool
from crownhead.web.live.rooms import Rooms
from crownhead.web.messages.game import NewGame
from crownhead.web.storage.store import Store


async def stored_game(store: Store, pool: EnginePool) -> str:
    room, _ = await Rooms(store, pool).create(NewGame(kind="screen"), "ann")
    return room.id


class CountingStore(Store):
    read_from_disk = 0

    async def game(self, game: str) -> tuple[GameRow, list[StoredMove]]:
        self.read_from_disk += 1
        return await super().game(game)


def test_one_who_leaves_at_the_door_does_not_make_a_second_room(tmp_path: Path) -> None:
    async def run() -> None:
        store, pool = CountingStore(tmp_path / "games.sqlite"), EnginePool(1)
        game, rooms = await stored_game(store, pool), Rooms(store, pool)
        first = asyncio.create_task(rooms.open(game))
        await asyncio.sleep(0)
        first.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await first
        second, third = await asyncio.gather(rooms.open(game), rooms.open(game))
        assert second is third
        assert store.read_from_disk == 1
        await store.close()

    in_its_own_loop(run())


def test_a_game_that_is_refused_is_not_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A room where nobody is makes place; one with somebody in it does not."""
    monkeypatch.setattr(rooms_module, "MOST_ROOMS", 1)

    async def run() -> None:
        store, pool = Store(tmp_path / "games.sqlite"), EnginePool(1)
        rooms = Rooms(store, pool)
        await rooms.create(NewGame(kind="screen"), "ann")
        busy, _ = await rooms.create(NewGame(kind="screen"), "ann")
        busy.join(Listener("ann", "here"))
        with pytest.raises(TooMuch):
            await rooms.create(NewGame(kind="screen"), "bob")
        stored = await store.read(lambda db: db.execute("SELECT count(*) FROM games").fetchone()[0])
        assert stored == 2
        await store.close()

    in_its_own_loop(run())


def test_a_room_that_somebody_has_at_hand_is_the_only_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms_module, "IDLE_SECONDS", -1.0)
    monkeypatch.setattr(rooms_module, "SWEEP_SECONDS", 0.01)

    async def run() -> None:
        store, pool = Store(tmp_path / "games.sqlite"), EnginePool(1)
        rooms = Rooms(store, pool)
        sweeping = asyncio.create_task(rooms.sweep())
        held, _ = await rooms.create(NewGame(kind="screen"), "ann")
        game = held.id
        await asyncio.sleep(0.1)
        assert await rooms.open(game) is held
        await asyncio.sleep(0.1)
        del held
        gc.collect()
        assert len(rooms) == 0, "what nobody has is let go"
        sweeping.cancel()
        await store.close()

    in_its_own_loop(run())


def test_one_who_does_not_listen_keeps_little_waiting() -> None:
    """Large messages are bounded by their bytes, small ones by their number; then comes the end."""

    async def run() -> None:
        for size in (200_000, 10):
            listener, heard = Listener("ann", "here"), 0
            for _ in range(1_000):
                listener.send_bytes(b"x" * size)
            while (data := await listener.next_to_send()) is not None:
                heard += len(data)
            assert 0 < heard <= min(listener_module.MOST_UNSENT_BYTES, listener_module.MOST_UNSENT * size)

    in_its_own_loop(run())


def test_a_game_that_was_stored_too_long_is_not_opened(tmp_path: Path) -> None:
    async def run() -> None:
        store, pool = Store(tmp_path / "games.sqlite"), EnginePool(1)
        there_and_back = ["1-6", "32-27", "6-1", "27-32"] * 500
        row = GameRow("0" * 16, "imported", "A", "B", "B:WK32:BK1", Settings())
        await store.add_game(row, there_and_back, "ann", ["watch"])
        with pytest.raises(TooLarge, match="2000 moves"):
            await Rooms(store, pool).open(row.id)
        await store.close()

    in_its_own_loop(run())
