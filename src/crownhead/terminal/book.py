"""crownhead book: grow opening books, look into them, join them."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from crownhead.book.book import SHIPPED, Book
from crownhead.book.build import KEEP_MARGIN, BookBuilder
from crownhead.book.exchange import count_games, lines_from, read_csv, read_pdn, write_csv, write_pdn
from crownhead.book.file import load, save
from crownhead.book.record import WON, merged
from crownhead.errors import CrownheadError
from crownhead.files import data_directory
from crownhead.jobs import Work
from crownhead.record.openings.opening import openings
from crownhead.rules.position import Position
from crownhead.terminal.arguments import position_of
from crownhead.terminal.cluster import cluster_option, other_version_option, pool_of
from crownhead.terminal.output import write_file
from crownhead.terminal.progress import WorkDisplay

if TYPE_CHECKING:
    from crownhead.book.book import BookMove
    from crownhead.jobs import Pool

ORIGINS = {"SEARCHED": "searched", "BACKED_UP": "backed up", "PLAYED": "from games", "BY_HAND": "by hand"}


def book_option(command: click.decorators.FC) -> click.decorators.FC:
    return click.option(
        "--book",
        "path",
        type=click.Path(dir_okay=False, path_type=Path),
        help="The book (default: your own, or else the one that comes with crownhead).",
    )(command)


@click.group()
def book() -> None:
    """Build, inspect and merge opening books."""


def roots() -> list[Position]:
    """Where a book begins: the start and all 174 three-move openings."""
    return [Position.start(), *(opening.position for opening in openings())]


@book.command()
@click.option(
    "--positions",
    type=click.IntRange(1),
    default=100_000,
    show_default=True,
    help="Number of positions to grow to.",
)
@click.option("--hours", type=click.FloatRange(0, min_open=True), help="Stop after this many hours.")
@click.option(
    "--nodes",
    type=click.IntRange(1),
    default=25_000,
    show_default=True,
    help="Nodes to search for each move.",
)
@click.option("--processes", type=click.IntRange(1, 256), help="Number of processes (default: all cores).")
@cluster_option
@click.option(
    "--margin",
    type=click.IntRange(0, 1000),
    default=KEEP_MARGIN,
    show_default=True,
    help="Leave out moves that are worse than the best by more than this (hundredths of a man).",
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="The book (default: your own).")
@other_version_option
def build(
    positions: int,
    hours: float | None,
    nodes: int,
    processes: int | None,
    cluster: str | None,
    margin: int,
    out: Path | None,
    other_version: bool,
) -> None:
    """Grow a book from the start and from all 174 three-move openings.

    What has been searched stays in a journal beside the book. A build that was stopped or killed goes on where it
    was; give it more positions to let the book grow on.

    \b
    Examples:
      crownhead book build --hours 8
      crownhead book build --positions 1000000 --out my.book
    """
    path = out or data_directory() / SHIPPED
    path.parent.mkdir(parents=True, exist_ok=True)
    journal = path.with_name(path.name + ".journal")
    with BookBuilder(journal, roots(), nodes, other_version=other_version) as builder:
        click.echo(f"{path}: {len(builder):,} positions of {positions:,}. Ctrl-C stops and loses nothing.")
        with suppress(KeyboardInterrupt), pool_of(cluster, processes, own_data=False) as pool:
            _grow(builder, pool, positions, hours)
        if len(builder):
            builder.write(path, margin=margin, made_by="crownhead book build")
            click.echo(f"{path}: {len(builder):,} positions, {path.stat().st_size:,} bytes")


def _grow(builder: BookBuilder, pool: Pool, positions: int, hours: float | None) -> None:
    from crownhead.engine.move_scores import ScoreMoves

    seconds = 3600 * hours if hours else float("inf")
    with WorkDisplay("positions", positions, pool, before=len(builder)) as display:
        for progress in builder.grow(
            pool, Work(ScoreMoves(builder.nodes)), positions=positions, seconds=seconds
        ):
            display.show(progress.positions)


@book.command()
@click.argument("fen", required=False)
@book_option
def show(fen: str | None, path: Path | None) -> None:
    """Show what the book knows of a position.

    \b
    Examples:
      crownhead book show
      crownhead book show "W:W21-32:B1-10,12,15"
    """
    position = position_of(fen)
    moves = Book.open(path).moves(position)
    if not moves:
        raise CrownheadError(f"{position.fen} is not in the book")
    for known in moves:
        games = (
            f"  +{known.wins} ={known.draws} -{known.losses}"
            if known.wins + known.draws + known.losses
            else ""
        )
        how = (
            f"{ORIGINS[known.origin.name]}, depth {known.depth}"
            if known.depth
            else ORIGINS[known.origin.name]
        )
        click.echo(f"{position.notation(known.move):<8} {shown_score(known):>6}  {how}{games}")


def shown_score(known: BookMove) -> str:
    """In men, for the side that moves."""
    if abs(known.score) >= WON:
        return "wins" if known.score > 0 else "loses"
    return f"{known.score / 100:+.2f}"


@book.command()
@click.argument(
    "books", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option(
    "--out", required=True, type=click.Path(dir_okay=False, path_type=Path), help="The book to write."
)
def merge(books: tuple[Path, ...], out: Path) -> None:
    """Join books: the deeper score of a move stays, and counts of games are added."""
    everything, recipes = load(books[0])
    for path in books[1:]:
        for key, moves in load(path)[0].items():
            everything[key] = merged(everything.get(key, []), moves)
    save(out, everything, {"merged": [path.name for path in books], "first": recipes})
    click.echo(f"{out}: {len(everything):,} positions")


@book.command()
@click.argument(
    "games", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option(
    "--out", required=True, type=click.Path(dir_okay=False, path_type=Path), help="The book to add to."
)
@click.option(
    "--plies",
    type=click.IntRange(1, 400),
    default=30,
    show_default=True,
    help="Plies to take from each game.",
)
def add(games: tuple[Path, ...], out: Path, plies: int) -> None:
    """Count the moves of games in PDN files, with their results, into a book."""
    records, recipe = load(out) if out.exists() else ({}, {})
    counted = 0
    for path in games:
        counted += count_games(path, records, plies)
    save(out, records, recipe)
    click.echo(f"{out}: {counted:,} games counted, {len(records):,} positions")


@book.command()
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--fen", help="Start from this position (default: the start of the game).")
@click.option("--most", type=click.IntRange(1), default=10_000, show_default=True, help="Most positions.")
@book_option
def export(out: Path, fen: str | None, most: int, path: Path | None) -> None:
    """Write what follows from a position as PDN with variations (.pdn), or one line a move (.csv)."""
    opened = Book.open(path)
    if out.suffix.lower() == ".csv":
        text = write_csv(lines_from(opened, position_of(fen), most))
    elif out.suffix.lower() == ".pdn":
        text = write_pdn(opened, position_of(fen), most)
    else:
        raise click.UsageError(f"{out.name}: the name must end in .pdn or .csv", click.get_current_context())
    write_file(str(out), text)


@book.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--out", required=True, type=click.Path(dir_okay=False, path_type=Path), help="The book to add to."
)
def import_(file: Path, out: Path) -> None:
    """Read moves with scores from a file that book export wrote, or that you wrote: .csv or .pdn.

    In PDN the comment of a move is its score in men, for example {+0.12}. The deeper score of a move stays.
    """
    if file.suffix.lower() == ".csv":
        try:
            found = read_csv(file.read_text(encoding="utf-8"))
        except (CrownheadError, UnicodeDecodeError) as error:
            raise CrownheadError(f"{file}: {error}") from None
    elif file.suffix.lower() == ".pdn":
        found = read_pdn(file)
    else:
        raise click.UsageError(f"{file.name}: the name must end in .pdn or .csv", click.get_current_context())
    if not found:
        raise CrownheadError(f"{file}: no move in it has a score")
    records, recipe = load(out) if out.exists() else ({}, {})
    for key, moves in found.items():
        records[key] = merged(records.get(key, []), moves)
    save(out, records, recipe)
    click.echo(f"{out}: {len(found):,} positions read, {len(records):,} positions")


@book.command()
@book_option
def check(path: Path | None) -> None:
    """Check the whole file of a book."""
    opened = Book.open(path)
    click.echo(f"{opened.path}: sound, {len(opened):,} positions")


@book.command()
@book_option
def stats(path: Path | None) -> None:
    """Say how large a book is, how it was made, and how much it knows of each opening."""
    opened = Book.open(path)
    records, recipe = load(opened.path)
    moves = sum(map(len, records.values()))
    click.echo(
        f"{opened.path}: {len(records):,} positions, {moves:,} moves, {opened.path.stat().st_size:,} bytes"
    )
    for name, value in sorted(recipe.items()):
        click.echo(f"  {name}: {value}")
    known = sum(bool(opened.moves(opening.position)) for opening in openings())
    click.echo(f"  openings of three moves known: {known} of {len(openings())}")
