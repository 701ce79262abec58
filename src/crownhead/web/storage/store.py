"""Games on disk. Every method that changes something returns when the change is safe.

A process that is killed loses nothing that was reported as saved, a power failure the last second.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, cast

import msgspec

from crownhead.errors import StorageFailed, UnknownGame
from crownhead.web.storage import schema
from crownhead.web.storage.readers import Readers
from crownhead.web.storage.writer import Writer

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable
    from pathlib import Path


LARGEST_IN_PUBLIC = 4 << 30
"""Bytes of games that are kept where anybody may bring some."""


class Settings(msgspec.Struct, frozen=True):
    """What a game needs to be taken up again, besides its moves."""

    engine: str | None = None
    level: int | None = None
    seconds: float = 1.0
    clock: float | None = None
    increment: float = 0.0
    given: int = 0
    """Moves that were on the board when the game began, as those of a ballot."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game as it is stored."""

    id: str
    kind: str
    black: str
    white: str
    start: str
    settings: Settings
    result: str = "*"
    reason: str = ""
    plies: int = 0
    created: float = 0.0
    changed: float = 0.0
    event: str = ""
    opening: str = ""
    pdn: str | None = None


@dataclass(frozen=True, slots=True)
class StoredMove:
    move: str
    remaining: float | None


class Store:
    def __init__(self, path: Path, largest: int | None = None) -> None:
        """With `largest`, no game is added to a file of so many bytes; what is played goes on."""
        schema.prepare(path)
        self.path = path
        self._largest = largest
        self._writer = Writer(path)
        self._readers = Readers(path)
        self.write = self._writer.write
        self.read = self._readers.read

    async def close(self) -> None:
        """After everything that was asked for is written."""
        await self._writer.close()
        self._readers.close()

    # -- games -------------------------------------------------------------------------------------

    async def secret(self, candidate: bytes) -> bytes:
        """The server's own secret: the one that is kept, or the candidate, which is kept from now on."""

        def work(db: sqlite3.Connection) -> bytes:
            db.execute("INSERT OR IGNORE INTO meta VALUES ('secret', ?)", (candidate,))
            return cast("bytes", db.execute("SELECT value FROM meta WHERE key = 'secret'").fetchone()[0])

        return await self.write(work)

    async def add_game(
        self, row: GameRow, moves: list[str], visitor: str, seats: Iterable[str], invited: str | None = None
    ) -> None:
        """The visitor holds some seats; one may be for whoever opens the invitation first."""

        def work(db: sqlite3.Connection) -> None:
            self._expect_space(db)
            insert_game(db, row, moves, visitor, seats)
            if invited is not None:
                db.execute("INSERT INTO invitations VALUES (?, ?, NULL)", (row.id, invited))

        await self.write(work)

    async def add_games(self, rows: list[tuple[GameRow, list[str]]], visitor: str) -> None:
        """All of them or none."""

        def work(db: sqlite3.Connection) -> None:
            self._expect_space(db)
            for row, moves in rows:
                insert_game(db, row, moves, visitor, ("watch",))

        await self.write(work)

    def _expect_space(self, db: sqlite3.Connection) -> None:
        if self._largest is None:
            return
        pages, free, size = (
            db.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("page_count", "freelist_count", "page_size")
        )
        if (pages - free) * size >= self._largest:
            raise StorageFailed("there is no room for more games here: delete some, or play on in others")

    async def add_holder(self, game: str, visitor: str, seats: Iterable[str]) -> None:
        """Remembers that a visitor has shown the keys of these seats."""
        rows = [(visitor, game, seat) for seat in seats]

        def work(db: sqlite3.Connection) -> None:
            if db.execute("SELECT 1 FROM games WHERE id = ?", (game,)).fetchone() is None:
                raise UnknownGame("the game was deleted")
            db.executemany("INSERT OR IGNORE INTO holders VALUES (?, ?, ?)", rows)

        await self.write(work)

    async def accept_invitation(self, game: str, visitor: str) -> str | None:
        """The seat that the visitor has from now on, or None if another was earlier."""
        mine = "game = ? AND (visitor IS NULL OR visitor = ?)"

        def work(db: sqlite3.Connection) -> str | None:
            sql = f"UPDATE invitations SET visitor = ? WHERE {mine} RETURNING seat"
            for row in db.execute(sql, (visitor, game, visitor)).fetchall():
                db.execute("INSERT OR IGNORE INTO holders VALUES (?, ?, ?)", (visitor, game, row["seat"]))
                return cast("str", row["seat"])
            return None

        return await self.write(work)

    async def is_inviting(self, game: str) -> bool:
        sql = "SELECT 1 FROM invitations WHERE game = ? AND visitor IS NULL"
        return await self.read(lambda db: db.execute(sql, (game,)).fetchone() is not None)

    async def add_move(
        self,
        game: str,
        ply: int,
        move: str,
        remaining: float | None,
        result: str = "*",
        reason: str = "",
        opening: str | None = None,
    ) -> None:
        """A move and, if it ended the game, the result. A second move at the same ply is refused."""

        def work(db: sqlite3.Connection) -> None:
            _update(db, game, ply + 1, result, reason)
            db.execute("INSERT INTO moves VALUES (?, ?, ?, ?)", (game, ply, move, remaining))
            if opening is not None:
                db.execute("UPDATE games SET opening = ? WHERE id = ?", (opening, game))

        await self.write(work)

    async def take_back(self, game: str, plies: int) -> None:
        """The game has so many moves, no more."""

        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM moves WHERE game = ? AND ply >= ?", (game, plies))
            _update(db, game, plies, "*", "")

        await self.write(work)

    async def finish(self, game: str, plies: int, result: str, reason: str) -> None:
        await self.write(lambda db: _update(db, game, plies, result, reason))

    async def release(self, game: str, visitor: str) -> bool:
        """Takes a game out of a visitor's library. Whether others still hold it."""

        def work(db: sqlite3.Connection) -> bool:
            held = db.execute("DELETE FROM holders WHERE game = ? AND visitor = ?", (game, visitor)).rowcount
            if not held:
                raise UnknownGame("there is no such game in your library")
            return db.execute("SELECT 1 FROM holders WHERE game = ?", (game,)).fetchone() is not None

        return await self.write(work)

    async def delete_unheld(self, game: str) -> bool:
        """Deletes a game that is in nobody's library. Whether it was one."""
        unheld = "NOT EXISTS (SELECT 1 FROM holders WHERE game = games.id)"
        sql = f"DELETE FROM games WHERE id = ? AND {unheld}"
        return await self.write(lambda db: bool(db.execute(sql, (game,)).rowcount))

    async def game(self, game: str) -> tuple[GameRow, list[StoredMove]]:
        return await self.read(partial(_game, game=game))

    async def seats_held(self, game: str, visitor: str) -> set[str]:
        sql = "SELECT seat FROM holders WHERE game = ? AND visitor = ?"
        return await self.read(lambda db: {row["seat"] for row in db.execute(sql, (game, visitor))})


