"""crownhead pdn stats: what a collection holds, in numbers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from crownhead.terminal.failure import printable
from crownhead.terminal.pdn.files import collected, files_argument, reading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from crownhead.record.collection.statistics import CollectionStatistics

RESULTS = {
    "1-0": "Black won",
    "0-1": "White won",
    "1/2-1/2": "drawn",
    "0-0": "lost by both",
    "*": "no result",
}


@click.command()
@files_argument
@click.option(
    "--most", type=click.IntRange(1), default=10, help="How many openings and players to list (default: 10)."
)
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def stats(files: tuple[Path, ...], most: int, as_json: bool) -> None:
    """Count results, lengths, openings and players.

    \b
    Examples:
      crownhead pdn stats games.pdn
      crownhead pdn stats --json collection/
    """
    paths = collected(files)
    with reading(paths) as progress:
        tally = _tally(paths, progress)
    if as_json:
        click.echo(json.dumps(tally.as_dict(), indent=2, ensure_ascii=False))
    else:
        click.echo("\n".join(map(printable, _lines(tally, most))))


def _tally(paths: Iterable[Path], progress: Callable[[int], None]) -> CollectionStatistics:
    from crownhead.record.collection.statistics import CollectionStatistics
    from crownhead.record.pdn.parser import parse
    from crownhead.record.pdn.signatures import Tracer
    from crownhead.record.pdn.source import raw_games

    tally = CollectionStatistics()
    for path in paths:
        for raw in raw_games(path):
            tally.add(parse(raw, Tracer()))
            progress(len(raw.text))
    return tally


def _lines(tally: CollectionStatistics, most: int) -> list[str]:
    lines = [f"{tally.games} games, {tally.moves} moves"]
    if tally.moves:
        lines.append(
            f"median length {tally.median_length:g} moves of both sides, longest {max(tally.lengths)}"
        )
    if tally.years:
        lines.append(f"years {min(tally.years)} to {max(tally.years)}")
    results = [(RESULTS.get(result, result), count) for result, count in tally.results.most_common()]
    lines += _table("Results", results, tally.games)
    lines += _table("Openings", tally.named_openings(most), tally.games)
    lines += _table("Players", tally.players.most_common(most), tally.games)
    return lines


def _table(title: str, rows: list[tuple[str, int]], games: int) -> list[str]:
    if not rows:
        return []
    return ["", title, *(f"{count:8}  {100 * count / games:5.1f}%  {name}" for name, count in rows)]
