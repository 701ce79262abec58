"""The tables in which games are kept, and the settings under which SQLite keeps them safe."""

from __future__ import annotations

import re
import sqlite3
from typing import TYPE_CHECKING

from crownhead.errors import StorageFailed

if TYPE_CHECKING:
    from pathlib import Path

VERSION = 5

TABLES = """
CREATE TABLE IF NOT EXISTS meta (
    key TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS games (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    owner TEXT,                 -- the visitor who made it or brought it
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
    date TEXT NOT NULL DEFAULT '',
    opening TEXT NOT NULL DEFAULT '',
    names TEXT NOT NULL DEFAULT '', -- Black and White in small letters, a line each
    words TEXT NOT NULL DEFAULT '', -- event and opening in small letters, a line each
    hidden REAL NOT NULL DEFAULT 0, -- when it was deleted; 1 while its import is under way
    import INTEGER,             -- the import that brought it
    fingerprint INTEGER,        -- equal for duplicates
    file TEXT,                  -- the PDN file that is the truth
    stamp TEXT,                 -- of that file when it was last read
    indexed INTEGER NOT NULL DEFAULT 0 -- plies of which the positions are in the index, plus one
) STRICT;
CREATE TABLE IF NOT EXISTS texts (
    game INTEGER PRIMARY KEY REFERENCES games (number) ON DELETE CASCADE,
    pdn TEXT NOT NULL           -- of a game that came as PDN
) STRICT;
CREATE TABLE IF NOT EXISTS moves (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL,       -- moves made before it
    move TEXT NOT NULL,         -- the whole path, as 22x15x8
    remaining REAL,             -- seconds on the mover's clock after the move
    book INTEGER NOT NULL DEFAULT 0, -- 1 where the engine knew the move from its opening book
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS holders (
    visitor TEXT NOT NULL,
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat TEXT NOT NULL,         -- whose key the visitor has shown or been given
    PRIMARY KEY (visitor, game, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS invitations (
    game TEXT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    seat TEXT NOT NULL,         -- whose key the first to open the invitation gets
    visitor TEXT                -- who that was
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS positions (
    key INTEGER NOT NULL,       -- Zobrist key of a position of the main line
    game INTEGER NOT NULL,
    PRIMARY KEY (key, game)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS materials (
    code INTEGER NOT NULL,
    game INTEGER NOT NULL,
    PRIMARY KEY (code, game)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS labels (
    visitor TEXT NOT NULL,
    kind TEXT NOT NULL,         -- collection or tag
    name TEXT NOT NULL,
    game INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE,
    PRIMARY KEY (visitor, kind, name, game)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS imports (
    number INTEGER PRIMARY KEY,
    visitor TEXT NOT NULL,
    name TEXT NOT NULL,         -- of the file
    began REAL NOT NULL,
    state TEXT NOT NULL,        -- running, done, undone or failed
    games INTEGER NOT NULL DEFAULT 0,
    duplicates INTEGER NOT NULL DEFAULT 0,
    problems TEXT NOT NULL DEFAULT '[]' -- JSON
) STRICT;
CREATE TABLE IF NOT EXISTS reviews (
    game INTEGER PRIMARY KEY REFERENCES games (number) ON DELETE CASCADE,
    made REAL NOT NULL,
    settings TEXT NOT NULL,     -- how long the engine looked at each position
    engine TEXT NOT NULL,       -- its signature
    found BLOB NOT NULL         -- what it found, compressed
) STRICT;
CREATE TABLE IF NOT EXISTS review_parts (
    game INTEGER NOT NULL REFERENCES reviews (game) ON DELETE CASCADE,
    side TEXT NOT NULL,         -- black or white
    phase TEXT NOT NULL,        -- empty for the whole game
    moves INTEGER NOT NULL,     -- where there was a choice
    faults INTEGER NOT NULL,
    accuracy REAL,              -- 0 to 100
    PRIMARY KEY (game, side, phase)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS faults (
    game INTEGER NOT NULL REFERENCES reviews (game) ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    side TEXT NOT NULL,
    phase TEXT NOT NULL,
    grade TEXT NOT NULL,
    theme TEXT NOT NULL,
    loss REAL NOT NULL,         -- of the expected result, 0 to 1
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS analyses (
    visitor TEXT NOT NULL,
    name TEXT NOT NULL,
    version INTEGER NOT NULL,   -- grows with every change
    changed REAL NOT NULL,
    title TEXT NOT NULL,
    tree TEXT NOT NULL,         -- JSON, as the browser has it
    PRIMARY KEY (visitor, name)
) STRICT;
CREATE INDEX IF NOT EXISTS analyses_by_change ON analyses (visitor, changed);
CREATE INDEX IF NOT EXISTS games_listed
    ON games (owner, hidden, changed, kind, result, plies, date, names, words);
CREATE INDEX IF NOT EXISTS games_by_fingerprint ON games (fingerprint);
CREATE INDEX IF NOT EXISTS games_by_import ON games (import) WHERE import IS NOT NULL;
CREATE INDEX IF NOT EXISTS games_by_file ON games (file) WHERE file IS NOT NULL;
CREATE INDEX IF NOT EXISTS games_unindexed ON games (indexed) WHERE indexed < plies + 1;
CREATE INDEX IF NOT EXISTS holders_by_game ON holders (game);
CREATE INDEX IF NOT EXISTS labels_by_game ON labels (game);
"""

