"""Games on disk: what was reported as saved is there, whatever happens to the process or the disk."""

from __future__ import annotations

import asyncio
import random
import re
import shutil
import sqlite3
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest
from web.running import PATIENCE, Server, in_its_own_loop

from crownhead.errors import StorageFailed, UnknownGame
from crownhead.record.library import schema
from crownhead.record.library.row import GameRow, Settings, insert_game
from crownhead.web.storage import readers, settler
from crownhead.web.storage.store import Store

GAME = "0123456789abcdef"


def row(name: str = GAME) -> GameRow:
    return GameRow(name, "screen", "Ann", "Bob", "B:W21:B1", Settings())


def add_many(db: sqlite3.Connection) -> None:
    for number in range(1000):
        insert_game(db, row(f"{number:016x}"), ["11-15"] * 50, "ann", [])


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
        assert await store.seats_held(GAME, "ann") == {"black", "watch"}
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
            await store.write(add_many)
        await store.write(lambda db: db.execute("PRAGMA max_page_count = 1000000"))
        await store.add_move(GAME, 0, "11-15", None)
        assert len((await store.game(GAME))[1]) == 1

    with_store(tmp_path / "games.sqlite", work)


def test_a_database_that_fails_altogether_fails_for_those_who_ask_then(tmp_path: Path) -> None:
    """Not even to roll back is possible on a connection that is gone; the next change is saved all the same."""

    async def work(store: Store) -> None:
        await store.add_game(row(), [], "ann", ["black"])
        outcomes = await asyncio.gather(
            store.write(lambda db: db.close()),
            store.add_move(GAME, 0, "11-15", None),
            return_exceptions=True,
        )
        assert all(isinstance(outcome, StorageFailed) for outcome in outcomes)
        await store.add_move(GAME, 0, "12-16", None)
        assert [m.move for m in (await store.game(GAME))[1]] == ["12-16"]
        with pytest.raises(StorageFailed):
            await store.read(lambda db: db.execute("SELECT nonsense"))
        assert len((await store.game(GAME))[1]) == 1

    with_store(tmp_path / "games.sqlite", work)


def test_what_a_reader_held_up_comes_to_the_disk_later(tmp_path: Path) -> None:
    """The log was not brought over while somebody read; it must not wait for the next move to be tried again."""

    def on_disk_alone(path: Path) -> int:
        alone = tmp_path / "copy.sqlite"
        shutil.copyfile(path, alone)
        copy = sqlite3.connect(alone)
        count: int = copy.execute("SELECT count(*) FROM moves").fetchone()[0]
        copy.close()
        return count

    async def work(store: Store) -> None:
        await store.add_game(row(), [], "ann", ["black"])
        await asyncio.sleep(2.5 * settler.SETTLE_SECONDS)
        reader = sqlite3.connect(store.path, isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM games").fetchall()
        await store.add_move(GAME, 0, "11-15", None)
        await asyncio.sleep(2.5 * settler.SETTLE_SECONDS)
        assert on_disk_alone(store.path) == 0
        reader.execute("ROLLBACK")
        reader.close()
        for _ in range(600):
            if on_disk_alone(store.path):
                return
            await asyncio.sleep(0.1)
        raise AssertionError("it was forgotten")

    with_store(tmp_path / "games.sqlite", work)


def test_a_long_search_does_not_hold_up_who_opens_a_game(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await store.add_game(row(), ["11-15"], "ann", ["black"])
        go_on = threading.Event()
        search = asyncio.create_task(store.read(lambda db: go_on.wait()))
        assert len((await store.game(GAME))[1]) == 1
        assert not search.done()
        go_on.set()
        await search

    with_store(tmp_path / "games.sqlite", work)


def test_an_endless_search_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readers, "LONGEST_READ", 0.3)
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n"

    async def work(store: Store) -> None:
        with pytest.raises(StorageFailed, match="interrupted"):
            await store.read(lambda db: db.execute(endless).fetchall())

    with_store(tmp_path / "games.sqlite", work)


def test_a_store_that_is_closed_says_so(tmp_path: Path) -> None:
    async def run() -> None:
        store = Store(tmp_path / "games.sqlite")
        await store.close()
        with pytest.raises(StorageFailed, match="stopped"):
            await store.add_game(row(), [], "ann", ["black"])
        with pytest.raises(StorageFailed, match="stopped"):
            await store.game(GAME)

    in_its_own_loop(run())


@pytest.mark.parametrize("seed", range(6))
def test_damaged_pages_give_messages_and_no_tracebacks(tmp_path: Path, seed: int) -> None:
    """Bytes of a database with games are overwritten; the server starts or says why not, and answers."""
    server = Server(tmp_path).start()
    with httpx.Client(timeout=PATIENCE, base_url=server.url) as client:
        games = [client.post("/api/games", json={"kind": "screen"}).json() for _ in range(60)]
    server.stop()
    chance = random.Random(seed)
    with (tmp_path / "games.sqlite").open("r+b") as file:
        size = file.seek(0, 2)
        for _ in range(1 + seed * 4):
            file.seek(chance.randrange(4096 if seed else 100, size))
            file.write(chance.randbytes(60))
    try:
        server.start()
    except AssertionError as told:
        assert re.search("cannot be (opened|saved|read)", str(told))
        assert "Traceback" not in str(told)
        return
    with httpx.Client(timeout=PATIENCE, base_url=server.url) as client:
        for made in games:
            game = made["game"]["id"]
            moves = client.post(
                f"/api/games/{game}/moves",
                json={"ply": 0, "move": "11-15"},
                headers={"Authorization": f"Bearer {made['seats']['black']}"},
            )
            answers = [moves, client.get(f"/api/games/{game}"), client.get(f"/api/games/{game}/pdn")]
            assert all(answer.status_code in (200, 403, 404, 503) for answer in answers), answers
        client.get("/api/library")
        client.get("/api/library.pdn")
    server.stop()
    assert "Traceback" not in server.log


def test_no_game_is_added_to_a_full_store_but_moves_are(tmp_path: Path) -> None:
    async def run() -> None:
        store = Store(tmp_path / "games.sqlite", largest=200 << 10)
        await store.add_game(row(), [], "ann", ["black"])
        many = [store.add_game(row(f"{n:016x}"), ["11-15"] * 200, "ann", []) for n in range(1000)]
        outcomes = await asyncio.gather(*many, return_exceptions=True)
        assert outcomes[0] is None
        assert isinstance(outcomes[-1], StorageFailed)
        await store.add_move(GAME, 0, "11-15", None)
        assert len((await store.game(GAME))[1]) == 1
        await store.close()

    in_its_own_loop(run())


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
