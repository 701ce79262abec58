"""crownhead match: two players, many games, and what they prove."""

from __future__ import annotations

import signal
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from crownhead.match.journal import GameJournal
from crownhead.match.match import Conditions, Match
from crownhead.record.openings.sets import SETS, opening_set
from crownhead.terminal.cluster import cluster_option, other_version_option, pool_of
from crownhead.terminal.match import report as match_report
from crownhead.terminal.match.contenders import HELP, recipe_of
from crownhead.terminal.match.options import pace_options, rules_options, sprt_options
from crownhead.terminal.progress import WorkDisplay

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crownhead.jobs import Pool
    from crownhead.match.adjudication import Adjudication
    from crownhead.match.game import Finished
    from crownhead.match.pace import Pace
    from crownhead.match.sprt import Sprt

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(epilog=HELP)
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option(
    "--games", type=click.IntRange(1, 10_000_000), default=100, show_default=True, help="Most games to play."
)
@pace_options
@click.option(
    "--openings", type=click.Choice(SETS), default="3-move", show_default=True, help="Openings to play."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed for the order of the openings.")
@click.option(
    "--concurrency",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="Number of games at the same time.",
)
@cluster_option
@sprt_options
@rules_options
@click.option("--tablebase", metavar="DIR", help="Endgame database that decides games; auto for your own.")
@click.option("--set-a", multiple=True, metavar="NAME=VALUE", help="A parameter of A, a Hub program.")
@click.option("--set-b", multiple=True, metavar="NAME=VALUE", help="A parameter of B, a Hub program.")
@click.option("--journal", type=_FILE, help="Record every game in this file, and continue from it.")
@other_version_option
@click.option("--pdn", type=_FILE, help="Write the games as PDN.")
def match(
    first: str,
    second: str,
    games: int,
    pace: Pace,
    openings: str,
    seed: int,
    concurrency: int,
    cluster: str | None,
    sprt: Sprt | None,
    rules: Adjudication,
    tablebase: str | None,
    set_a: tuple[str, ...],
    set_b: tuple[str, ...],
    journal: Path | None,
    other_version: bool,
    pdn: Path | None,
) -> None:
    """Play a match between two players.

    Each opening is played twice, with the colours exchanged. Without a limit, a move may look at 20,000
    positions.

    \b
    Examples:
      crownhead match level=5 level=4 --games 200
      crownhead match engine ~/old/bin/python --clock 5+0.05 --sprt 0,5 --concurrency 2 --journal new.match
      crownhead match nodes=20000 textbook=5 --pdn games.pdn
    """
    recipes = recipe_of(first, set_a, pace), recipe_of(second, set_b, pace)
    contest = Match(Conditions(recipes, pace, rules, tablebase), opening_set(openings), games, seed, sprt)
    with _journal(contest, journal, pdn, other_version) as kept:
        with pool_of(cluster, min(concurrency, games)) as pool:
            _play(contest, kept, pool)
        if kept is not None and pdn is not None:
            match_report.write_pdn(contest, filter(contest.counts, kept.games()), pdn)
    if not contest.is_over:  # it was interrupted: all that was played is told and written
        raise click.Abort


@contextmanager
def _journal(
    contest: Match, path: Path | None, pdn: Path | None, other_version: bool
) -> Iterator[GameJournal | None]:
    """The one asked for, one for the time being if the games are wanted as PDN, or none."""
    if path is None and pdn is None:
        yield None
        return
    with TemporaryDirectory(prefix="crownhead") as folder:
        journal = GameJournal(
            path or Path(folder) / "games.match", contest.settings(), other_version=other_version
        )
        with closing(journal):
            yield journal


def _play(contest: Match, journal: GameJournal | None, pool: Pool) -> None:
    """What the journal holds of the match already is not played again."""
    before: Iterable[Finished] = ()
    count = 0
    if journal and journal.count:
        count = min(journal.count, contest.games)
        click.echo(f"{journal.path}: continuing after {count} games")
        before = journal.games()
    with (
        WorkDisplay("games", contest.games, pool, before=count) as display,
        closing(contest.run(pool, before)) as running,
        suppress(KeyboardInterrupt),
    ):
        for game in running:
            with _uninterrupted():
                if journal:
                    journal.add(game)
            count += 1
            display.show(count, match_report.brief(contest))
    click.echo(match_report.summary(contest))


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C waits until the block is done, where the system can make it wait."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
