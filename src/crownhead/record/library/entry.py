"""What the library keeps of a game that comes as PDN: its tags, its text and the positions it goes through."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from crownhead.record.collection.index_rows import signed
from crownhead.record.collection.query import dotted, opening_number
from crownhead.record.openings.opening import openings
from crownhead.record.outcome import Ending
from crownhead.record.pdn.encoding import to_utf8
from crownhead.record.pdn.parser import parse
from crownhead.record.pdn.signatures import Trace, Tracer
from crownhead.record.pdn.tags import NAMELESS
from crownhead.rules.position import Position

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from crownhead.record.game.headers import Headers
    from crownhead.record.game.problems import RecordProblem
    from crownhead.record.pdn.source import RawGame

LONGEST_GAME = 1000
"""Moves of both sides. The longest games on record are far shorter."""
LARGEST_GAME = 512 << 10
"""Bytes of one game with its comments and variations."""
LONGEST_NAME = 120
RESULTS = ("1-0", "0-1", "1/2-1/2")
_START = Position.start()
_START_FEN = _START.fen
_COMMENT = re.compile(rb"\{([^}]*)\}")
_QUOTED_TAG = re.compile(rb'\[\s*+[A-Za-z][A-Za-z0-9_]{2,}+\s*+"')
"""The reader takes [str, Any] for a tag too, whose marks and space were forgotten."""


class _Read(NamedTuple):
    trace: Trace
    start: Position | None
    problems: list[RecordProblem]


class _Reader(Tracer):
    __slots__ = ("_start",)

    def begin(self, headers: Headers, position: Position | None) -> None:
        super().begin(headers, position)
        self._start = position

    def end(self, problems: list[RecordProblem]) -> _Read:  # type: ignore[override]
        return _Read(super().end(problems), self._start, problems)


@dataclass(frozen=True, slots=True)
class Entry:
    black: str
    white: str
    start: str
    result: str
    reason: str
    plies: int
    event: str
    date: str
    opening: str
    fingerprint: int
    keys: tuple[int, ...]
    codes: tuple[int, ...]
    pdn: str

    @property
    def names(self) -> str:
        return f"{self.black}\n{self.white}".casefold()

    @property
    def words(self) -> str:
        return f"{self.event}\n{self.opening}".casefold()


@dataclass(frozen=True, slots=True)
class Unkept:
    """A piece of a file that is no game for the library, and why not."""

    why: str


def entry_of(raw: RawGame) -> tuple[Entry | Unkept, list[RecordProblem]]:
    """What can be kept, and the damage in it."""
    if len(raw.text) > LARGEST_GAME:
        return Unkept(f"not kept, because its text has more than {LARGEST_GAME} characters"), []
    (headers, main, variations), start, problems = parse(raw, _Reader())
    damage = [problem for problem in problems if problem.is_damage]
    plies = max(len(main) - 1, 0)
    if start is None:
        return Unkept("not kept, because it is not a game of American checkers"), damage
    if not is_game(raw, headers, plies, len(damage)):
        return Unkept("not kept, because it is no PDN: it has no tags and no moves of a game"), []
    if plies > LONGEST_GAME:
        return Unkept(f"not kept, because it has {plies} moves, and {LONGEST_GAME} are the most"), damage
    return _entry(raw, Trace(headers, main, variations), start), damage


def is_game(raw: RawGame, headers: Headers, plies: int, damage: int) -> bool:
    """Prose and programs have numbers, brackets and stars too. What has no tags is a game if all of it is moves; what
    has some may be damaged, but has more sense than nonsense. Without a move, something else must be PDN: a position,
    as in a file of problems, or a tag with its quotation mark, as of a game that nobody came to."""
    tags = sum(
        1
        for name, value in headers.items()
        if value.strip() and name != "Result" and not name.startswith(NAMELESS)
    )
    if not tags:
        return plies > 0 and not damage
    if not plies and "FEN" not in headers and not _QUOTED_TAG.search(raw.text):
        return False
    return damage <= tags + plies


def _entry(raw: RawGame, trace: Trace, start: Position) -> Entry:
    headers = trace.headers
    result = headers.get("Result", "*")
    result = result if result in RESULTS else "*"
    opening = opening_number(trace.main)
    return Entry(
        black=headers.get("Black", "?")[:LONGEST_NAME],
        white=headers.get("White", "?")[:LONGEST_NAME],
        start=_START_FEN if start == _START else start.fen,
        result=result,
        reason="" if result == "*" else headers.get("Termination", str(Ending.RECORDED))[:LONGEST_NAME],
        plies=len(trace.main) - 1,
        event=headers.get("Event", "")[:LONGEST_NAME],
        date=dotted(headers.get("Date", ""))[:LONGEST_NAME],
        opening=openings()[opening - 1].title if opening else "",
        fingerprint=_fingerprint(raw, trace, result),
        keys=tuple({signed(key) for key, _ in trace.main}),
        codes=tuple({code for _, code in trace.main}),
        pdn=to_utf8(raw.text)[0].decode(errors="replace"),
    )


def _fingerprint(raw: RawGame, trace: Trace, result: str) -> int:
    """Players, date, result, moves and comments; how the text is laid out does not matter. Collections disagree about
    the event, but where nobody knows the players it is all there is."""
    tags = [" ".join(trace.headers.get(name, "?").casefold().split()) for name in ("Black", "White")]
    if not any(name.strip("?") for name in tags):
        tags.append(trace.headers.get("Event", "?").casefold())
    tags += [dotted(trace.headers.get("Date", "")).rstrip("?."), result]
    digest = blake2b("\n".join(tags).encode(errors="replace"), digest_size=8)
    for line in (trace.main, trace.variations):
        digest.update(b"".join(key.to_bytes(8, "little") for key, _ in line) + b"|")
    for comment in _COMMENT.findall(raw.text):
        digest.update(b" ".join(comment.split()))
    return int.from_bytes(digest.digest(), "little", signed=True)


def insert_entries(
    db: sqlite3.Connection, entries: Iterable[tuple[str, Entry]], owner: str, kind: str, number: int | None
) -> list[str]:
    """Those that are no duplicates, hidden until their import is done."""
    now, kept = time.time(), []
    keys: list[tuple[int, int]] = []
    codes: list[tuple[int, int]] = []
    for name, entry in entries:
        if _is_known(db, entry, owner, number):
            continue
        game = insert_entry(db, name, entry, owner, kind, now, number)
        keys += [(key, game) for key in entry.keys]
        codes += [(code, game) for code in entry.codes]
        kept.append(name)
    db.executemany("INSERT INTO positions VALUES (?, ?)", sorted(keys))
    db.executemany("INSERT INTO materials VALUES (?, ?)", sorted(codes))
    return kept


def _is_known(db: sqlite3.Connection, entry: Entry, owner: str, number: int | None) -> bool:
    sql = "SELECT 1 FROM games WHERE fingerprint = ? AND owner = ? AND (hidden = 0 OR import IS ?)"
    return db.execute(sql, (entry.fingerprint, owner, number)).fetchone() is not None


def insert_entry(
    db: sqlite3.Connection, name: str, entry: Entry, owner: str, kind: str, now: float, number: int | None
) -> int:
    cursor = db.execute(
        "INSERT INTO games (id, owner, kind, black, white, start, settings, created, changed, result, reason,"
        " plies, event, date, opening, names, words, hidden, import, fingerprint, indexed)"
        " VALUES (?, ?, ?, ?, ?, ?, '{}', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (name, owner, kind, entry.black, entry.white, entry.start, now, now, entry.result, entry.reason, entry.plies,
         entry.event, entry.date, entry.opening, entry.names, entry.words, 0 if number is None else 1, number,
         entry.fingerprint, entry.plies + 1),
    )  # fmt: skip
    game = cursor.lastrowid
    assert game is not None
    db.execute("INSERT INTO texts VALUES (?, ?)", (game, entry.pdn))
    return game


def replace_entry(db: sqlite3.Connection, game: int, entry: Entry, changed: float) -> None:
    """The record of a game has changed. Its positions wait to be indexed until somebody asks for them."""
    db.execute(
        "UPDATE games SET black = ?, white = ?, start = ?, changed = ?, result = ?, reason = ?, plies = ?, event = ?,"
        " date = ?, opening = ?, names = ?, words = ?, fingerprint = ?, indexed = 0 WHERE number = ?",
        (entry.black, entry.white, entry.start, changed, entry.result, entry.reason, entry.plies, entry.event,
         entry.date, entry.opening, entry.names, entry.words, entry.fingerprint, game),
    )  # fmt: skip
    db.execute("INSERT OR REPLACE INTO texts VALUES (?, ?)", (game, entry.pdn))
