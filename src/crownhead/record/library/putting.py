"""Putting games in order: collections and tags, deleting and bringing back."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Literal, NamedTuple

from crownhead.record.library.incoming import remove

if TYPE_CHECKING:
    import sqlite3

KEPT_SECONDS = 30 * 24 * 3600.0
"""For which a deleted game can be brought back."""
LabelKind = Literal["collection", "tag"]


class Selection(NamedTuple):
    """Games, as a condition on their table."""

    condition: str
    values: tuple[object, ...]


def named(visitor: str, games: list[str]) -> Selection:
    return Selection(f"owner = ? AND id IN ({', '.join('?' * len(games))})", (visitor, *games))


class Label(NamedTuple):
    kind: LabelKind
    name: str
    games: int


def hide(db: sqlite3.Connection, visitor: str, games: Selection) -> tuple[float, int]:
    """Deletes games. When that was, by which they are brought back, and how many they were."""
    now = time.time()
    sql = f"UPDATE games SET hidden = ? WHERE owner = ? AND hidden = 0 AND {games.condition}"
    return now, db.execute(sql, (now, visitor, *games.values)).rowcount


def bring_back(db: sqlite3.Connection, visitor: str, when: float) -> int:
    sql = "UPDATE games SET hidden = 0 WHERE owner = ? AND hidden = ?"
    return db.execute(sql, (visitor, when)).rowcount


def put(db: sqlite3.Connection, visitor: str, kind: LabelKind, name: str, games: Selection) -> int:
    chosen = f"SELECT ?, ?, ?, number FROM games WHERE {games.condition}"
    sql = f"INSERT OR IGNORE INTO labels (visitor, kind, name, game) {chosen}"
    return db.execute(sql, (visitor, kind, name, *games.values)).rowcount


def take_out(db: sqlite3.Connection, visitor: str, kind: LabelKind, name: str, games: Selection) -> int:
    chosen = f"game IN (SELECT number FROM games WHERE {games.condition})"
    sql = f"DELETE FROM labels WHERE visitor = ? AND kind = ? AND name = ? AND {chosen}"
    return db.execute(sql, (visitor, kind, name, *games.values)).rowcount


def labels(db: sqlite3.Connection, visitor: str) -> list[Label]:
    sql = (
        "SELECT labels.kind, name, count(*) FROM labels JOIN games ON number = game "
        "WHERE visitor = ? AND hidden = 0 GROUP BY labels.kind, name ORDER BY name"
    )
    return [Label(*row) for row in db.execute(sql, (visitor,))]


def tags_of(db: sqlite3.Connection, visitor: str, games: list[str]) -> dict[str, list[str]]:
    marks = ", ".join("?" * len(games))
    sql = (
        "SELECT id, name FROM labels JOIN games ON number = game "
        f"WHERE visitor = ? AND labels.kind = 'tag' AND id IN ({marks}) ORDER BY name"
    )
    found: dict[str, list[str]] = {}
    for game, name in db.execute(sql, (visitor, *games)):
        found.setdefault(game, []).append(name)
    return found


def purge(db: sqlite3.Connection) -> None:
    """Removes what was deleted long ago, but for games that others have in their libraries, and those that have a file:
    the file would bring them back."""
    held = "EXISTS (SELECT 1 FROM holders WHERE holders.game = games.id AND visitor IS NOT owner)"
    remove(db, f"hidden > 1 AND hidden < ? AND file IS NULL AND NOT {held}", (time.time() - KEPT_SECONDS,))
