"""Finding games: names, event, opening and dates by looking through an index of narrow rows, positions and
material by their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crownhead.errors import BadRequest
from crownhead.record.board import Board
from crownhead.record.collection.index_rows import signed
from crownhead.record.collection.query import Query, dotted
from crownhead.record.library.row import COLUMNS, LIVE, TEXT, GameRow, read_game, row_of
from crownhead.record.openings.opening import openings
from crownhead.record.pdn.signatures import trace_of

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator


PAGE = 50
"""Games on a page."""
BLACK, WHITE = "substr(names, 1, instr(names, char(10)) - 1)", "substr(names, instr(names, char(10)) + 1)"
EVENT = "substr(words, 1, instr(words, char(10)))"
"""Lines of the columns that are looked through."""
MOST_WORDS = 10
MOST_INDEXED = 500
"""Games that are indexed before a search at once; the rest by the next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Search(Query):
    """What can be asked of files of games, and what only a library knows of them."""

    words: str = ""
    """Each must occur in a name, the event or the opening."""
    kind: str = ""
    shortest: int = 0
    """Moves of each side."""
    longest: int = 0
    """0 for any."""
    mistake: str = ""
    """Reviewed games with this kind of fault, by the player that is asked for if there is one."""
    phase: str = ""
    """The phase of that fault."""
    collection: str = ""
    tag: str = ""
    imported: int | None = None
    """Games of one import."""
    deleted: bool = False
    """Those that were deleted and can still be brought back, instead of the others."""
    page: int = 0

    @property
    def needs_index(self) -> bool:
        return self.position is not None or self.material is not None

    @property
    def materials(self) -> frozenset[int]:
        """Whichever side had it."""
        pieces = self.material
        return frozenset() if pieces is None else frozenset({pieces.code, pieces.flipped.code})


def find(db: sqlite3.Connection, visitor: str, search: Search) -> tuple[int, list[GameRow]]:
    """How many there are in all, and those of one page, the latest first."""
    condition, values = where(db, visitor, search)
    (total,) = db.execute(f"SELECT count(*) FROM games WHERE {condition}", values).fetchone()
    page = f"ORDER BY changed DESC, number DESC LIMIT {PAGE} OFFSET {search.page * PAGE}"
    numbers = f"SELECT number FROM games WHERE {condition} {page}"
    order = "ORDER BY changed DESC, number DESC"
    rows = db.execute(f"SELECT {COLUMNS} FROM games WHERE number IN ({numbers}) {order}", values)
    return total, [row_of(row) for row in rows]


def identifiers(db: sqlite3.Connection, visitor: str, search: Search) -> list[str]:
    """All that are found, the earliest first."""
    condition, values = where(db, visitor, search)
    sql = f"SELECT id FROM games WHERE {condition} ORDER BY changed, number"
    return [row["id"] for row in db.execute(sql, values)]


def unfinished(db: sqlite3.Connection, visitor: str, most: int = 5) -> list[GameRow]:
    """Games that were begun here and can go on, the latest first."""
    needs, values = _mine(db, visitor, deleted=False)
    kinds = ", ".join(f"'{kind}'" for kind in LIVE)
    sql = f"SELECT {COLUMNS} FROM games WHERE {' AND '.join(needs)} AND result = '*' AND kind IN ({kinds})"
    rows = db.execute(f"{sql} AND plies > 0 ORDER BY changed DESC LIMIT ?", (*values, most))
    return [row_of(row) for row in rows]


def finished(db: sqlite3.Connection, visitor: str, kinds: tuple[str, ...]) -> Iterator[GameRow]:
    """Games of these kinds that are over, the latest first, with the text of those that have one."""
    needs, values = _mine(db, visitor, deleted=False)
    needs += ["result <> '*'", f"kind IN ({', '.join('?' * len(kinds))})"]
    sql = (
        f"SELECT {COLUMNS}, {TEXT} FROM games WHERE {' AND '.join(needs)} ORDER BY changed DESC, number DESC"
    )
    return map(row_of, db.execute(sql, (*values, *kinds)))


def where(db: sqlite3.Connection, visitor: str, search: Search) -> tuple[str, list[object]]:
    """The condition on the table of games."""
    if search.site or search.variations:
        raise BadRequest("a library keeps no sites, and no positions of variations: search in the files")
    needs, values = _mine(db, visitor, search.deleted)

    def need(condition: str, *given: object) -> None:
        needs.append(condition)
        values.extend(given)

    for column, name in (("result", search.result), ("kind", search.kind)):
        if name:
            need(f"{column} = ?", name)
    _need_words(search, need)
    if search.shortest:
        need("plies >= ?", 2 * search.shortest - 1)
    if search.longest:
        need("plies <= ?", 2 * search.longest)
    if search.date:
        _need_date(search.date, need)
    if search.imported is not None:
        need("import = ?", search.imported)
    for kind, label in (("collection", search.collection), ("tag", search.tag)):
        if label:
            labelled = "SELECT game FROM labels WHERE visitor = ? AND kind = ? AND name = ?"
            need(f"number IN ({labelled})", visitor, kind, label)
    if search.mistake or search.phase:
        _need_mistake(search, need)
    for table, column, wanted in (
        ("positions", "key", [signed(key) for key in search.keys]),
        ("materials", "code", list(search.materials)),
    ):
        if wanted:
            marks = ", ".join("?" * len(wanted))
            need(f"number IN (SELECT game FROM {table} WHERE {column} IN ({marks}))", *wanted)
    return " AND ".join(needs), values


