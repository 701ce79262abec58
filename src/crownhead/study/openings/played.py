"""Games that went through a position, for the explorer: those of this machine's user, from the index."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from crownhead.files import data_directory
from crownhead.record.collection.continuations import PlayedTally, continuations
from crownhead.record.collection.index import Index
from crownhead.record.collection.query import Query

if TYPE_CHECKING:
    from pathlib import Path

    from crownhead.record.collection.scan import Found
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position


class Through(NamedTuple):
    """Games that went through a position."""

    total: int
    games: list[Found]
    """As many as were asked for."""


def own_games() -> list[Path]:
    """The games that were played in the terminal."""
    return sorted((data_directory() / "games").glob("*.pdn"))


def tallies(position: Position) -> dict[Move, PlayedTally]:
    """Of every legal move. Games that were played since the last time are taken in first."""
    with Index() as index:
        index.update(own_games())
        return continuations(index, position)


def games_through(position: Position, most: int) -> Through:
    """Colours reversed included."""
    query = Query(position=position, reversed=True)
    with Index() as index:
        index.update(own_games())
        return Through(index.count(query), list(islice(index.find(query), most)))
