"""crownhead analyse: the best lines of a position, deeper and deeper; or a file of games, move by move."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from crownhead.terminal.arguments import names_a_file, position_of, refuse
from crownhead.terminal.cluster import cluster_option
from crownhead.terminal.output import writable
from crownhead.terminal.prove import certify

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.table import Table

    from crownhead.engine import Info, Limit
    from crownhead.rules.position import Position
    from crownhead.tablebase import Tablebase


@click.command()
@click.argument("what", metavar="[FEN | FILE.pdn]", required=False)
@click.option(
    "--lines", type=click.IntRange(1, 48), default=3, show_default=True, help="How many lines to show."
)
@click.option("--time", type=click.FloatRange(0.0, min_open=True), help="Seconds to think.")
@click.option("--depth", type=click.IntRange(1), help="Plies to search.")
@click.option("--nodes", type=click.IntRange(1), help="Positions to look at.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="Threads to use.")
@click.option(
    "--hash",
    "hash_mb",
    type=click.IntRange(1),
    default=64,
    show_default=True,
    help="Size of the transposition table in MB.",
)
@click.option("--out", "-o", metavar="DIR", help="Games: write a report, annotated games and graphs to DIR.")
@click.option("--jobs", type=click.IntRange(1, 256), help="Games: number of processes (default: all cores).")
@cluster_option
@click.option("--prove", is_flag=True, help="Also prove who wins. Games: where a result became certain.")
@click.option("--proof", metavar="FILE", help="A position: prove who wins and write the certificate to FILE.")
@click.option("--json", "as_json", is_flag=True, help="Games: print each review as one line of JSON.")
def analyse(
    what: str | None,
    lines: int,
    time: float | None,
    depth: int | None,
    nodes: int | None,
    threads: int,
    hash_mb: int,
    out: str | None,
    jobs: int | None,
    cluster: str | None,
    prove: bool,
    proof: str | None,
    as_json: bool,
) -> None:
    """Show the best lines of a position, or review games.

    A position is analysed deeper and deeper; without a limit until Ctrl-C. Scores are in men, seen by the
    player to move. Where the output is no terminal, each line of each iteration is one line of text.

    The games of a file are reviewed move by move: faults are graded, with the better line. The same game always gets
    the same review, so --time is only for positions. With --out, what is found is kept there game by game: the same
    command again goes on where it was interrupted.

    A result that is proved is called so. --prove looks for a proof, for as long as --time says or for a minute, before
    the position is analysed; --proof FILE also writes a certificate that crownhead prove --check accepts. Of games,
    --prove with --out writes a certificate for each position at which a result became certain.

    \b
    Examples:
      crownhead analyse --time 5
      crownhead analyse "W:WK15,20:BK28,12" --lines 1 --depth 60
      crownhead analyse "W:WK15,20:BK28,12" --time 5 --proof win.proof
      crownhead analyse game.pdn
      crownhead analyse games.pdn --nodes 2000000 -o study
    """
    from crownhead.engine import Limit

    unlimited = time is None and depth is None and nodes is None
    limit = Limit(time=time, depth=depth, nodes=nodes, infinite=unlimited)
    if what is not None and names_a_file(what):
        from crownhead.study.review import ENOUGH
        from crownhead.terminal.study.studying import study

        refuse({"--time": time}, "positions: a review is limited by --nodes or --depth")
        refuse({"--proof": proof}, "positions: --prove writes certificates to --out")
        if prove and out is None:
            reason = "of games, --prove needs --out: a directory for the certificates"
            raise click.UsageError(reason, click.get_current_context())
        study(what, ENOUGH if unlimited else limit, jobs, cluster, out, as_json, prove)
    else:
        refuse({"--out": out, "--jobs": jobs, "--cluster": cluster, "--json": as_json}, "files of games")
        position = position_of(what)
        if prove or proof is not None:
            certify(position, time=time, out=None if proof is None else writable(proof))
        _analyse_position(position, limit, lines, threads, hash_mb)


def _analyse_position(position: Position, limit: Limit, lines: int, threads: int, hash_mb: int) -> None:
    from rich.console import Console

    from crownhead.engine import Engine
    from crownhead.tablebase import Tablebase

    console = Console(highlight=False, markup=False)
    tables = Tablebase.open()
    with Engine(threads=threads, hash_mb=hash_mb, tablebase=tables) as engine:
        infos = engine.analyse(position, limit, lines)
        if console.is_terminal:
            _show_live(console, position, infos, limit.infinite, tables)
        else:
            best = None
            for info in infos:
                click.echo("  ".join(_cells(position, info)))
                best = info if info.rank == 1 else best
            if best is not None and (said := _proved(position, best, tables)):
                click.echo(said)


def _show_live(
    console: object, position: Position, infos: Iterator[Info], endless: bool, tables: Tablebase
) -> None:
    from rich.console import Console
    from rich.live import Live

    assert isinstance(console, Console)
    latest: dict[int, Info] = {}
    with Live(console=console, auto_refresh=False) as live:
        try:
            for info in infos:
                latest[info.rank] = info
                live.update(_table(position, latest, tables), refresh=True)
        except KeyboardInterrupt:
            if not endless:
                raise


def _table(position: Position, latest: dict[int, Info], tables: Tablebase) -> Table:
    from rich.table import Table

    best = latest[1]
    rate = best.nodes / max(best.time, 1e-9) / 1e6
    title = f"{position.fen}\n{best.nodes:,} nodes, {best.time:.1f} s, {rate:.1f} million/s"
    table = Table(title=title, caption=_proved(position, best, tables))
    for heading in ("depth", "score", "line"):
        table.add_column(heading, justify="left" if heading == "line" else "right", no_wrap=heading != "line")
    for rank in sorted(latest):
        depth, score, _, line = _cells(position, latest[rank])
        table.add_row(depth, score, line)
    return table


def _proved(position: Position, best: Info, tables: Tablebase) -> str | None:
    from crownhead.proofs.verdict import verdict_of

    verdict = verdict_of(position, best.score, tables)
    return verdict.sentence if verdict else None


def _cells(position: Position, info: Info) -> tuple[str, str, str, str]:
    depth = f"{info.depth}/{info.selective_depth}"
    return depth, str(info.score), str(info.nodes), _line_text(position, info)


def _line_text(position: Position, info: Info) -> str:
    return " ".join(position.line_notation(info.line))
