"""crownhead tablebase: build endgame databases, verify them, look into them."""

from __future__ import annotations

import os
import re
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from crownhead import _core
from crownhead.errors import TablebaseError
from crownhead.rules.piece import MOST_PIECES
from crownhead.tablebase import report
from crownhead.tablebase.build import GIGABYTE, Plan
from crownhead.tablebase.cost import costs
from crownhead.tablebase.folder import default_folder, tables_in
from crownhead.tablebase.slices import FEWEST_PIECES, Slice
from crownhead.tablebase.tablebase import Tablebase
from crownhead.tablebase.verify import verify as verified
from crownhead.terminal.arguments import position_of
from crownhead.terminal.cluster import cluster_option, pool_of
from crownhead.terminal.output import write_file
from crownhead.terminal.play.words import count
from crownhead.terminal.progress import WorkDisplay

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crownhead.jobs import Pool
    from crownhead.tablebase.folder import Statistics
    from crownhead.tablebase.verify import Verified


def folder_option(command: Callable[..., None]) -> Callable[..., None]:
    text = "Directory of the database; the user's own unless given."
    return click.option("--folder", type=click.Path(file_okay=False, path_type=Path), help=text)(command)


threads_option = click.option(
    "--threads",
    type=click.IntRange(1, 256),
    default=lambda: os.cpu_count() or 1,
    show_default="all processors",
    help="Threads to use.",
)


def memory_of(ctx: click.Context, param: click.Parameter, value: str) -> int:
    """Bytes, from an amount such as 8G, 512M or 1.5G."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([MG])B?", value.upper())
    if not match:
        raise click.BadParameter(f"{value!r} is no amount of memory: write 8G or 512M", ctx, param)
    return int(float(match[1]) * {"M": 2**20, "G": GIGABYTE}[match[2]])


@click.group()
def tablebase() -> None:
    """Build, verify and inspect endgame databases."""


def slices_of(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[Slice, ...]:
    try:
        return tuple(Slice.from_pieces(text) for text in value)
    except ValueError as error:
        raise click.BadParameter(str(error), ctx, param) from None


@tablebase.command()
@click.option(
    "--pieces", type=click.IntRange(FEWEST_PIECES, MOST_PIECES), help="Build for up to this many pieces."
)
@click.option(
    "--slices",
    multiple=True,
    metavar="PIECES",
    callback=slices_of,
    help="Build only these pieces and what they lead to, for example KKKKvKKK (K king, M man). May be repeated.",
)
@click.option(
    "--dtw",
    type=click.IntRange(0, MOST_PIECES),
    help="Store distances for up to this many pieces (default: 5).",
)
@click.option("--memory", callback=memory_of, default="8G", show_default=True, help="Most memory to use.")
@threads_option
@cluster_option
@folder_option
def build(
    pieces: int | None,
    slices: tuple[Slice, ...],
    dtw: int | None,
    memory: int,
    threads: int,
    cluster: str | None,
    folder: Path | None,
) -> None:
    """Build a database, or go on with one.

    Win, loss or draw for every position, and the number of plies to the end where --dtw asks for it. What has
    been built stays; a build that was interrupted or killed goes on where it was. Without --pieces and --slices,
    nothing is built: you are told what larger databases would cost here. On a cluster, --memory and --threads are for
    each slice that is being solved.

    \b
    Examples:
      crownhead tablebase build --pieces 6
      crownhead tablebase build --pieces 6 --dtw 6 --memory 4G
      crownhead tablebase build --slices KKKKvKKK --dtw 7
    """
    place = folder or default_folder()
    most = pieces or max((s.pieces for s in slices), default=0)
    if not most:
        return _offer(place, threads)
    plan = Plan(place, most, min(5, most) if dtw is None else dtw, memory, threads, slices)
    click.echo(f"{plan.folder}: {len(plan.steps)} pairs of slices to build, {plan.positions:,} positions")
    if not plan.steps:
        return None
    click.echo(
        f"memory needed {plan.memory_needed / GIGABYTE:.2f} GB, used at most {plan.memory / GIGABYTE:.2f} GB; "
        f"disk at most {plan.disk_needed / 1e6:.0f} MB"
    )
    return _run(plan, cluster)


BRINGS = {
    5: "three against two, with distances to the end of the game",
    6: "three against three; the engine and proofs see endings one capture earlier",
    7: "four against three; they see endings another capture earlier",
}


def _offer(folder: Path, threads: int) -> None:
    """What there is, what larger ones cost here, and what they bring."""
    most = Tablebase(folder).most_pieces
    click.echo(f"{folder}: every position with up to {most} pieces" if most > 1 else f"{folder}: nothing yet")
    missing = costs(folder, threads)
    if not missing:
        return
    click.echo(f"Larger ones, on this machine with {count(threads, 'thread')} and nothing else to do:")
    click.echo(f"  {'pieces':8}{'positions':>16}{'time':>12}{'memory':>10}{'disk':>10}  what it brings")
    for cost in missing:
        memory, disk = f"{cost.memory / GIGABYTE:.1f} GB", f"{cost.disk / 1e6:.0f} MB"
        row = f"{cost.positions:>16,}{_duration(cost.seconds):>12}{memory:>10}{disk:>10}"
        click.echo(f"  {cost.pieces:<8}{row}  {BRINGS[cost.pieces]}")
    click.echo("Build one with, for example, crownhead tablebase build --pieces 6")


def _duration(seconds: float) -> str:
    """In the unit that fits."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min" if seconds < 90 * 60 else f"{seconds / 3600:.1f} h"


