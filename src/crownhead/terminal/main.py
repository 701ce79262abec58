"""The crownhead command itself: the table of its subcommands and the way in.

Only click is imported here. A subcommand, and all that it needs, is loaded when it is called; the table holds
the line that `crownhead --help` shows for it.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NoReturn

import click

from crownhead.terminal import failure
from crownhead.terminal.lazy import LazyGroup, Table
from crownhead.terminal.question import confirmed

if TYPE_CHECKING:
    from collections.abc import Sequence

GROUPS: dict[str, Table] = {
    "Play": {
        "play": ("crownhead.terminal.play.command:play", "Play a game in the terminal."),
        "web": ("crownhead.terminal.web:web", "Play, analyse and keep games in the browser."),
        "learn": ("crownhead.terminal.learn:learn", "Learn checkers from the beginning, by playing."),
    },
    "Study": {
        "analyse": (
            "crownhead.terminal.analyse:analyse",
            "Show the best lines of a position, or review games.",
        ),
        "prove": ("crownhead.terminal.prove:prove", "Prove who wins, so that anybody can check it."),
        "problems": (
            "crownhead.terminal.problems:problems",
            "Solve problems: find the only move that wins, or draws.",
        ),
        "openings": (
            "crownhead.terminal.openings.command:openings",
            "Find openings by name, draw ballots, explore moves.",
        ),
        "book": ("crownhead.terminal.book:book", "Build, inspect and merge opening books."),
        "games": ("crownhead.terminal.library:games", "Search your library, import games, look at players."),
        "pdn": (
            "crownhead.terminal.pdn.command:pdn",
            "Check, convert, search and print files of games (PDN).",
        ),
        "tablebase": (
            "crownhead.terminal.tablebase:tablebase",
            "Build, verify and inspect endgame databases.",
        ),
    },
    "Compare and build": {
        "match": ("crownhead.terminal.match.command:match", "Play a match between two players."),
        "tournament": (
            "crownhead.terminal.tournament.command:tournament",
            "Let programs written in Python play each other.",
        ),
        "train": ("crownhead.terminal.train:train", "Teach the evaluation: play games, fit weights."),
        "bench": ("crownhead.terminal.bench:bench", "Measure the engine: its signature and its speed."),
        "perft": ("crownhead.terminal.perft:perft", "Count the lines of play to a depth."),
    },
    "Connect": {
        "hub": ("crownhead.terminal.hub:hub", "Run the engine for another program (Hub protocol)."),
        "dxp": ("crownhead.terminal.dxp:dxp", "Run the engine for other programs (DXP protocol)."),
        "worker": ("crownhead.terminal.worker:worker", "Work for a cluster."),
    },
    "Look": {
        "show": ("crownhead.terminal.show:show", "Show a position as text, grid or picture."),
        "moves": ("crownhead.terminal.moves:moves", "List the legal moves of a position."),
    },
}
COMMANDS: Table = {name: entry for group in GROUPS.values() for name, entry in group.items()}


@click.group(
    cls=LazyGroup,
    groups=GROUPS,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="crownhead", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """American checkers: play, learn, study and build.

    \b
    Examples:
      crownhead play
      crownhead web
      crownhead analyse game.pdn
      crownhead show "W:W18,24,K10,K15:B12,16,K22"

    A position is written in FEN: who is to move, then the squares of White and Black, K before a king.
    Without one, the commands take the start of the game.
    """
    if ctx.invoked_subcommand is None:
        if _is_talking_to_a_person() and _wants_to_play():
            ctx.invoke(cli.get_command(ctx, "play"))  # type: ignore[arg-type]
        else:
            click.echo(ctx.get_help())


def _is_talking_to_a_person() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _wants_to_play() -> bool:
    click.echo("Welcome to crownhead: American checkers. Type crownhead --help for all commands.")
    return confirmed("Play a game now?", default=True)


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Run the command with these arguments, or the program's own, and exit."""
    sys.exit(run(args))


def run(args: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code; a failure is told in one message."""
    try:
        code = cli.main(args, prog_name="crownhead", standalone_mode=False)
    except failure.EXPECTED as error:
        return failure.report(error)
    return code if isinstance(code, int) else 0
