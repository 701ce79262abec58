"""Games on disk. Every method that changes something returns when the change is safe.

A process that is killed loses nothing that was reported as saved, a power failure the last second.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, cast

from crownhead.errors import GameInUse, StorageFailed, UnknownGame
from crownhead.record.library import schema
from crownhead.record.library.row import insert_game, read_game
from crownhead.record.library.shelf import outdated, take_in
from crownhead.web.storage.readers import Readers
from crownhead.web.storage.writer import Writer

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable
    from pathlib import Path

    from crownhead.record.library.row import GameRow, StoredMove


LARGEST_IN_PUBLIC = 4 << 30
"""Bytes of games that are kept where anybody may bring some."""


class Store:
    def __init__(self, path: Path, largest: int | None = None, shelf: Path | None = None) -> None:
        """With `largest`, no game is added to a file of so many bytes; what is played goes on. `shelf` is where the
        terminal keeps its games."""
        schema.prepare(path)
        self._shelf = shelf
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
            self.expect_space(db)
            insert_game(db, row, moves, visitor, seats)
            if invited is not None:
                db.execute("INSERT INTO invitations VALUES (?, ?, NULL)", (row.id, invited))

        await self.write(work)

    def expect_space(self, db: sqlite3.Connection) -> None:
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

    async def rename(self, game: str, side: str, name: str) -> None:
        """A player's name; the side is black or white."""
        column = {"black": "black", "white": "white"}[side]

        def work(db: sqlite3.Connection) -> None:
            sql = f"UPDATE games SET {column} = ? WHERE id = ? RETURNING black, white"
            for black, white in db.execute(sql, (name, game)).fetchall():
                names = f"{black}\n{white}".casefold()
                db.execute("UPDATE games SET names = ? WHERE id = ?", (names, game))

        await self.write(work)

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
        from_book: bool = False,
    ) -> None:
        """A move and, if it ended the game, the result. A second move at the same ply is refused."""

        def work(db: sqlite3.Connection) -> None:
            _update(db, game, ply + 1, result, reason)
            made = (game, ply, move, remaining, from_book)
            db.execute("INSERT INTO moves (game, ply, move, remaining, book) VALUES (?, ?, ?, ?, ?)", made)
            if opening is not None:
                db.execute(
                    "UPDATE games SET opening = ?, words = lower(event || char(10) || ?) WHERE id = ?",
                    (opening, opening, game),
                )

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
        """Takes a game out of a visitor's library: the maker's can be brought back. Whether others still hold it."""

        def work(db: sqlite3.Connection) -> bool:
            hide = "UPDATE games SET hidden = ? WHERE id = ? AND owner = ? AND hidden = 0"
            if not db.execute(hide, (time.time(), game, visitor)).rowcount:
                leave = "DELETE FROM holders WHERE game = ? AND visitor = ?"
                owned = "SELECT 1 FROM games WHERE id = ? AND owner = ?"
                if (
                    db.execute(owned, (game, visitor)).fetchone()
                    or not db.execute(leave, (game, visitor)).rowcount
                ):
                    raise UnknownGame("there is no such game in your library")
            others = "SELECT 1 FROM holders WHERE game = ? AND visitor <> ?"
            return db.execute(others, (game, visitor)).fetchone() is not None

        return await self.write(work)

    async def game(self, game: str) -> tuple[GameRow, list[StoredMove]]:
        return await self.read(lambda db: read_game(db, game))

    async def seats_held(self, game: str, visitor: str) -> set[str]:
        """Whoever brought a game may watch it."""
        sql = "SELECT seat FROM holders WHERE game = ? AND visitor = ?"
        owned = "SELECT hidden FROM games WHERE id = ? AND owner = ?"

        def work(db: sqlite3.Connection) -> set[str]:
            mine = db.execute(owned, (game, visitor)).fetchone()
            if mine and mine["hidden"]:
                return set()
            watching = {"watch"} if mine else set()
            return watching | {row["seat"] for row in db.execute(sql, (game, visitor))}

        return await self.read(work)

    # -- games of the terminal ---------------------------------------------------------------------

    async def refresh(self) -> None:
        """Takes in what terminals have played since. Cheap where nothing has changed."""
        if self._shelf is None:
            return
        shelf = self._shelf
        if files := await self.read(lambda db: outdated(db, shelf)):
            await self.write(lambda db: take_in(db, shelf, files))

    def file_of(self, row: GameRow) -> Path | None:
        return None if row.file is None or self._shelf is None else self._shelf / row.file


def _update(db: sqlite3.Connection, game: str, plies: int, result: str, reason: str) -> None:
    """Only of a game that no terminal has taken up since."""
    sql = (
        "UPDATE games SET changed = ?, plies = ?, result = ?, reason = ?, indexed = 0 "
        "WHERE id = ? AND file IS NULL RETURNING hidden"
    )
    if db.execute(sql, (time.time(), plies, result, reason, game)).fetchone() is None:
        if db.execute("SELECT 1 FROM games WHERE id = ?", (game,)).fetchone():
            raise GameInUse("this game goes on in a terminal now")
        raise UnknownGame("the game was deleted")
