"""From a file of games to their reviews, in the terminal and in files."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from crownhead.engine import Limit
from crownhead.errors import PDNError
from crownhead.files import replacing
from crownhead.picture import graph, graph_png
from crownhead.record import pdn
from crownhead.study.review import annotate, boards_of, reviewed
from crownhead.terminal.study import report, words
from crownhead.terminal.study.journal import Journal
from crownhead.terminal.study.opinions import Thinkers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crownhead.record.board import Board
    from crownhead.record.game.game import Game
    from crownhead.study.review import Review

ENOUGH = Limit(nodes=500_000)


def study(name: str, limit: Limit, jobs: int | None, out: str | None) -> None:
    """Goes through every game of a file, says what it found, and writes it into a directory if one is named."""
    source = Path(name)
    directory = _made(Path(out)) if out is not None else None
    total, positions = _counted(source)
    journal = Journal(directory / "journal.jsonl" if directory else None)
    with _progress(positions) as told:
        _think(source, limit, jobs or os.cpu_count() or 1, journal, told)
    for number, (game, review) in enumerate(_reviews(source, limit, journal), 1):
        lines = words.whole(game, review) if total == 1 else [words.row(number, game, review)]
        for line in lines:
            click.echo(line)
    if directory is not None:
        _write(source, limit, journal, directory, total)
        click.echo(f"\nWritten to {directory}: report.html, annotated.pdn, and the graph of each game.")


def playable(source: Path) -> Iterator[tuple[Game, list[Board]]]:
    """Games of American checkers, with the boards of their main lines."""
    for game in pdn.games(source):
        if game.position is not None:
            yield game, boards_of(game)


def _counted(source: Path) -> tuple[int, int]:
    games = positions = 0
    for _, boards in playable(source):
        games += 1
        positions += len(boards)
    if not games:
        raise PDNError(
            f"{source}: there is no game of American checkers in it", file=str(source), problems=[]
        )
    return games, positions


def _think(source: Path, limit: Limit, jobs: int, journal: Journal, told: Callable[[int], None]) -> None:
    """Fills the journal with what it does not hold yet."""

    def missing() -> Iterator[list[Board]]:
        for _, boards in playable(source):
            if journal.get(boards, limit) is None:
                yield boards
            else:
                told(len(boards))

    with Thinkers(jobs, limit) as thinkers:
        for boards, found in thinkers.opinions(missing(), told):
            journal.add(boards, limit, found)


def _reviews(source: Path, limit: Limit, journal: Journal) -> Iterator[tuple[Game, Review]]:
    for game, boards in playable(source):
        found = journal.get(boards, limit)
        assert found is not None
        yield game, reviewed(boards, found)


@contextmanager
def _progress(positions: int) -> Iterator[Callable[[int], None]]:
    """A bar with the time that is left, on stderr, where that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(file=sys.stderr)
    columns = (TextColumn("positions"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("positions", total=positions)
        yield lambda more: progress.advance(task, more)


# -- files ---------------------------------------------------------------------------------------------


def _made(directory: Path) -> Path:
    directory.mkdir(parents=True, exist_ok=True)
    return directory


def _write(source: Path, limit: Limit, journal: Journal, directory: Path, total: int) -> None:
    pdn.write(_annotated(source, limit, journal), directory / "annotated.pdn")
    with replacing(directory / "report.html") as file:
        for part in report.page(
            _reviews(source, limit, journal), f"{source.name}, gone through by crownhead"
        ):
            file.write(part.encode())
    for number, (_, review) in enumerate(_reviews(source, limit, journal), 1):
        stem = "graph" if total == 1 else f"graph-{number:04}"
        drawn = report.values(review), report.marks(review)
        with replacing(directory / f"{stem}.svg") as file:
            file.write(graph.svg(*drawn).encode())
        with replacing(directory / f"{stem}.png") as file:
            file.write(graph_png.png(*drawn))


def _annotated(source: Path, limit: Limit, journal: Journal) -> Iterator[Game]:
    for game, review in _reviews(source, limit, journal):
        annotate(game, review)
        yield game