def _mine(db: sqlite3.Connection, visitor: str, deleted: bool) -> tuple[list[str], list[object]]:
    seen = "hidden > 1" if deleted else "hidden = 0"
    if deleted or not _is_guest(db, visitor):
        return ["owner = ?", seen], [visitor]
    held = "id IN (SELECT game FROM holders WHERE visitor = ?)"
    return [f"((owner = ? AND {seen}) OR (owner IS NOT ? AND hidden <> 1 AND {held}))"], [visitor] * 3


def _is_guest(db: sqlite3.Connection, visitor: str) -> bool:
    """Whether there are games that the visitor joined and another made."""
    sql = "SELECT 1 FROM holders JOIN games ON id = game WHERE visitor = ? AND owner IS NOT ? LIMIT 1"
    return db.execute(sql, (visitor, visitor)).fetchone() is not None


def _need_words(search: Search, need: Callable[..., None]) -> None:
    for word in search.words.casefold().split()[:MOST_WORDS]:
        need("(instr(names, ?) OR instr(words, ?))", word, word)
    if search.player:
        need("instr(names, ?)", search.player.casefold().strip())
    for part, wanted in ((BLACK, search.black), (WHITE, search.white), (EVENT, search.event)):
        if wanted:
            need(f"instr({part}, ?)", wanted.casefold().strip())
    if search.opening:
        _need_opening(search, need)


def _need_opening(search: Search, need: Callable[..., None]) -> None:
    """A part of the name that the game has, or one of those that are asked for by number or moves."""
    try:
        titles = [openings()[number - 1].title for number in search.openings]
    except ValueError:
        titles = []
    marks = ", ".join("?" * len(titles))
    text = search.opening.casefold().strip()
    need(f"(instr(substr(words, instr(words, char(10))), ?) OR opening IN ({marks}))", text, *titles)


def _need_mistake(search: Search, need: Callable[..., None]) -> None:
    asked = {"theme = ?": search.mistake, "phase = ?": search.phase}
    conditions = [condition for condition, value in asked.items() if value]
    values: list[object] = [value for value in asked.values() if value]
    if search.player:
        conditions.append(f"instr(CASE side WHEN 'black' THEN {BLACK} ELSE {WHITE} END, ?)")
        values.append(search.player.casefold().strip())
    need(f"EXISTS (SELECT 1 FROM faults WHERE game = games.number AND {' AND '.join(conditions)})", *values)


def _need_date(wanted: str, need: Callable[..., None]) -> None:
    first, dots, last = dotted(wanted.strip()).partition("..")
    if not all(part.replace(".", "").isdigit() for part in (first, last) if part):
        raise BadRequest(
            f"{wanted!r} is no date: write a year, 1855, a month, 1855.03, or a range, 1855..1870"
        )
    if not dots:
        need("substr(date, 1, ?) = ?", len(first), first)
        return
    need("date GLOB '[0-9]*'")
    if first:
        need("date >= ?", first)
    if last:
        need("substr(date, 1, ?) <= ?", len(last), last)


# -- the index of positions ------------------------------------------------------------------------------


def unindexed(db: sqlite3.Connection) -> list[str]:
    sql = "SELECT id FROM games WHERE indexed < plies + 1 LIMIT ?"
    return [row[0] for row in db.execute(sql, (MOST_INDEXED,))]


def index(db: sqlite3.Connection, games: list[str]) -> None:
    """Games that were played or changed since they were last looked for."""
    for game in games:
        row, moves = read_game(db, game)
        (number,) = db.execute("SELECT number FROM games WHERE id = ?", (game,)).fetchone()
        signatures = trace_of(Board.of(row.start, [stored.move for stored in moves])).main
        keys = [(signed(key), number) for key, _ in signatures]
        db.executemany("INSERT OR IGNORE INTO positions VALUES (?, ?)", keys)
        db.executemany(
            "INSERT OR IGNORE INTO materials VALUES (?, ?)", [(code, number) for _, code in signatures]
        )
        db.execute("UPDATE games SET indexed = plies + 1 WHERE number = ?", (number,))
