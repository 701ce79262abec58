"""Another level for somebody who always wins, or always loses.

Which games count is decided here, over the one library that terminal and browser share: the latest finished games
against the engine, wherever they were played and finished.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crownhead.engine.levels import LEVELS, STREAK, suggested_level
from crownhead.play import record, stored
from crownhead.record import pdn
from crownhead.record.library.search import finished

if TYPE_CHECKING:
    import sqlite3

    from crownhead.play.record import Points
    from crownhead.record.library.row import GameRow

KINDS = ("engine", "terminal")
"""Of the games in a library, those in which a person may have played against the engine."""


@dataclass(frozen=True, slots=True)
class Streak:
    """As many games in a row as it takes, all won or all lost at one level."""

    game: str
    """The last of them."""
    level: int
    suggested: int
    games: int = STREAK

    @property
    def won(self) -> bool:
        return self.suggested > self.level

    @property
    def suggested_name(self) -> str:
        return LEVELS[self.suggested].name


def streak(db: sqlite3.Connection, visitor: str) -> Streak | None:
    """What the visitor's latest games say, or None where they are no reason for another level."""
    latest: list[tuple[str, Points]] = []
    for row in finished(db, visitor, KINDS):
        if made := points_of(row):
            latest.append((row.id, made))
        if len(latest) == STREAK:
            break
    if len({made.level for _, made in latest}) != 1:
        return None
    game, (level, _) = latest[0]
    suggested = suggested_level(level, [made.points for _, made in reversed(latest)])
    return None if suggested is None else Streak(game, level, suggested)


def points_of(row: GameRow) -> Points | None:
    """A person's in a finished game against the engine; None for any other game. A game with a file is what the file
    says."""
    return stored.points_of(row) if row.pdn is None else record.points_of(pdn.loads(row.pdn))
