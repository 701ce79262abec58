"""Finding games in the store: one visitor's library. What fits is for the record layer's queries to say."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from crownhead.record.board import Board
from crownhead.record.collection.query import Query
from crownhead.record.game.headers import Headers
from crownhead.record.pdn.signatures import trace_of
from crownhead.web.storage.store import GameRow, row_of

if TYPE_CHECKING:
    import sqlite3

    from crownhead.rules.position import Position
    from crownhead.web.storage.store import Store

PAGE = 50
"""Games on a page."""
MOST_WORDS = 10
COLUMNS = ", ".join(field.name for field in fields(GameRow) if field.name != "pdn")
"""What a page shows; the texts may be long."""
LATEST = "ORDER BY changed DESC, id"


@dataclass(frozen=True, slots=True)
class Search:
    words: str = ""
    """Each must occur in a name, the event or the opening."""
    result: str = ""
    kind: str = ""
    position: Position | None = None
    """Games that go through it."""
    page: int = 0


async def find(store: Store, visitor: str, search: Search) -> tuple[int, list[GameRow]]:
    """How many there are in all, and those of one page, the latest first."""
    condition, values = _condition(visitor, search)

    def work(db: sqlite3.Connection) -> tuple[int, list[GameRow]]:
        _teach(db, search)
        found = [row["id"] for row in db.execute(f"SELECT id FROM games WHERE {condition} {LATEST}", values)]
        page = found[search.page * PAGE : (search.page + 1) * PAGE]
        rows = db.execute(
            f"SELECT {COLUMNS} FROM games WHERE id IN ({', '.join('?' * len(page))}) {LATEST}", page
        )
        return len(found), [row_of(row) for row in rows]

    return await store.read(work)


async def identifiers(store: Store, visitor: str, search: Search) -> list[str]:
    """All that are found, for export."""
    condition, values = _condition(visitor, search)
    sql = f"SELECT id FROM games WHERE {condition} ORDER BY changed, id"

    def work(db: sqlite3.Connection) -> list[str]:
        _teach(db, search)
        return [row["id"] for row in db.execute(sql, values)]

    return await store.read(work)


def _condition(visitor: str, search: Search) -> tuple[str, tuple[str, ...]]:
    """What is decided by looking at one column comes first, what has to play the game through last."""
    parts = ["id IN (SELECT game FROM holders WHERE visitor = ?)"]
    values = [visitor]
    for column, wanted in (("result", search.result), ("kind", search.kind)):
        if wanted:
            parts.append(f"{column} = ?")
            values.append(wanted)
    if search.words:
        parts.append("mentions(black, white, event, opening)")
    if search.position is not None:
        moves = "(SELECT group_concat(move, ' ') FROM (SELECT move FROM moves WHERE game = id ORDER BY ply))"
        parts.append(f"goes_through(start, {moves})")
    return " AND ".join(parts), tuple(values)


def _teach(db: sqlite3.Connection, search: Search) -> None:
    """Gives the database the words of this search as functions of its own."""
    words = search.words.split()[:MOST_WORDS]
    # In the names that a query knows; the name of the opening is looked at beside it.
    queries = [(Query(player=word), Query(event=word), word.casefold()) for word in words]
    position = Query(position=search.position)

    def mentions(black: str, white: str, event: str, opening: str) -> bool:
        tags = Headers.trusted({"Black": black, "White": white, "Event": event})
        return all(
            player.fits_names(tags) or at.fits_names(tags) or word in opening.casefold()
            for player, at, word in queries
        )

    def goes_through(start: str, moves: str | None) -> bool:
        return position.fits_moves(trace_of(Board.of(start, (moves or "").split())))

    db.create_function("mentions", 4, mentions)
    db.create_function("goes_through", 2, goes_through)
