"""crownhead pdn split: the games of a file in several."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from crownhead.terminal.pdn.files import file_argument, result_option

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crownhead.record.game.game import Game

_UNSAFE = re.compile(r"[^\w.-]+")
_LONGEST_NAME = 80


@click.command()
@file_argument
@click.option(
    "-d",
    "--directory",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="Where to write.",
)
@click.option("--games", type=click.IntRange(1), metavar="N", help="Number of games in each file.")
@click.option(
    "--by", metavar="TAG", help="One file for each value of this tag, such as Event or Black; Year for dates."
)
@result_option
def split(file: Path, directory: Path, games: int | None, by: str | None, result_at_end: bool) -> None:
    """Put the games of a file into several.

    So many games go into each, or those with one value of a tag. Files that are there already are replaced.

    \b
    Examples:
      crownhead pdn split all.pdn --games 100 -d parts
      crownhead pdn split all.pdn --by Event -d events
    """
    from crownhead.record.pdn import write

    if (games is None) == (by is None):
        raise click.UsageError("say either --games or --by", click.get_current_context())
    directory.mkdir(parents=True, exist_ok=True)
    parts = _by_number(file, games) if games is not None else _by_tag(file, by or "")
    count = 0
    for name, part in parts:
        write(part, directory / f"{name}.pdn", result_at_end=result_at_end)
        count += 1
    click.echo(f"{count} files written to {directory}")


def _by_number(file: Path, games: int) -> Iterator[tuple[str, list[Game]]]:
    from crownhead.record.pdn import games as read

    stem = file.name.removesuffix(".gz").removesuffix(".pdn")
    source = iter(read(file))
    number = 0
    while part := list(islice(source, games)):
        number += 1
        yield f"{stem}-{number:04}", part


def _by_tag(file: Path, tag: str) -> Iterator[tuple[str, Iterator[Game]]]:
    """The tags are read first and the games of each file then, so that memory stays small."""
    from crownhead.record.pdn.parser import parse, read_headers
    from crownhead.record.pdn.source import Place, raw_games, raw_games_at
    from crownhead.record.pdn.tree import TreeBuilder

    places: dict[str, list[Place]] = {}
    for raw in raw_games(file):
        headers = read_headers(raw)
        value = headers.get("Date", "")[:4] if tag == "Year" else headers.get(tag, "")
        places.setdefault(_file_name(value), []).append((raw.line, raw.offset, len(raw.text)))
    for name, found in places.items():
        yield name, (parse(raw, TreeBuilder()) for raw in raw_games_at(file, found))


def _file_name(value: str) -> str:
    """A name that every system takes; values that differ in nothing else come into one file."""
    return _UNSAFE.sub("_", value).strip("._")[:_LONGEST_NAME] or "unknown"
