"""The table of what `crownhead pdn` can do."""

from __future__ import annotations

import click

from crownhead.terminal.lazy import LazyGroup, Table

COMMANDS: Table = {
    "check": ("crownhead.terminal.pdn.check:check", "Say what is wrong with files of games, and where."),
    "stats": ("crownhead.terminal.pdn.stats:stats", "Count results, lengths, openings and players."),
    "convert": (
        "crownhead.terminal.pdn.convert:convert",
        "Write a file anew, in the one form that PDN 3.0 has.",
    ),
    "merge": ("crownhead.terminal.pdn.convert:merge", "Put the games of several files into one."),
    "split": ("crownhead.terminal.pdn.split:split", "Put the games of a file into several."),
    "find": ("crownhead.terminal.pdn.find:find", "Search files for players, openings, positions and more."),
    "page": (
        "crownhead.terminal.pdn.page:page",
        "Make a page of a game, with diagrams, to read or to print.",
    ),
}


@click.group(cls=LazyGroup, groups={"Commands": COMMANDS})
def pdn() -> None:
    """Check, convert, search and print files of games (PDN).

    Files may be compressed with gzip. A directory stands for all files in it that end in .pdn or .pdn.gz.
    In the results of American checkers 1-0 means that Black won, who moves first.

    \b
    Examples:
      crownhead pdn check games.pdn
      crownhead pdn find --player tinsley --result 1-0 collection/
      crownhead pdn page game.pdn -o game.html
    """
