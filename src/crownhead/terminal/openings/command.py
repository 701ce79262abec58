"""crownhead openings. Without the name of one of its commands, it lists openings."""

from __future__ import annotations

import click

from crownhead.terminal.lazy import LazyGroup

GROUPS = {
    "Commands": {
        "list": (
            "crownhead.terminal.openings.listing:listing",
            "List openings by name, number or moves; draw ballots by lot.",
        ),
        "explore": (
            "crownhead.terminal.openings.explore:explore",
            "Show the book, the games and the names for every move of a position.",
        ),
        "learn": (
            "crownhead.terminal.openings.learn:learn",
            "Make a repertoire, or be asked its moves, each again when it is due.",
        ),
    }
}


class Openings(LazyGroup):
    """A group whose first command need not be named."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args or (args[0] not in self.table and args[0] not in ("-h", "--help")):
            args = ["list", *args]
        return super().parse_args(ctx, args)


@click.group(cls=Openings, groups=GROUPS)
def openings() -> None:
    """Find openings by name, draw ballots, explore moves.

    OPENING is a number, a part of a name, or the first moves.

    \b
    Examples:
      crownhead openings glasgow
      crownhead openings "11-16 22-18"
      crownhead openings --draw 2
      crownhead openings explore 11-15 23-19
      crownhead openings learn --new glasgow --side black
    """
