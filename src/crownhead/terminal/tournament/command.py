"""crownhead tournament: bots in Python files play each other and a ladder of known players."""

from __future__ import annotations

import re
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from crownhead.match.bot import BotRecipe
from crownhead.match.pace import Pace
from crownhead.match.tournament import NODES, Tournament
from crownhead.record.openings.sets import SETS, opening_set
from crownhead.terminal.cluster import cluster_option, other_version_option, pool_of
from crownhead.terminal.match.contenders import recipe_of
from crownhead.terminal.match.report import game_of
from crownhead.terminal.output import write_file
from crownhead.terminal.progress import WorkDisplay
from crownhead.terminal.tournament.page import page, text_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crownhead.jobs import Pool
    from crownhead.match.contender import Recipe
    from crownhead.match.tournament import SetAside

LADDER = "random,greedy,textbook=1,textbook=2,level=1,level=3"
UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def _bytes(ctx: click.Context, param: click.Parameter, value: str) -> int:
    given = re.fullmatch(r"(\d+)([KMG])", value.upper())
    if given is None:
        raise click.BadParameter(f"{value!r} is no size; write it as 512M or 1G")
    return int(given[1]) * UNITS[given[2]]


@click.command()
@click.argument("bots", type=click.Path(exists=True, path_type=Path))
@click.option("--against", default=LADDER, show_default=True, help="Known players to include, or none.")
@click.option(
    "--games",
    type=click.IntRange(2, 10_000),
    default=10,
    show_default=True,
    help="Games between each pair of players.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0.01, 600),
    default=1.0,
    show_default=True,
    help="Seconds for each move of a bot.",
)
@click.option("--memory", default="1G", show_default=True, callback=_bytes, help="Memory for each bot.")
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
@other_version_option
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("tournament"),
    show_default=True,
    help="Directory for the table, the games and the journals.",
)
def tournament(
    bots: Path,
    against: str,
    games: int,
    seconds: float,
    memory: int,
    openings: str,
    seed: int,
    concurrency: int,
    cluster: str | None,
    other_version: bool,
    out: Path,
) -> None:
    """Let programs written in Python play each other.

    BOTS is a directory: every Python file in it is a player. They meet each other and a ladder of known players.

    A bot is a file with a function choose(board), which returns a move, or choose(state), which returns an action of
    the textbook. It runs in a process of its own; if it crashes, hangs, prints or plays an illegal move, it loses that
    game and is named. The same command goes on with a tournament that was interrupted, and plays the games of bots
    again whose files have changed.

    \b
    Examples:
      crownhead tournament bots/
      crownhead tournament bots/ --against textbook=2,level=4 --games 20 --concurrency 2
    """
    players = [*_bots(bots, seconds, memory), *_ladder(against)]
    try:
        contest = Tournament(
            players, opening_set(openings), games - games % 2, out / "journals", seed, other_version
        )
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    _tell(contest.set_aside_changed())
    with pool_of(cluster, concurrency) as pool:
        finished = _play(contest, pool)
    click.echo(text_table(contest))
    write_file(str(out / "games.pdn"), "\n".join(_games(contest)))
    write_file(str(out / "table.html"), page(contest))
    click.echo(f"\n{out / 'table.html'} and {out / 'games.pdn'} have the table and the games.")
    if not finished:
        raise click.Abort


def _bots(folder: Path, seconds: float, memory: int) -> list[Recipe]:
    files = [folder] if folder.is_file() else sorted(folder.glob("*.py"))
    found: list[Recipe] = [
        BotRecipe(str(path.resolve()), seconds, memory) for path in files if path.name[0] not in "_."
    ]
    if not found:
        raise click.UsageError(f"{folder}: there is no Python file in it")
    return found


def _ladder(names: str) -> list[Recipe]:
    if names == "none":
        return []
    return [recipe_of(name, (), Pace(nodes=NODES)) for name in names.split(",")]


def _tell(aside: SetAside) -> None:
    """In one sentence, why games are played that were there already."""
    if aside.games:
        names = ", ".join(aside.players[:-1]) + " and " * (len(aside.players) > 1) + aside.players[-1]
        have = "have" if len(aside.players) > 1 else "has"
        games = "1 game is" if aside.games == 1 else f"{aside.games} games are"
        click.echo(
            f"{names} {have} changed: {games} played again; the old ones are kept in {aside.folder}.\n"
        )


def _play(contest: Tournament, pool: Pool) -> bool:
    """Whether it came to its end."""
    with (
        WorkDisplay("games", contest.total, pool, before=contest.kept()) as display,
        closing(contest.run(pool)) as running,
        suppress(KeyboardInterrupt),
    ):
        for played in running:
            display.show(played)
        return True
    return False


def _games(contest: Tournament) -> Iterator[str]:
    from crownhead.record.pdn import dumps

    for match, game in contest.games_of():
        yield dumps(game_of(match, game))
