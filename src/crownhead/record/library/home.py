"""The library of the user of this machine, for a program that opens it, asks it something and closes it."""

from __future__ import annotations

from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from crownhead.files import data_directory
from crownhead.record.library import schema
from crownhead.record.library.shelf import outdated, shelf_beside, take_in

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path


def home_path() -> Path:
    return data_directory() / "games.sqlite"


@contextmanager
def home_library() -> Iterator[sqlite3.Connection]:
    """Up to date with what terminals have played. Raises StorageFailed, and what SQLite raises."""
    path = home_path()
    schema.prepare(path)
    with closing(schema.connect(path)) as db:
        shelf = shelf_beside(path)
        if files := outdated(db, shelf):
            with transaction(db):
                take_in(db, shelf, files)
        yield db


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")
