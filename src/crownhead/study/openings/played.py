"""Games that went through a position, for the explorer: those of PDN files in the index, and the user's own."""

from __future__ import annotations

from contextlib import closing
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from crownhead.record.collection.continuations import PlayedTally
from crownhead.record.collection.continuations import continuations as in_collections
from crownhead.record.collection.index import Index
from crownhead.record.collection.query import Query
from crownhead.record.library import continuations as library
from crownhead.record.library import schema
from crownhead.record.library.home import home_path
from crownhead.record.library.row import THE_USER
from crownhead.record.library.shelf import shelf_beside

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping

    from crownhead.record.collection.scan import Found
    from crownhead.record.library.row import GameRow
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position

Tallies = dict["Move", PlayedTally]


class Through(NamedTuple):
    """Games that went through a position."""

    total: int
    own: list[GameRow]
    """Of the library, the latest first."""
    found: list[Found]
    """Of PDN files. Of both together as many as were asked for."""


def added(first: Mapping[Move, PlayedTally], second: Mapping[Move, PlayedTally]) -> Tallies:
    return {move: tally + second.get(move, PlayedTally()) for move, tally in first.items()}


def collection_tallies(position: Position) -> Tallies:
    """Of every legal move, in the PDN files that were indexed on this machine."""
    with Index() as index:
        return in_collections(index, position)


def collection_games(position: Position, most: int) -> tuple[int, list[Found]]:
    """How many there are, colours reversed included, and some of them."""
    query = Query(position=position, reversed=True)
    with Index() as index:
        return index.count(query), list(islice(index.find(query), most))


def tallies(position: Position) -> Tallies:
    """Of every legal move, in collections and in the user's own games, also those just played."""
    with closing(_library()) as db:
        own = library.continuations(db, THE_USER, position)
    return added(own, collection_tallies(position))


def games_through(position: Position, most: int) -> Through:
    with closing(_library()) as db:
        total, own = library.games_through(db, THE_USER, position, most)
    others, found = collection_games(position, most - len(own))
    return Through(total + others, own, found)


def _library() -> sqlite3.Connection:
    path = home_path()
    schema.prepare(path)
    db = schema.connect(path)
    library.bring_up_to_date(db, shelf_beside(path))
    return db
