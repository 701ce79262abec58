"""Searching files of games, one after another, without an index."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from crownhead.record.pdn.parser import parse, read_headers
from crownhead.record.pdn.signatures import Tracer
from crownhead.record.pdn.source import RawGame, raw_games
from crownhead.record.pdn.tree import TreeBuilder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from crownhead.record.collection.query import Query
    from crownhead.record.game.game import Game


class Found(NamedTuple):
    """A game that fits."""

    path: Path
    raw: RawGame

    def game(self) -> Game:
        return parse(self.raw, TreeBuilder())


def search(
    files: Iterable[Path], query: Query, progress: Callable[[int], None] = lambda characters: None
) -> Iterator[Found]:
    """The games that fit, in the order of the files. `progress` hears how many characters have been read."""
    for path in files:
        for raw in raw_games(path):
            if fits(raw, query):
                yield Found(path, raw)
            progress(len(raw.text))


def fits(raw: RawGame, query: Query) -> bool:
    """Looks at the tags first, and at the moves only where they matter."""
    headers = read_headers(raw)
    if not query.fits_names(headers):
        return False
    if not query.needs_moves and (not query.result or headers.get("Result")):
        return query.fits_result(headers)
    trace = parse(raw, Tracer())
    return query.fits_result(trace.headers) and query.fits_moves(trace)
