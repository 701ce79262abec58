"""Another level for somebody who always wins, or always loses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.engine.levels import LEVELS, STREAK, suggested_level
from crownhead.errors import CrownheadError
from crownhead.play.record import points_against
from crownhead.record import pdn
from crownhead.record.library.gamefile import saved_games

if TYPE_CHECKING:
    from crownhead.terminal.play.session import Session


def suggestion(session: Session) -> list[str]:
    """At the end of a game that is saved: it counts with the games before."""
    level = session.seating.level
    if session.file is None or len(session.seating.people) != 1:
        return []
    other = suggested_level(level, _latest_points(level))
    if other is None:
        return []
    came = "won" if other > level else "lost"
    return [
        f"You have {came} {STREAK} games in a row at level {level}. "
        f"Type new level {other} to play against level {other}, {LEVELS[other].name}."
    ]


def _latest_points(level: int) -> list[float]:
    """A person's, the latest last; none where one of the latest games was of another kind or level."""
    points = []
    for path in reversed(saved_games()[:STREAK]):
        try:
            made = points_against(pdn.read(path), level)
        except (OSError, CrownheadError):
            return []
        if made is None:
            return []
        points.append(made)
    return points
