"""crownhead pdn check: what is wrong with files of games, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from crownhead.terminal.failure import printable
from crownhead.terminal.pdn.files import collected, files_argument, reading

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from crownhead.record.game.problems import RecordProblem


@click.command()
@files_argument
@click.option(
    "--strict", is_flag=True, help="Report everything the standard does not allow, not only damage."
)
@click.option("-q", "--quiet", is_flag=True, help="Print only the totals.")
def check(files: tuple[Path, ...], strict: bool, quiet: bool) -> None:
    """Say what is wrong with files of games, and where.

    Each line names file, line and column. Damage is what could not be understood. With --strict there is also
    what the reader forgives: moves and tags that are not written as PDN 3.0 has them. The exit code is 1 if
    anything was reported, else 0.

    \b
    Examples:
      crownhead pdn check games.pdn
      crownhead pdn check --strict collection/
    """
    found = 0
    paths = collected(files)
    with reading(paths) as progress:
        for path in paths:
            found += _check_file(path, strict, quiet, progress)
    if found:
        click.get_current_context().exit(1)


def _check_file(path: Path, strict: bool, quiet: bool, progress: Callable[[int], None]) -> int:
    from crownhead.errors import PDNError
    from crownhead.record.pdn.parser import parse
    from crownhead.record.pdn.source import raw_games
    from crownhead.record.pdn.tree import TreeBuilder

    games = moves = forgiven = reported = 0
    try:
        for raw in raw_games(path):
            game = parse(raw, TreeBuilder())
            games += 1
            moves += len(game.moves)
            forgiven += sum(problem.severity.value == "forgiven" for problem in game.problems)
            shown = [problem for problem in game.problems if _counts(problem, strict)]
            reported += len(shown)
            if not quiet:
                for problem in shown:
                    click.echo(printable(f"{path}:{problem}"))
            progress(len(raw.text))
    except PDNError as error:
        reported += 1
        click.echo(printable(str(error)))
    kept = "" if strict else f", {forgiven} forgiven"
    click.echo(f"{printable(str(path))}: {games} games, {moves} moves, {reported} reported{kept}")
    return reported


def _counts(problem: RecordProblem, strict: bool) -> bool:
    return problem.is_damage or (strict and problem.severity.value == "forgiven")
