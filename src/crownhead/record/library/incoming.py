"""Bringing in files: all of a file or nothing of it, whatever happens in between, and taken out again at once.

The games of an import are written in parts, so that a long one holds up nobody who plays, and are hidden until the
last is there. An import whose process died leaves hidden games; whoever imports next removes them.
"""

from __future__ import annotations

import json
import time
from itertools import islice
from typing import TYPE_CHECKING, Literal, NamedTuple

from crownhead.errors import FileInUse, NotNow
from crownhead.files import Lock
from crownhead.record.library.entry import Entry, Unkept, entry_of, insert_entries

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from crownhead.record.pdn.source import RawGame

PART = 1000
"""Games that are written at once."""
MOST_PROBLEMS = 50
"""That are told of one import."""


class Import(NamedTuple):
    number: int
    name: str
    began: float
    state: Literal["running", "done", "undone", "failed"]
    games: int
    duplicates: int
    problems: list[str]


def lock_of(database: Path) -> Lock:
    """Held while somebody imports. Raises NotNow if somebody else does."""
    try:
        return Lock(database.with_name(f".{database.name}.import.lock"))
    except FileInUse:
        raise NotNow("another import is under way: wait until it is done") from None


def parts(games: Iterable[RawGame]) -> Iterator[list[RawGame]]:
    waiting = iter(games)
    while part := list(islice(waiting, PART)):
        yield part


def entries_of(part: list[RawGame], first: int) -> tuple[list[Entry], list[str]]:
    """The games of a part, counted from `first`; what could not be understood or kept is said."""
    entries, problems = [], []
    for number, raw in enumerate(part, first):
        entry, damage = entry_of(raw)
        told = [entry.why] if isinstance(entry, Unkept) else [str(problem) for problem in damage]
        problems += [f"game {number}: {why}" for why in told]
        if isinstance(entry, Entry):
            entries.append(entry)
    return entries, problems[:MOST_PROBLEMS]


def begin(db: sqlite3.Connection, visitor: str, name: str) -> int:
    sql = "INSERT INTO imports (visitor, name, began, state) VALUES (?, ?, ?, 'running')"
    number = db.execute(sql, (visitor, name, time.time())).lastrowid
    assert number is not None
    return number


def add(
    db: sqlite3.Connection,
    number: int,
    entries: list[Entry],
    problems: list[str],
    kind: str,
    new_name: Callable[[], str],
) -> None:
    visitor, told = db.execute("SELECT visitor, problems FROM imports WHERE number = ?", (number,)).fetchone()
    kept = insert_entries(db, [(new_name(), entry) for entry in entries], visitor, kind, number)
    all_told = (json.loads(told) + problems)[:MOST_PROBLEMS]
    db.execute(
        "UPDATE imports SET games = games + ?, duplicates = duplicates + ?, problems = ? WHERE number = ?",
        (len(kept), len(entries) - len(kept), json.dumps(all_told), number),
    )


def finish(db: sqlite3.Connection, number: int) -> None:
    db.execute("UPDATE games SET hidden = 0 WHERE import = ? AND hidden = 1", (number,))
    db.execute("UPDATE imports SET state = 'done' WHERE number = ?", (number,))


def give_up(db: sqlite3.Connection, number: int) -> None:
    remove(db, "import = ? AND hidden = 1", (number,))
    db.execute("UPDATE imports SET state = 'failed', games = 0 WHERE number = ?", (number,))


def clear(db: sqlite3.Connection) -> None:
    """Removes what is left of imports whose process died. The lock is held."""
    for (number,) in db.execute("SELECT number FROM imports WHERE state = 'running'").fetchall():
        give_up(db, number)


def undo(db: sqlite3.Connection, visitor: str, number: int) -> int:
    """Puts the games of an import away again. How many they were."""
    sql = "UPDATE games SET hidden = ? WHERE import = ? AND owner = ? AND hidden = 0"
    count = db.execute(sql, (time.time(), number, visitor)).rowcount
    db.execute("UPDATE imports SET state = 'undone' WHERE number = ? AND visitor = ?", (number, visitor))
    return count


def read_import(db: sqlite3.Connection, visitor: str, number: int) -> Import | None:
    sql = "SELECT number, name, began, state, games, duplicates, problems FROM imports WHERE visitor = ? AND number = ?"
    row = db.execute(sql, (visitor, number)).fetchone()
    return None if row is None else Import(**{**dict(row), "problems": json.loads(row["problems"])})


def remove(db: sqlite3.Connection, condition: str, values: Iterable[object]) -> None:
    """For good."""
    given = tuple(values)
    for table in ("positions", "materials"):
        db.execute(f"DELETE FROM {table} WHERE game IN (SELECT number FROM games WHERE {condition})", given)
    db.execute(f"DELETE FROM games WHERE {condition}", given)
