"""crownhead pdn find: searching collections."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from crownhead.terminal.pdn.files import (
    collected,
    files_argument,
    reading,
    result_option,
    shown_game,
    write_games,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crownhead.record.collection.query import Query
    from crownhead.record.collection.scan import Found
    from crownhead.record.game.game import Game

RESULTS = ("1-0", "0-1", "1/2-1/2", "0-0", "*")


@click.command()
@files_argument
@click.option("--player", default="", help="Part of the name of either player.")
@click.option("--black", default="", help="Part of the name of the player who moves first.")
@click.option("--white", default="", help="Part of the name of the player who moves second.")
@click.option("--event", default="", help="Part of the name of the event.")
@click.option("--site", default="", help="Part of the name of the place.")
@click.option(
    "--date", default="", help="Beginning of the date, for example 1855 or 1855.03, or a range: 1855..1870."
)
@click.option(
    "--result", type=click.Choice(RESULTS), default=None, help="Result of the game; 1-0 means that Black won."
)
@click.option("--opening", metavar="OPENING", help="Number, part of the name, or first moves of the opening.")
@click.option("--position", metavar="FEN", help="A position that was on the board.")
@click.option(
    "--material", metavar="PIECES", help="Men and kings that were on the board, for example bbB-wW."
)
@click.option(
    "--reversed",
    "also_reversed",
    is_flag=True,
    help="Also find the position or material with the colours exchanged.",
)
@click.option("--variations", is_flag=True, help="Also look in variations.")
@click.option("--index", type=click.Path(dir_okay=False, path_type=Path), help="Keep the index in this file.")
@click.option("--no-index", is_flag=True, help="Read all files and do not keep an index.")
@click.option(
    "-o", "--output", metavar="FILE", help="Write the games as PDN to FILE (- for standard output)."
)
@result_option
def find(
    files: tuple[Path, ...],
    index: Path | None,
    no_index: bool,
    output: str | None,
    result_at_end: bool,
    **wanted: Any,
) -> None:
    """Search files for players, openings, positions and more.

    The games that have all that is asked for are listed, or written as PDN. An index in the data directory
    makes the second search of the same files instant; files that have changed are read again. The exit code
    is 1 if no game fits.

    \b
    Examples:
      crownhead pdn find --player tinsley --result 1-0 --date 1970..1980 collection/
      crownhead pdn find --opening "White Doctor" games.pdn -o doctor.pdn
      crownhead pdn find --position "W:W18,24:BK10" --reversed collection/
      crownhead pdn find --material BB-W collection/
    """
    query = _query(**wanted)
    paths = collected(files)
    found = _without_index(paths, query) if no_index else _with_index(paths, query, index)
    count = (
        _list(found) if output is None else write_games(_games(found), output, result_at_end=result_at_end)
    )
    if output != "-":
        click.echo(f"{count} games found", err=True)
    if not count:
        click.get_current_context().exit(1)


def _query(
    *,
    opening: str | None,
    position: str | None,
    material: str | None,
    also_reversed: bool,
    result: str | None,
    **rest: Any,
) -> Query:
    from crownhead.record.collection.query import Query, openings_named
    from crownhead.rules.material import Material
    from crownhead.rules.position import Position

    try:
        if opening is not None:
            openings_named(opening)
        pieces = None if material is None else Material.parse(material)
    except ValueError as error:
        raise click.UsageError(str(error), click.get_current_context()) from error
    board = None if position is None else Position.from_fen(position)
    return Query(
        opening=opening or "",
        position=board,
        material=pieces,
        reversed=also_reversed,
        result=result or "",
        **rest,
    )


def _without_index(paths: list[Path], query: Query) -> Iterator[Found]:
    from crownhead.record.collection.scan import search

    with reading(paths) as progress:
        yield from search(paths, query, progress)


def _with_index(paths: list[Path], query: Query, place: Path | None) -> Iterator[Found]:
    from crownhead.record.collection.index import Index

    with Index(place) as index:
        if outdated := index.outdated(paths):
            with reading(outdated) as progress:
                index.update(outdated, progress)
        yield from index.find(query, paths)


def _list(found: Iterable[Found]) -> int:
    count = 0
    for each in found:
        count += 1
        click.echo(shown_game(each))
    return count


def _games(found: Iterable[Found]) -> Iterator[Game]:
    return (each.game() for each in found)
