"""Reviews that are kept with their games: what the engine found, and the faults and accuracies that are counted.

A review belongs to the moves that were reviewed. When a game is changed, the database removes its review.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from crownhead.errors import UnknownGame
from crownhead.record.library.row import LIVE, read_game

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

WHOLE = ""
"""The phase of a part that is the whole game."""


class ReviewPart(NamedTuple):
    """How one side played, in the whole game or a phase of it."""

    side: str
    phase: str
    moves: int
    """Where there was a choice."""
    faults: int
    accuracy: float | None


class FaultRow(NamedTuple):
    ply: int
    """Moves before it."""
    side: str
    phase: str
    grade: str
    theme: str
    loss: float
    """Of the expected result, 0 to 1."""


@dataclass(frozen=True, slots=True)
class StoredReview:
    settings: str
    """How long the engine looked at each position."""
    engine: str
    """Its signature: with another engine the same settings find something else."""
    found: bytes
    """What it found, compressed."""
    parts: tuple[ReviewPart, ...] = ()
    faults: tuple[FaultRow, ...] = ()


def keep_review(db: sqlite3.Connection, game: str, moves: Sequence[str], review: StoredReview) -> None:
    """In place of an earlier one. Raises UnknownGame where the game is gone or has other moves by now."""
    _, stored = read_game(db, game)
    if [each.move for each in stored] != list(moves):
        raise UnknownGame("the game has other moves by now than those that were reviewed")
    (number,) = db.execute("SELECT number FROM games WHERE id = ?", (game,)).fetchone()
    db.execute("DELETE FROM reviews WHERE game = ?", (number,))
    values = (number, time.time(), review.settings, review.engine, review.found)
    db.execute("INSERT INTO reviews VALUES (?, ?, ?, ?, ?)", values)
    db.executemany(
        "INSERT INTO review_parts VALUES (?, ?, ?, ?, ?, ?)", [(number, *part) for part in review.parts]
    )
    db.executemany(
        "INSERT INTO faults VALUES (?, ?, ?, ?, ?, ?, ?)", [(number, *fault) for fault in review.faults]
    )


def read_review(db: sqlite3.Connection, game: str) -> StoredReview | None:
    """What the engine found, without the parts and faults."""
    sql = "SELECT reviews.settings, engine, found FROM reviews JOIN games ON number = game WHERE id = ?"
    row = db.execute(sql, (game,)).fetchone()
    return None if row is None else StoredReview(row["settings"], row["engine"], row["found"])


def unreviewed(db: sqlite3.Connection, owner: str, player: str = "") -> list[str]:
    """Games with moves that are over or came as records, and have no review yet; the latest first."""
    kinds = ", ".join(f"'{kind}'" for kind in LIVE)
    sql = (
        "SELECT id FROM games WHERE owner = ? AND hidden = 0 AND plies > 0 AND instr(names, ?) "
        f"AND NOT (result = '*' AND kind IN ({kinds})) AND number NOT IN (SELECT game FROM reviews) "
        "ORDER BY changed DESC, number DESC"
    )
    return [row["id"] for row in db.execute(sql, (owner, player.casefold().strip()))]


def count_reviews(db: sqlite3.Connection, owner: str) -> int:
    sql = "SELECT count(*) FROM reviews JOIN games ON number = game WHERE owner = ? AND hidden = 0"
    (count,) = db.execute(sql, (owner,)).fetchone()
    return int(count)
