"""crownhead match: two players, many games, and what they prove."""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from crownhead.engine.match.adjudication import Adjudication
from crownhead.engine.match.journal import Journal
from crownhead.engine.match.match import Match, Table
from crownhead.engine.match.openings import SETS, openings_named
from crownhead.engine.match.pace import Pace
from crownhead.engine.match.sprt import Sprt
from crownhead.terminal import match_report
from crownhead.terminal.contenders import HELP, recipe_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from crownhead.engine.match.game import Finished


def numbers(form: str, sign: str, least: int, most: int) -> Callable[..., tuple[float, ...] | None]:
    """Reads an option of several numbers, as 10+0.1 or 0,5."""

    def read(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[float, ...] | None:
        if value is None:
            return None
        try:
            given = tuple(float(part) for part in value.split(sign))
        except ValueError:
            given = ()
        if not least <= len(given) <= most or not all(abs(number) < 1e9 for number in given):
            raise click.BadParameter(f"{value!r} is not of the form {form}")
        return given

    return read


@click.command(epilog=HELP)
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--games", type=click.IntRange(1, 10_000_000), default=100, show_default=True, help="At most.")
@click.option(
    "--clock",
    callback=numbers("10+0.1", "+", 1, 2),
    help="Seconds for a game and, after a +, for each move in addition.",
)
@click.option("--time", "move_time", type=click.FloatRange(0.001, 1e6), help="Seconds for each move.")
@click.option("--nodes", type=click.IntRange(1), help="Positions to look at for each move.")
@click.option("--depth", type=click.IntRange(1, 100), help="Plies to look ahead for each move.")
@click.option("--margin", type=click.FloatRange(0), default=0.05, show_default=True, help="Seconds of grace.")
@click.option("--cpu", is_flag=True, help="Clocks run on processor time: fair on a busy machine.")
@click.option("--openings", type=click.Choice(SETS), default="3-move", show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="Of the order of openings.")
@click.option(
    "--concurrency", type=click.IntRange(1, 256), default=1, show_default=True, help="Games at a time."
)
@click.option(
    "--sprt",
    callback=numbers("0,5", ",", 2, 2),
    help="Stop as soon as one of two Elo differences is accepted.",
)
@click.option(
    "--alpha", type=float, default=0.05, show_default=True, help="Risk of accepting the higher wrongly."
)
@click.option(
    "--beta", type=float, default=0.05, show_default=True, help="Risk of accepting the lower wrongly."
)
@click.option("--win-score", type=click.FloatRange(0), help="Men of advantage that both agree on end a game.")
@click.option("--draw-score", type=click.FloatRange(0), help="Even to so many men, as both agree: a draw.")
@click.option(
    "--longest", type=click.IntRange(10), default=400, show_default=True, help="Plies, then a draw."
)
@click.option("--tablebase", metavar="DIR", help="Endgame database that ends games; auto for your own.")
@click.option("--set-a", multiple=True, metavar="NAME=VALUE", help="A parameter of A, a Hub program.")
@click.option("--set-b", multiple=True, metavar="NAME=VALUE", help="A parameter of B, a Hub program.")
@click.option(
    "--journal", type=click.Path(dir_okay=False, path_type=Path), help="Keep games here, and go on."
)
@click.option("--pdn", type=click.Path(dir_okay=False, path_type=Path), help="Write the games as PDN.")
def match(
    first: str,
    second: str,
    games: int,
    clock: tuple[float, ...] | None,
    move_time: float | None,
    nodes: int | None,
    depth: int | None,
    margin: float,
    cpu: bool,
    openings: str,
    seed: int,
    concurrency: int,
    sprt: tuple[float, ...] | None,
    alpha: float,
    beta: float,
    win_score: float | None,
    draw_score: float | None,
    longest: int,
    tablebase: str | None,
    set_a: tuple[str, ...],
    set_b: tuple[str, ...],
    journal: Path | None,
    pdn: Path | None,
) -> None:
    """Play a match between two players.

    Each opening is played twice, with the colours exchanged. Without a limit, a move has a tenth of a second.

    \b
    Examples:
      crownhead match level=5 level=4 --games 200
      crownhead match engine ~/old/bin/python --clock 5+0.05 --sprt 0,5 --concurrency 2 --journal new.match
      crownhead match nodes=20000 textbook=5 --pdn games.pdn
    """
    pace = _pace(clock, move_time, nodes, depth, margin=margin, cpu=cpu)
    recipes = recipe_of(first, set_a, pace), recipe_of(second, set_b, pace)
    rules = Adjudication(win_score=win_score, draw_score=draw_score, longest=longest)
    contest = Match(
        Table(recipes, pace, rules, tablebase),
        openings_named(openings),
        games,
        seed,
        _sprt(sprt, alpha, beta),
        concurrency,
    )
    games_played = _play(contest, journal)
    if pdn is not None:
        match_report.write_pdn(contest, games_played, pdn)
    if not contest.is_over:  # it was interrupted: all that was played is told and written
        raise click.Abort


def _pace(
    clock: tuple[float, ...] | None,
    move_time: float | None,
    nodes: int | None,
    depth: int | None,
    *,
    margin: float,
    cpu: bool,
) -> Pace:
    if clock is None and move_time is nodes is depth is None:
        move_time = 0.1
    if clock is not None and (clock[0] <= 0 or clock[-1] < 0):
        raise click.UsageError("--clock: a game needs time, as in 10+0.1")
    base, increment = (None, 0.0) if clock is None else (clock[0], clock[1] if len(clock) > 1 else 0.0)
    return Pace(base, increment, move_time, nodes, depth, margin, cpu)


def _sprt(bounds: tuple[float, ...] | None, alpha: float, beta: float) -> Sprt | None:
    if bounds is None:
        return None
    try:
        return Sprt(bounds[0], bounds[1], alpha, beta)
    except ValueError as error:
        raise click.UsageError(f"--sprt: {error}") from None


def _play(contest: Match, path: Path | None) -> list[Finished]:
    """All games of the match, those of an earlier run included."""
    if path is None:
        return _played(contest, [], lambda game: None)
    with closing(Journal(path, contest.settings())) as journal:
        before = journal.games[: contest.games]
        if before:
            click.echo(f"{path}: continuing after {len(before)} games")
        return _played(contest, before, journal.add)


def _played(contest: Match, before: list[Finished], keep: Callable[[Finished], None]) -> list[Finished]:
    games = list(before)
    with match_report.progress(contest) as show, closing(contest.run(before)) as running:
        show()
        with suppress(KeyboardInterrupt):
            for game in running:
                keep(game)
                games.append(game)
                show()
    click.echo(match_report.summary(contest))
    return games
