"""Finding games in the store: one visitor's library, by words, result and kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crownhead.web.store import row_of

if TYPE_CHECKING:
    import sqlite3

    from crownhead.web.store import GameRow, Store

PAGE = 50
"""Games on a page."""
WORDS_IN = ("black", "white", "event", "opening", "reason")


@dataclass(frozen=True, slots=True)
class Search:
    words: str = ""
    result: str = ""
    kind: str = ""
    page: int = 0


async def find(store: Store, visitor: str, search: Search) -> tuple[int, list[GameRow]]:
    """How many there are in all, and those of one page, the latest first."""
    condition, values = _condition(visitor, search)

    def work(db: sqlite3.Connection) -> tuple[int, list[GameRow]]:
        total = db.execute(f"SELECT count(*) FROM games WHERE {condition}", values).fetchone()[0]
        page = f"SELECT * FROM games WHERE {condition} ORDER BY changed DESC, id LIMIT ? OFFSET ?"
        rows = db.execute(page, (*values, PAGE, search.page * PAGE))
        return total, [row_of(row) for row in rows]

    return await store.read(work)


async def identifiers(store: Store, visitor: str, search: Search) -> list[str]:
    """All that are found, for export."""
    condition, values = _condition(visitor, search)
    sql = f"SELECT id FROM games WHERE {condition} ORDER BY changed, id"
    return await store.read(lambda db: [row["id"] for row in db.execute(sql, values)])


def _condition(visitor: str, search: Search) -> tuple[str, tuple[str, ...]]:
    """Every word must occur somewhere."""
    parts = ["id IN (SELECT game FROM holders WHERE visitor = ?)"]
    values = [visitor]
    for word in search.words.split()[:10]:
        parts.append("(" + " OR ".join(f"{column} LIKE ? ESCAPE '\\'" for column in WORDS_IN) + ")")
        values += [f"%{_literal(word)}%"] * len(WORDS_IN)
    for column, wanted in (("result", search.result), ("kind", search.kind)):
        if wanted:
            parts.append(f"{column} = ?")
            values.append(wanted)
    return " AND ".join(parts), tuple(values)


def _literal(word: str) -> str:
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