def _run(plan: Plan, cluster: str | None) -> None:
    from crownhead.tablebase import spread

    written = positions = 0
    with ExitStack() as stack:
        pool = stack.enter_context(pool_of(cluster, own_data=False)) if cluster else None
        display = stack.enter_context(WorkDisplay("positions", plan.positions, pool))
        for done in spread.build(plan, pool) if pool else plan.run():
            written += done.bytes
            positions += done.step.positions
            display.show(positions, str(done.step.slice))
    click.echo(f"built {plan.positions:,} positions, {written / 1e6:.1f} MB")


@tablebase.command()
@click.option(
    "--pieces",
    type=click.IntRange(FEWEST_PIECES, MOST_PIECES),
    help="Only tables with at most this many pieces.",
)
@click.option("--sample", type=click.IntRange(1), help="Check about this many positions instead of all.")
@threads_option
@cluster_option
@folder_option
def verify(
    pieces: int | None, sample: int | None, threads: int, cluster: str | None, folder: Path | None
) -> None:
    """Check checksums, then that every value is the best of those it leads to."""
    opened = Tablebase.open(folder or default_folder())
    total = sum(1 for table in tables_in(opened.folder) if pieces is None or table.slice.pieces <= pieces)
    tables = checked = 0
    with ExitStack() as stack:
        pool = stack.enter_context(pool_of(cluster, own_data=False)) if cluster else None
        display = stack.enter_context(WorkDisplay("tables", total, pool))
        for result in _verified(opened, pool, pieces, sample, threads):
            tables += 1
            checked += result.checked
            if result.wrong:
                raise TablebaseError(f"{result.table.path}: the value of {result.wrong.fen} is wrong")
            display.show(tables)
    click.echo(f"{tables} tables are sound; {checked:,} positions agree with those they lead to")


def _verified(
    opened: Tablebase, pool: Pool | None, pieces: int | None, sample: int | None, threads: int
) -> Iterator[Verified]:
    if pool is None:
        return verified(opened, pieces=pieces, sample=sample, threads=threads)
    from crownhead.tablebase import spread

    return spread.verify(opened.folder, pool, pieces=pieces, sample=sample, threads=threads)


@tablebase.command()
@folder_option
def info(folder: Path | None) -> None:
    """Say what is there: sizes, counts, the longest wins and their positions."""
    place = folder or default_folder()
    opened = Tablebase.open(place)
    click.echo(f"{place}: every position with up to {opened.most_pieces} pieces")
    statistics = report.statistics_of(place)
    sizes = {(t.slice.pieces, t.distances): 0 for t in tables_in(place)}
    for table in tables_in(place):
        sizes[table.slice.pieces, table.distances] += table.path.stat().st_size
    for pieces in sorted({s.slice.pieces for s in statistics}):
        _tell(pieces, [s for s in statistics if s.slice.pieces == pieces], sizes)


def _tell(pieces: int, statistics: list[Statistics], sizes: dict[tuple[int, bool], int]) -> None:
    wins, losses, draws = (
        sum(n) for n in zip(*((s.wins, s.losses, s.draws) for s in statistics), strict=True)
    )
    names = {False: "WLD", True: "DTW"}
    kinds = [f"{names[kind]} {size / 1e6:.2f} MB" for (n, kind), size in sorted(sizes.items()) if n == pieces]
    counts = f"{wins:,} wins, {losses:,} losses, {draws:,} draws"
    click.echo(f"{pieces} pieces: {wins + losses + draws:,} positions, {counts}; {', '.join(kinds)}")
    _tell_longest("win", [(s.longest_win, s.slice) for s in statistics if s.longest_win])
    _tell_longest("loss", [(s.longest_loss, s.slice) for s in statistics if s.longest_loss])


def _tell_longest(word: str, found: list[tuple[_core.Longest, Slice]]) -> None:
    if found:
        longest, slice = max(found, key=lambda pair: pair[0].plies)
        position = _core.slice_position(slice, longest.number)
        click.echo(f"  longest {word}: {longest.plies} plies, {position.fen}")


@tablebase.command()
@click.argument("fen")
@folder_option
def probe(fen: str, folder: Path | None) -> None:
    """Tell the value of a position, of every move, and the best line."""
    position = position_of(fen)
    opened = Tablebase.open(folder)
    click.echo(opened.probe(position))
    for move, value in opened.moves(position):
        click.echo(f"  {position.notation(move):8} {value}")
    if line := opened.line(position):
        click.echo(" ".join(position.line_notation(line)))


@tablebase.command()
@click.option("--csv", metavar="FILE", help="Write a row for each slice and side to move.")
@click.option("--svg", metavar="FILE", help="Draw a chart of the number of positions at each distance.")
@folder_option
def stats(csv: str | None, svg: str | None, folder: Path | None) -> None:
    """Write the statistics of every slice, as rows or as a picture."""
    place = folder or default_folder()
    Tablebase.open(place)
    statistics = report.statistics_of(place)
    if svg:
        write_file(svg, report.histogram_svg(report.histogram_of(statistics)))
    if csv:
        write_file(csv, report.csv_of(statistics))
    if not (csv or svg):
        click.echo(report.csv_of(statistics), nl=False)
