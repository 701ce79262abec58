"""A game as it is stored."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from crownhead.errors import StorageFailed, UnknownGame
from crownhead.record import pdn

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

THE_USER = "local"
"""The user of this machine, whose games the terminal plays; everybody at home."""
LIVE = ("engine", "screen", "link", "terminal")
"""Kinds of games that are played here. Others came as records."""


class Settings(msgspec.Struct, frozen=True):
    """What a game needs to be taken up again, besides its moves."""

    engine: str | None = None
    level: int | None = None
    seconds: float = 1.0
    clock: float | None = None
    increment: float = 0.0
    given: int = 0
    """Moves that were on the board when the game began, as those of a ballot."""


@dataclass(frozen=True, slots=True)
class GameRow:
    id: str
    kind: str
    black: str
    white: str
    start: str
    settings: Settings
    result: str = "*"
    reason: str = ""
    plies: int = 0
    created: float = 0.0
    changed: float = 0.0
    event: str = ""
    date: str = ""
    """As the record has it, 1855.03.01; of a game that is played here, the day it was begun."""
    opening: str = ""
    file: str | None = None
    """The PDN file in which the terminal keeps it, and which is the truth then."""
    pdn: str | None = None
    """The text of a game that came as PDN."""


COLUMNS = "id, kind, black, white, start, settings, result, reason, plies, created, changed, event, date, opening, file"
TEXT = "(SELECT pdn FROM texts WHERE texts.game = games.number) AS pdn"


@dataclass(frozen=True, slots=True)
class StoredMove:
    move: str
    remaining: float | None
    from_book: bool = False


def row_of(row: sqlite3.Row) -> GameRow:
    values = {key: row[key] for key in row.keys()}  # noqa: SIM118 - a Row is no dict
    try:
        settings = msgspec.json.decode(row["settings"], type=Settings)
    except msgspec.DecodeError as error:
        raise StorageFailed(f"the settings of a game are damaged: {error}") from error
    return GameRow(**{**values, "settings": settings})


def read_game(db: sqlite3.Connection, game: str) -> tuple[GameRow, list[StoredMove]]:
    found = db.execute(f"SELECT {COLUMNS}, {TEXT} FROM games WHERE id = ?", (game,)).fetchone()
    if found is None:
        raise UnknownGame("there is no such game")
    row = row_of(found)
    if row.pdn is not None:
        return row, _moves_of(row.pdn)
    moves = db.execute("SELECT move, remaining, book FROM moves WHERE game = ? ORDER BY ply", (game,))
    return row, [StoredMove(move, remaining, bool(book)) for move, remaining, book in moves]


def _moves_of(text: str) -> list[StoredMove]:
    """The main line of a record, as far as it can be played."""
    moves = []
    for node in pdn.loads(text).mainline():
        if node.move is None or node.position is None:
            break
        moves.append(StoredMove(str(node.move), node.clock, node.from_book))
    return moves


def insert_game(
    db: sqlite3.Connection, row: GameRow, moves: list[str], visitor: str, seats: Iterable[str]
) -> None:
    """A game that is played here."""
    now = time.time()
    created = row.created or now
    date = row.date or time.strftime("%Y.%m.%d", time.localtime(created))
    db.execute(
        "INSERT INTO games (id, owner, kind, black, white, start, settings, created, changed, result, reason,"
        " plies, event, date, opening, names, words) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (row.id, visitor, row.kind, row.black, row.white, row.start, msgspec.json.encode(row.settings).decode(),
         created, now, row.result, row.reason, len(moves), row.event, date, row.opening,
         f"{row.black}\n{row.white}".casefold(), f"{row.event}\n{row.opening}".casefold()),
    )  # fmt: skip
    numbered = [(row.id, ply, move) for ply, move in enumerate(moves)]
    db.executemany("INSERT INTO moves (game, ply, move) VALUES (?, ?, ?)", numbered)
    db.executemany("INSERT INTO holders VALUES (?, ?, ?)", [(visitor, row.id, seat) for seat in seats])
