"""The game to go on with: the one that was played last, in a terminal or in the browser."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from typing import TYPE_CHECKING

from crownhead.errors import CrownheadError
from crownhead.play.record import record_of
from crownhead.play.stored import game_of_row
from crownhead.record import pdn
from crownhead.record.library import gamefile, schema
from crownhead.record.library.gamefile import GameFile
from crownhead.record.library.home import home_path
from crownhead.record.library.row import THE_USER, read_game
from crownhead.record.library.search import unfinished as unfinished_in

if TYPE_CHECKING:
    from crownhead.record.game.game import Game
    from crownhead.record.library.row import GameRow

KINDS = ("engine", "screen")
"""Of the browser's games, those that need nobody else's machine."""


def unfinished() -> tuple[GameFile, Game] | None:
    path = home_path()
    if path.exists():
        with suppress(CrownheadError, sqlite3.Error, OSError):
            schema.prepare(path)
            with closing(schema.connect(path)) as db:
                rows = [row for row in unfinished_in(db, THE_USER) if row.kind in KINDS and row.file is None]
                if rows and rows[0].changed > _latest_file():
                    return _taken_out(db, rows[0])
    return gamefile.unfinished()


def _latest_file() -> float:
    with suppress(OSError):
        return max((path.stat().st_mtime for path in gamefile.saved_games()), default=0.0)
    return 0.0


def _taken_out(db: sqlite3.Connection, row: GameRow) -> tuple[GameFile, Game]:
    """A game of the browser gets a file, which is the truth from now on; a browser that has it open is told when it
    moves. A terminal that is stopped in between has changed nothing: the library does not know the file then."""
    directory = gamefile.games_directory()
    directory.mkdir(parents=True, exist_ok=True)
    file = GameFile(directory / f"{row.id}.pdn")
    try:
        db.execute("BEGIN IMMEDIATE")
        record = _record(db, row.id)
        file.write(record)
        db.execute("UPDATE games SET file = ? WHERE id = ? AND file IS NULL", (file.path.name, row.id))
        db.execute("COMMIT")
    except BaseException:
        file.close()
        raise
    return file, record


def _record(db: sqlite3.Connection, game: str) -> Game:
    row, moves = read_game(db, game)
    record = record_of(
        game_of_row(row, moves), 0.0, {"Event": row.event or "Game in the browser", "Date": row.date}
    )
    return pdn.loads(pdn.dumps(record))
