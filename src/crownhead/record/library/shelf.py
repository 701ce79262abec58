"""The games that the terminal plays stand in PDN files; the library shows them as they are now.

A game with a file is what its file says. Whoever plays it, a terminal or a browser, holds the lock of the file and
writes the file first; the library takes over what it finds changed there. A game without a file is what the library
says, until a terminal takes it up and gives it one.
"""

from __future__ import annotations

import os
import secrets
from typing import TYPE_CHECKING, NamedTuple

from crownhead.record.library.entry import Entry, entry_of, insert_entry, replace_entry
from crownhead.record.library.row import THE_USER
from crownhead.record.pdn.parser import read_headers
from crownhead.record.pdn.source import raw_games

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

    from crownhead.record.game.headers import Headers


class _Record(NamedTuple):
    entry: Entry
    seats: list[str]


class _OnDisk(NamedTuple):
    stamp: str
    changed: float


def shelf_beside(database: Path) -> Path:
    """Where the terminal keeps the games of the user whose library this is."""
    return database.with_name("games")


def on_disk(shelf: Path) -> dict[str, _OnDisk]:
    try:
        with os.scandir(shelf) as found:
            files = [(each.name, each.stat()) for each in found if _is_record(each.name) and each.is_file()]
    except OSError:
        return {}
    return {name: _OnDisk(f"{stat.st_mtime_ns} {stat.st_size}", stat.st_mtime) for name, stat in files}


def _is_record(name: str) -> bool:
    return name.endswith(".pdn") and not name.startswith(".")


def outdated(db: sqlite3.Connection, shelf: Path) -> dict[str, _OnDisk]:
    """Files that are new or have changed."""
    known = dict(db.execute("SELECT file, stamp FROM games WHERE file IS NOT NULL").fetchall())
    return {name: disk for name, disk in on_disk(shelf).items() if known.get(name) != disk.stamp}


def take_in(db: sqlite3.Connection, shelf: Path, files: dict[str, _OnDisk]) -> None:
    """What cannot be read stays as it was in the library; the file is looked at again when it changes."""
    for name, disk in files.items():
        row = db.execute("SELECT number FROM games WHERE file = ?", (name,)).fetchone()
        read = _read(shelf / name)
        if read is not None and row is not None:
            replace_entry(db, row[0], read.entry, disk.changed)
        elif read is not None and not _was_not_handed_over(db, name):
            row = _added(db, read, disk)
        if row is not None:
            db.execute("UPDATE games SET file = ?, stamp = ? WHERE number = ?", (name, disk.stamp, row[0]))


def _added(db: sqlite3.Connection, read: _Record, disk: _OnDisk) -> tuple[int]:
    game = secrets.token_hex(8)
    number = insert_entry(db, game, read.entry, THE_USER, "terminal", disk.changed, None)
    keys, codes = read.entry.keys, read.entry.codes
    db.executemany("INSERT INTO positions VALUES (?, ?)", [(key, number) for key in keys])
    db.executemany("INSERT INTO materials VALUES (?, ?)", [(code, number) for code in codes])
    db.executemany("INSERT INTO holders VALUES (?, ?, ?)", [(THE_USER, game, seat) for seat in read.seats])
    return (number,)


def _was_not_handed_over(db: sqlite3.Connection, name: str) -> bool:
    """A terminal was stopped while it took a game out of the library: the game is still there."""
    return db.execute("SELECT 1 FROM games WHERE id = ?", (name.removesuffix(".pdn"),)).fetchone() is not None


def _read(path: Path) -> _Record | None:
    try:
        for raw in raw_games(path):
            entry, _ = entry_of(raw)
            return _Record(entry, _seats(read_headers(raw))) if isinstance(entry, Entry) else None
    except (OSError, ValueError):
        pass
    return None


def _seats(headers: Headers) -> list[str]:
    """Those that the user may take: all but the engine's."""
    people = [name.lower() for name in ("Black", "White") if headers.get(f"{name}Type") != "program"]
    return [*people, "watch"]
