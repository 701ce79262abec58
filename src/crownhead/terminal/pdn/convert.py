"""crownhead pdn convert and merge: files written anew, as the standard has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from crownhead.terminal.pdn.files import (
    collected,
    file_argument,
    files_argument,
    output_option,
    reading,
    result_option,
    write_games,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from crownhead.record.game.game import Game

roster_option = click.option(
    "--roster",
    is_flag=True,
    help="Give every game the seven tags and the GameType that a record should have.",
)


@click.command()
@file_argument
@output_option
@result_option
@roster_option
def convert(file: Path, output: str, result_at_end: bool, roster: bool) -> None:
    """Write a file anew, in the one form that PDN 3.0 has.

    Everything is kept: tags, variations, comments, annotations. The output may be the file itself, which is
    replaced only when all has been written.

    \b
    Examples:
      crownhead pdn convert old.pdn -o new.pdn
      crownhead pdn convert old.pdn.gz --result-at-end
    """
    _write([file], output, result_at_end=result_at_end, roster=roster, unique=False)


@click.command()
@files_argument
@output_option
@result_option
@roster_option
@click.option(
    "--unique", is_flag=True, help="Leave out games with the same players and moves as an earlier one."
)
def merge(files: tuple[Path, ...], output: str, result_at_end: bool, roster: bool, unique: bool) -> None:
    """Put the games of several files into one.

    \b
    Examples:
      crownhead pdn merge a.pdn b.pdn.gz -o all.pdn
      crownhead pdn merge --unique collection/ -o all.pdn
    """
    _write(collected(files), output, result_at_end=result_at_end, roster=roster, unique=unique)


def _write(paths: list[Path], output: str, *, result_at_end: bool, roster: bool, unique: bool) -> None:
    with reading(paths) as progress:
        games: Iterable[Game] = _games(paths, progress)
        if unique:
            games = _without_repeats(games)
        if roster:
            games = map(_with_roster, games)
        count = write_games(games, output, result_at_end=result_at_end)
    if output != "-":
        click.echo(f"{count} games written to {output}")


def _games(paths: Iterable[Path], progress: Callable[[int], None]) -> Iterator[Game]:
    from crownhead.record.pdn.parser import parse
    from crownhead.record.pdn.reader import is_empty
    from crownhead.record.pdn.source import raw_games
    from crownhead.record.pdn.tree import TreeBuilder

    for path in paths:
        for raw in raw_games(path):
            game = parse(raw, TreeBuilder())
            progress(len(raw.text))
            if not is_empty(game):
                yield game


def _without_repeats(games: Iterable[Game]) -> Iterator[Game]:
    seen: set[int] = set()
    for game in games:
        players = tuple(game.headers.get(name, "").casefold() for name in ("Black", "White", "Date"))
        line = tuple(node.notation for node in game.mainline())
        value = hash((players, game.position, line))
        if value not in seen:
            seen.add(value)
            yield game


def _with_roster(game: Game) -> Game:
    from crownhead.record.game.game import AMERICAN
    from crownhead.record.game.headers import ROSTER

    for name, unknown in {**ROSTER, "GameType": AMERICAN}.items():
        game.headers.setdefault(name, unknown)
    return game
