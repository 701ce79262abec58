"""Sets of openings by name: ballots of two or three moves, 11-man ballots, or the start alone."""

from __future__ import annotations

from functools import cache

from crownhead.match.opening import Opening
from crownhead.record.board import Board
from crownhead.record.openings.ballots import Kind, ballots

START = "start"
SETS = (*map(str, Kind), START)


@cache
def openings_named(name: str) -> tuple[Opening, ...]:
    """Of 11-man ballots only those that leave no jump open: many others lose a man before the game begins."""
    if name == START:
        return (Opening.of(Board(), START),)
    kind = Kind(name)
    made = (Opening.of(ballot.board(), str(ballot)) for ballot in ballots(kind))
    return tuple(
        opening for opening in made if kind is not Kind.ELEVEN_MAN or not opening.board().position.must_jump
    )
