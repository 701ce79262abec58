"""Games on disk: what was reported as saved is there, whatever happens to the process or the disk."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest
from web.running import PATIENCE, Server, in_its_own_loop

from crownhead.errors import StorageFailed, UnknownGame
from crownhead.web.storage import schema
from crownhead.web.storage.store import GameRow, Settings, Store

GAME = "0123456789abcdef"


def row(name: str = GAME) -> GameRow:
    return GameRow(name, "screen", "Ann", "Bob", "B:W21:B1", Settings())


def with_store(path: Path, work: Callable[[Store], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        store = Store(path)
        try:
            await work(store)
        finally:
            await store.close()

    in_its_own_loop(run())


def test_a_game_comes_back_as_it_was(tmp_path: Path) -> None:
    async def write(store: Store) -> None:
        await store.add_game(row(), ["11-15"], "ann", ["black"])
        await store.add_move(GAME, 1, "22-18", 59.5)
        await store.add_move(GAME, 2, "15x22", None, "1-0", "Black wins")

    async def read(store: Store) -> None:
        game, moves = await store.game(GAME)
        assert [m.move for m in moves] == ["11-15", "22-18", "15x22"]
        assert moves[1].remaining == 59.5
        assert (game.result, game.plies, game.reason) == ("1-0", 3, "Black wins")
        assert await store.seats_held(GAME, "ann") == {"black"}
        assert await store.seats_held(GAME, "bob") == set()

    with_store(tmp_path / "games.sqlite", write)
    with_store(tmp_path / "games.sqlite", read)


def test_a_second_move_at_the_same_ply_is_refused_alone(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await store.add_game(row(), [], "ann", ["black"])
        results = await asyncio.gather(
            store.add_move(GAME, 0, "11-15", None),
            store.add_move(GAME, 0, "12-16", None),
            store.add_move(GAME, 1, "22-18", None),
            return_exceptions=True,
        )
        assert results[0] is None
        assert isinstance(results[1], StorageFailed)
        assert results[2] is None
        _, moves = await store.game(GAME)
        assert [m.move for m in moves] == ["11-15", "22-18"]

    with_store(tmp_path / "games.sqlite", work)


def test_a_locked_database_gives_a_message_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "BUSY_WAIT", 0.1)

    async def work(store: Store) -> None:
        await store.add_game(row(), [], "ann", ["black"])
        thief = sqlite3.connect(store.path, isolation_level=None)
        thief.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageFailed, match="locked"):
            await store.add_move(GAME, 0, "11-15", None)
        thief.execute("ROLLBACK")
        thief.close()
        await store.add_move(GAME, 0, "11-15", None)
        _, moves = await store.game(GAME)
        assert [m.move for m in moves] == ["11-15"]

    with_store(tmp_path / "games.sqlite", work)


def test_a_full_disk_gives_a_message_and_loses_nothing(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await store.add_game(row(), [], "ann", ["black"])
        pages = await store.write(lambda db: db.execute("PRAGMA page_count").fetchone()[0])
        await store.write(lambda db: db.execute(f"PRAGMA max_page_count = {pages}"))
        with pytest.raises(StorageFailed, match="full"):
            await store.add_games([(row(f"{n:016x}"), ["11-15"] * 50) for n in range(1000)], "ann")
        await store.write(lambda db: db.execute("PRAGMA max_page_count = 1000000"))
        await store.add_move(GAME, 0, "11-15", None)
        assert len((await store.game(GAME))[1]) == 1

    with_store(tmp_path / "games.sqlite", work)


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    path.write_text("this is not a database, and it is long enough to be sure" * 20)
    with pytest.raises(StorageFailed, match=r"games\.sqlite"):
        Store(path)


def test_an_unknown_game(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        with pytest.raises(UnknownGame):
            await store.game(GAME)
        with pytest.raises(UnknownGame):
            await store.add_move(GAME, 0, "11-15", None)

    with_store(tmp_path / "games.sqlite", work)


def test_no_acknowledged_move_is_lost_by_kill(new_server: Any) -> None:
    """Moves are made as fast as they are answered; the server is killed in between, three times."""
    server = new_server()
    with httpx.Client(timeout=PATIENCE) as client:
        _play_and_kill(server, client)


def _play_and_kill(server: Server, client: httpx.Client) -> None:
    made = client.post(f"{server.url}/api/games", json={"kind": "screen"}).json()
    game, seats = made["game"]["id"], made["seats"]
    ply = 0
    for _ in range(3):
        for _ in range(10):
            legal = made["game"]["position"]["moves"]
            side = made["game"]["position"]["turn"]
            said = client.post(
                f"{server.url}/api/games/{game}/moves",
                json={"ply": ply, "move": legal[0]["text"]},
                headers={"Authorization": f"Bearer {seats[side]}"},
            )
            assert said.status_code == 200, said.text
            made["game"] = said.json()
            ply += 1
        server.kill()
        server.start()
        kept = client.get(f"{server.url}/api/games/{game}").json()
        assert kept["game"]["plies"] == made["game"]["plies"]
        assert kept["seats"] == seats, "the links still open the same seats"