def insert_game(
    db: sqlite3.Connection, row: GameRow, moves: list[str], visitor: str, seats: Iterable[str]
) -> None:
    now = time.time()
    settings = msgspec.json.encode(row.settings).decode()
    db.execute(
        "INSERT INTO games (id, kind, black, white, start, settings, created, changed, result, reason, plies,"
        " event, opening, pdn) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (row.id, row.kind, row.black, row.white, row.start, settings, row.created or now, now, row.result,
         row.reason, len(moves), row.event, row.opening, row.pdn),
    )  # fmt: skip
    numbered = [(row.id, ply, move, None) for ply, move in enumerate(moves)]
    db.executemany("INSERT INTO moves VALUES (?, ?, ?, ?)", numbered)
    db.executemany("INSERT INTO holders VALUES (?, ?, ?)", [(visitor, row.id, seat) for seat in seats])


def _update(db: sqlite3.Connection, game: str, plies: int, result: str, reason: str) -> None:
    sql = "UPDATE games SET changed = ?, plies = ?, result = ?, reason = ? WHERE id = ?"
    if not db.execute(sql, (time.time(), plies, result, reason, game)).rowcount:
        raise UnknownGame("the game was deleted")


def _game(db: sqlite3.Connection, game: str) -> tuple[GameRow, list[StoredMove]]:
    row = db.execute("SELECT * FROM games WHERE id = ?", (game,)).fetchone()
    if row is None:
        raise UnknownGame("there is no such game")
    moves = db.execute("SELECT move, remaining FROM moves WHERE game = ? ORDER BY ply", (game,))
    return row_of(row), [StoredMove(*move) for move in moves]


def row_of(row: sqlite3.Row) -> GameRow:
    values = {key: row[key] for key in row.keys()}  # noqa: SIM118 - a Row is no dict
    try:
        settings = msgspec.json.decode(row["settings"], type=Settings)
    except msgspec.DecodeError as error:
        raise StorageFailed(f"the settings of a game are damaged: {error}") from error
    return GameRow(**{**values, "settings": settings})
