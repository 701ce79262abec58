"""The tables in which games are kept, and the settings under which SQLite keeps them safe."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from crownhead.errors import StorageFailed

if TYPE_CHECKING:
    from pathlib import Path

VERSION = 2

TABLES = """
CREATE TABLE IF NOT EXISTS meta (
    key TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    black TEXT NOT NULL,
    white TEXT NOT NULL,
    start TEXT NOT NULL,        -- FEN
    settings TEXT NOT NULL,     -- JSON: engine, level, seconds, clock
    created REAL NOT NULL,      -- seconds since 1970, UTC
    changed REAL NOT NULL,
    result TEXT NOT NULL DEFAULT '*',
    reason TEXT NOT NULL DEFAULT '',
    plies INTEGER NOT NULL DEFAULT 0,
    event TEXT NOT NULL DEFAULT '',
    opening TEXT NOT NULL DEFAULT '',
    pdn TEXT                    -- the text of a game that was imported or annotated
) STRICT;
CREATE TABLE IF NOT EXISTS moves (
    game TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
    ply INTEGER NOT NULL,       -- moves made before it
    move TEXT NOT NULL,         -- the whole path, as 22x15x8
    remaining REAL,             -- seconds on the mover's clock after the move
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS holders (
    visitor TEXT NOT NULL,
    game TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
    seat TEXT NOT NULL,         -- whose key the visitor has shown or been given
    PRIMARY KEY (visitor, game, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS invitations (
    game TEXT PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    seat TEXT NOT NULL,         -- whose key the first to open the invitation gets
    visitor TEXT                -- who that was
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS games_by_change ON games (changed);
CREATE INDEX IF NOT EXISTS holders_by_game ON holders (game);
"""

BUSY_WAIT = 5.0
"""Seconds to wait for another process that holds the database."""


def connect(path: Path) -> sqlite3.Connection:
    """A connection for one thread.

    A commit is in the system's hands when it returns: a process that is killed loses nothing. The store makes
    sure, once a second and beside the writing, that it is on the disk. Waiting for the disk at every commit
    (synchronous = FULL) was measured: 5 ms at the median and 21 to 85 for one in a hundred, where this takes
    0.1 and 0.2, and a move is to be acknowledged within 20.
    """
    connection = sqlite3.connect(path, timeout=BUSY_WAIT, isolation_level=None, check_same_thread=False)
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def prepare(path: Path) -> None:
    """Makes the tables where there are none. Raises StorageFailed for a file that is not ours."""
    connection: sqlite3.Connection | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        connection = connect(path)
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > VERSION:
            raise StorageFailed(f"{path} was written by a newer crownhead (version {version} of its tables)")
        connection.executescript(TABLES)
        connection.execute(f"PRAGMA user_version = {VERSION}")
    except (sqlite3.Error, OSError) as error:
        raise StorageFailed(f"the games in {path} cannot be opened: {error}") from error
    finally:
        if connection is not None:
            connection.close()
