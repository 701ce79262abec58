"""Analyses: games and positions that somebody works on, with variations and comments, as the browser has them.

Each has a version, which grows with every change. Whoever writes says which version was read; if it is not the latest,
nothing is written, and the latest is told, so that what both have can be put together.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from crownhead.errors import TooMuch

if TYPE_CHECKING:
    import sqlite3

MOST = 10_000
"""Analyses of one person."""


class AnalysisRow(NamedTuple):
    name: str
    version: int
    changed: float
    title: str
    tree: str


def read_analysis(db: sqlite3.Connection, visitor: str, name: str) -> AnalysisRow | None:
    sql = "SELECT name, version, changed, title, tree FROM analyses WHERE visitor = ? AND name = ?"
    row = db.execute(sql, (visitor, name)).fetchone()
    return None if row is None else AnalysisRow(*row)


def write_analysis(
    db: sqlite3.Connection, visitor: str, name: str, read: int, title: str, tree: str
) -> tuple[int, bool]:
    """The version that is there now, and whether it is the one that was given."""
    sql = "SELECT version FROM analyses WHERE visitor = ? AND name = ?"
    row = db.execute(sql, (visitor, name)).fetchone()
    latest = 0 if row is None else row["version"]
    if latest != read:
        return latest, False
    if row is None:
        (count,) = db.execute("SELECT count(*) FROM analyses WHERE visitor = ?", (visitor,)).fetchone()
        if count >= MOST:
            raise TooMuch(f"{MOST} analyses are the most that are kept: delete some in the library", wait=60)
    values = (visitor, name, latest + 1, time.time(), title, tree)
    db.execute("INSERT OR REPLACE INTO analyses VALUES (?, ?, ?, ?, ?, ?)", values)
    return latest + 1, True


def delete_analysis(db: sqlite3.Connection, visitor: str, name: str) -> None:
    db.execute("DELETE FROM analyses WHERE visitor = ? AND name = ?", (visitor, name))


def analyses(db: sqlite3.Connection, visitor: str, most: int) -> list[AnalysisRow]:
    """The latest, without their trees."""
    sql = (
        "SELECT name, version, changed, title, '' FROM analyses WHERE visitor = ? "
        "ORDER BY changed DESC LIMIT ?"
    )
    return [AnalysisRow(*row) for row in db.execute(sql, (visitor, most))]
