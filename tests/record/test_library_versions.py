"""A library of an older crownhead opens with all of its games in it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from crownhead.errors import StorageFailed
from crownhead.record.library import schema
from crownhead.record.library.row import read_game
from crownhead.record.library.search import Search, find, index, unindexed
from crownhead.rules.position import Position

VERSION_2 = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE games (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, black TEXT NOT NULL, white TEXT NOT NULL, start TEXT NOT NULL,
    settings TEXT NOT NULL, created REAL NOT NULL, changed REAL NOT NULL, result TEXT NOT NULL DEFAULT '*',
    reason TEXT NOT NULL DEFAULT '', plies INTEGER NOT NULL DEFAULT 0, event TEXT NOT NULL DEFAULT '',
    opening TEXT NOT NULL DEFAULT '', pdn TEXT
) STRICT;
CREATE TABLE moves (
    game TEXT NOT NULL REFERENCES games ON DELETE CASCADE, ply INTEGER NOT NULL, move TEXT NOT NULL, remaining REAL,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
CREATE TABLE holders (
    visitor TEXT NOT NULL, game TEXT NOT NULL REFERENCES games ON DELETE CASCADE, seat TEXT NOT NULL,
    PRIMARY KEY (visitor, game, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE invitations (
    game TEXT PRIMARY KEY REFERENCES games ON DELETE CASCADE, seat TEXT NOT NULL, visitor TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX games_by_change ON games (changed);
CREATE INDEX holders_by_game ON holders (game);
PRAGMA user_version = 2;
"""
START = Position.start().fen


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "games.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(VERSION_2)
        db.execute("INSERT INTO meta VALUES ('secret', x'00')")
        played = ("a" * 16, "screen", "Ann", "Bob", START, "{}", 1.0, 2.0, "*", "", 2, "Club", "", None)
        brought = (
            "b" * 16,
            "imported",
            "Cy",
            "Di",
            START,
            "{}",
            1.0,
            3.0,
            "1-0",
            "",
            1,
            "",
            "",
            "1. 9-13 1-0",
        )
        db.executemany(f"INSERT INTO games VALUES ({', '.join('?' * 14)})", [played, brought])
        moves = [("a" * 16, 0, "11-15", None), ("a" * 16, 1, "23-19", 50.0), ("b" * 16, 0, "9-13", None)]
        db.executemany("INSERT INTO moves VALUES (?, ?, ?, ?)", moves)
        seats = [("local", "a" * 16, "black"), ("guest", "a" * 16, "watch"), ("local", "b" * 16, "watch")]
        db.executemany("INSERT INTO holders VALUES (?, ?, ?)", seats)
        db.commit()
    return path


def test_games_moves_and_holders_are_all_there(path: Path) -> None:
    schema.prepare(path)
    schema.prepare(path)  # a second time changes nothing
    with closing(schema.connect(path)) as db:
        total, rows = find(db, "local", Search())
        assert (total, [row.black for row in rows]) == (2, ["Cy", "Ann"])
        assert find(db, "guest", Search())[0] == 1
        assert find(db, "local", Search(words="club ann"))[0] == 1
        _, moves = read_game(db, "a" * 16)
        assert [(stored.move, stored.remaining) for stored in moves] == [("11-15", None), ("23-19", 50.0)]
        row, moves = read_game(db, "b" * 16)
        assert (row.pdn, [stored.move for stored in moves]) == ("1. 9-13 1-0", ["9-13"])
        index(db, unindexed(db))
        after = Position.start().play(Position.start().parse_move("9-13"))
        assert [row.black for row in find(db, "local", Search(position=after))[1]] == ["Cy"]
        assert db.execute("SELECT count(*) FROM holders").fetchone()[0] == 3
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        db.execute("DELETE FROM games")
        assert db.execute("SELECT count(*) FROM moves").fetchone()[0] == 0


def test_a_library_of_a_newer_crownhead_is_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(StorageFailed, match="newer crownhead"):
        schema.prepare(path)


def test_version_3_did_not_know_moves_from_the_book(path: Path) -> None:
    schema.prepare(path)
    with closing(schema.connect(path)) as db:
        db.execute("ALTER TABLE moves DROP COLUMN book")
        db.execute("PRAGMA user_version = 3")
    schema.prepare(path)
    with closing(schema.connect(path)) as db:
        moves = read_game(db, "a" * 16)[1]
        assert [(each.move, each.remaining, each.from_book) for each in moves] == [
            ("11-15", None, False),
            ("23-19", 50.0, False),
        ]


def test_a_library_of_version_4_gets_room_for_reviews(path: Path) -> None:
    schema.prepare(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TRIGGER outdated_review")
        for table in ("faults", "review_parts", "reviews", "analyses"):
            db.execute(f"DROP TABLE {table}")
        db.execute("PRAGMA user_version = 4")
    schema.prepare(path)
    with closing(schema.connect(path)) as db:
        assert find(db, "local", Search())[0] == 2
        db.execute("INSERT INTO reviews VALUES (1, 0.0, 'nodes 1', '', x'00')")
        db.execute("INSERT INTO faults VALUES (1, 0, 'black', 'opening', 'blunder', 'gives up a man', 0.5)")
        db.execute("UPDATE games SET plies = 3 WHERE number = 1")
        assert db.execute("SELECT count(*) FROM faults").fetchone()[0] == 0
