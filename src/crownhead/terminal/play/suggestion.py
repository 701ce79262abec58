"""Another level for somebody who always wins, or always loses."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from crownhead.errors import CrownheadError
from crownhead.play.streak import streak
from crownhead.record.library.home import home_library
from crownhead.record.library.row import THE_USER

if TYPE_CHECKING:
    from crownhead.terminal.play.session import Session


def suggestion(session: Session) -> list[str]:
    """At the end of a game that is saved: it counts with the games before, those of the browser among them."""
    if session.file is None or len(session.seating.people) != 1:
        return []
    try:
        with home_library() as db:
            found = streak(db, THE_USER)
    except (CrownheadError, sqlite3.Error, OSError):
        return []  # the end of a game is told without it
    if found is None:
        return []
    came = "won" if found.won else "lost"
    return [
        f"You have {came} {found.games} games in a row at level {found.level}. "
        f"Type new level {found.suggested} to play against level {found.suggested}, {found.suggested_name}."
    ]
