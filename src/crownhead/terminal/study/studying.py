"""From a file of games to their reviews, in the terminal and in files."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from crownhead.errors import CrownheadError
from crownhead.files import replacing
from crownhead.picture import graph, graph_png
from crownhead.record import pdn
from crownhead.record.library.home import home_path
from crownhead.study.library import open_library
from crownhead.study.review import GamesFile, html, review_data
from crownhead.terminal.cluster import pool_of
from crownhead.terminal.progress import WorkDisplay
from crownhead.terminal.study import report, words
from crownhead.terminal.study.certificates import certificates

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crownhead.engine import Limit


def study(
    name: str,
    limit: Limit,
    jobs: int | None,
    cluster: str | None,
    out: str | None,
    as_json: bool,
    prove: bool = False,
) -> None:
    """Reviews every game of a file, says what it found, and writes it into a directory if one is named."""
    directory = _made(Path(out)) if out is not None else None
    with GamesFile(name, limit, directory / "review.journal" if directory else None) as games:
        total, positions = games.count()
        with pool_of(cluster, jobs) as pool, WorkDisplay("searches", positions, pool) as display:
            games.think(pool, display.advance)
        for line in _json(games) if as_json else _words(games, total):
            click.echo(line)
        _keep(games, limit)
        if directory is not None:
            _write(games, directory, total)
            click.echo(
                f"\nWritten to {directory}: report.html, annotated.pdn, and the graph of each game.",
                err=as_json,
            )
            if prove:
                for line in certificates(games.reviews(), directory / "proofs"):
                    click.echo(line, err=as_json)


def _keep(games: GamesFile, limit: Limit) -> None:
    """With the same games in the library, where they count for their players."""
    if not home_path().exists():
        return
    try:
        with open_library() as library:
            for game, boards, found in games.found():
                names = (game.headers.get("Black", "?"), game.headers.get("White", "?"))
                library.keep(names, boards, limit, found)
    except (CrownheadError, sqlite3.Error) as error:
        click.echo(f"The reviews were not kept in the library: {error}", err=True)


def _words(games: GamesFile, total: int) -> Iterator[str]:
    for number, (game, review) in enumerate(games.reviews(), 1):
        if total == 1:
            yield from words.whole(game, review)
        else:
            yield words.row(number, game, review)


def _json(games: GamesFile) -> Iterator[str]:
    """One game a line."""
    for game, review in games.reviews():
        data = {"title": words.title(game), "review": review_data(review)}
        yield msgspec.json.encode(data).decode()


# -- files ---------------------------------------------------------------------------------------------


def _made(directory: Path) -> Path:
    directory.mkdir(parents=True, exist_ok=True)
    return directory


def _write(games: GamesFile, directory: Path, total: int) -> None:
    pdn.write(games.annotated(), directory / "annotated.pdn")
    with replacing(directory / "report.html") as file:
        for part in report.page(games.reviews(), f"{games.name}, reviewed by crownhead"):
            file.write(part.encode())
    for number, (_, review) in enumerate(games.reviews(), 1):
        stem = "graph" if total == 1 else f"graph-{number:04}"
        drawn = html.values(review), html.marks(review)
        with replacing(directory / f"{stem}.svg") as file:
            file.write(graph.svg(*drawn).encode())
        with replacing(directory / f"{stem}.png") as file:
            file.write(graph_png.png(*drawn))
