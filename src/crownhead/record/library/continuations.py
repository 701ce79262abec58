"""How the games of a library went on from a position, for the explorer of openings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.record.collection.continuations import PlayedTally
from crownhead.record.collection.index_rows import signed
from crownhead.record.library.row import COLUMNS, row_of
from crownhead.record.library.search import Search, index, unindexed, where
from crownhead.record.library.shelf import outdated, take_in
from crownhead.rules.colour import BLACK

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

    from crownhead.record.library.row import GameRow
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position

_THROUGH = "number IN (SELECT game FROM positions WHERE key = ?)"


def bring_up_to_date(db: sqlite3.Connection, shelf: Path) -> None:
    """Takes in what terminals have played, and indexes what is new."""
    db.execute("BEGIN IMMEDIATE")
    try:
        take_in(db, shelf, outdated(db, shelf))
        while games := unindexed(db):
            index(db, games)
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def continuations(db: sqlite3.Connection, visitor: str, position: Position) -> dict[Move, PlayedTally]:
    """Of every legal move, in a visitor's own games; games with the colours reversed count as well."""
    return {move: _tally(db, visitor, position, move) for move in position.legal_moves(unique=True)}


def _tally(db: sqlite3.Connection, visitor: str, position: Position, move: Move) -> PlayedTally:
    after, black = position.play(move), position.turn is BLACK
    own = _results(db, visitor, position, after)
    twins = _results(db, visitor, position.flipped(), after.flipped())
    return PlayedTally.of(own, black=black) + PlayedTally.of(twins, black=not black)


def _results(
    db: sqlite3.Connection, visitor: str, before: Position, after: Position
) -> list[tuple[str, int]]:
    mine, values = where(db, visitor, Search())
    sql = f"SELECT result, count(*) FROM games WHERE {_THROUGH} AND {_THROUGH} AND {mine} GROUP BY result"
    keys = [signed(after.key), signed(before.key)]
    return [(result, count) for result, count in db.execute(sql, [*keys, *values])]


def games_through(
    db: sqlite3.Connection, visitor: str, position: Position, most: int
) -> tuple[int, list[GameRow]]:
    """How many of a visitor's games went through a position, colours reversed included, and the latest of them."""
    mine, values = where(db, visitor, Search())
    keys = [signed(position.key), signed(position.flipped().key)]
    needs = f"number IN (SELECT game FROM positions WHERE key IN (?, ?)) AND {mine}"
    (total,) = db.execute(f"SELECT count(*) FROM games WHERE {needs}", [*keys, *values]).fetchone()
    sql = f"SELECT {COLUMNS} FROM games WHERE {needs} ORDER BY changed DESC, number DESC LIMIT ?"
    return total, [row_of(row) for row in db.execute(sql, [*keys, *values, most])]
