"""Stored games as records, and records as games to store. All of it is the clerk's work: it may take its time."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from crownhead.errors import TooLarge
from crownhead.play.record import record_of
from crownhead.play.stored import game_of_row
from crownhead.record import pdn
from crownhead.record.library.entry import Entry, Unkept, entry_of
from crownhead.record.pdn.source import raw_games
from crownhead.web.api.trees import tree_of
from crownhead.web.live.seats import new_game_id

if TYPE_CHECKING:
    from crownhead.record.game.game import Game
    from crownhead.record.library.row import GameRow, StoredMove
    from crownhead.web.messages.tree import TreeData

MOST_IMPORTED = 5_000
Stored = tuple["GameRow", list["StoredMove"]]


def entries_in(text: str) -> tuple[list[tuple[str, Entry]], list[str]]:
    """Every game of American checkers, with a name of its own; what could not be understood or kept is said."""
    found: list[tuple[str, Entry]] = []
    problems: list[str] = []
    for number, raw in enumerate(raw_games(io.StringIO(text)), 1):
        entry, damage = entry_of(raw)
        problems += [f"game {number}: {problem}" for problem in damage]
        if isinstance(entry, Unkept):
            problems.append(f"game {number}: {entry.why}")
            continue
        if len(found) >= MOST_IMPORTED:
            raise TooLarge(f"more than {MOST_IMPORTED} games: bring them in as a file")
        found.append((new_game_id(), entry))
    return found, problems


def pdn_of(stored: list[Stored]) -> str:
    return "\n".join(pdn.dumps(_game(row, moves)) for row, moves in stored)


def tree_of_game(row: GameRow, moves: list[StoredMove]) -> TreeData:
    return tree_of(_game(row, moves))


def _game(row: GameRow, moves: list[StoredMove]) -> Game:
    """From the text that was imported, or from the moves that were played."""
    if row.pdn is not None:
        return pdn.loads(row.pdn)
    return record_of(game_of_row(row, moves), 0.0, {"Event": row.event or "crownhead"})