OUTDATED = """
CREATE TRIGGER IF NOT EXISTS outdated_review AFTER UPDATE OF plies, fingerprint ON games
BEGIN DELETE FROM reviews WHERE game = old.number; END
"""
"""A review is of certain moves."""

OWNER = "(SELECT visitor FROM older_holders WHERE game = older_games.id ORDER BY seat = 'watch', visitor)"
OLDER = {
    "games": f"""
INSERT INTO games (id, owner, kind, black, white, start, settings, created, changed, result, reason, plies, event,
    date, opening, names, words)
SELECT id, {OWNER}, kind, black, white, start, settings, created, changed, result, reason, plies, event,
    strftime('%Y.%m.%d', created, 'unixepoch'), opening,
    lower(black || char(10) || white), lower(event || char(10) || opening)
FROM older_games""",
    "moves": "INSERT INTO moves (game, ply, move, remaining) SELECT game, ply, move, remaining FROM older_moves",
    "holders": "INSERT INTO holders SELECT * FROM older_holders",
    "invitations": "INSERT INTO invitations SELECT * FROM older_invitations",
}
OLDER_TEXTS = """
INSERT INTO texts SELECT games.number, older_games.pdn FROM older_games JOIN games USING (id)
WHERE older_games.pdn IS NOT NULL"""
"""How the games of version 2 get into the tables."""

DAMAGED = (sqlite3.Error, UnicodeDecodeError)
"""What a damaged file raises. Names in it may be no text any more, and then Python cannot read SQLite's own message."""
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
        if version != VERSION:
            _bring_up(connection)
    except (*DAMAGED, OSError) as error:
        raise StorageFailed(f"the games in {path} cannot be opened: {error}") from error
    finally:
        if connection is not None:
            connection.close()


def _bring_up(connection: sqlite3.Connection) -> None:
    """Makes the tables, with the games of a file of an older version in them. All of it or nothing."""
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("BEGIN IMMEDIATE")
    older = [name for name in OLDER if _has(connection, name)]
    if older and not _has(connection, "texts"):
        for name in older:
            connection.execute(f"ALTER TABLE {name} RENAME TO older_{name}")
        connection.execute("DROP INDEX IF EXISTS holders_by_game")
        _make(connection)
        for name in older:
            connection.execute(OLDER[name])
        connection.execute(OLDER_TEXTS)
        for name in reversed(older):
            connection.execute(f"DROP TABLE older_{name}")
    else:
        _make(connection)
        if "book" not in [row["name"] for row in connection.execute("PRAGMA table_info(moves)")]:
            connection.execute("ALTER TABLE moves ADD COLUMN book INTEGER NOT NULL DEFAULT 0")
    connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute("COMMIT")


def _make(connection: sqlite3.Connection) -> None:
    for statement in re.sub(r"--.*", "", TABLES).split(";"):
        connection.execute(statement)
    connection.execute(OUTDATED)


def _has(connection: sqlite3.Connection, name: str) -> bool:
    sql = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
    return connection.execute(sql, (name,)).fetchone() is not None
