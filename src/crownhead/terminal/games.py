"""A game of a file, and a place in it, as the command line names them."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

import click

from crownhead.record.pdn import games

if TYPE_CHECKING:
    from pathlib import Path

    from crownhead.record.game.game import Game
    from crownhead.record.game.node import Node

_PLACE = re.compile(r"(\d{1,6})(\.(?:\.\.)?)?")


def game_of(path: Path, number: int) -> Game:
    """The game of that number, from 1."""
    source = games(path)
    game = next(islice(source, number - 1, None), None)
    if game is None:
        raise click.UsageError(f"{path}: it has no game {number}", click.get_current_context())
    return game


def node_at(game: Game, place: str) -> Node:
    """The node after move 20, which both have made; after 20. of the first player; or after 20... of the other.

    Where the game ends between the two moves of a number, that is its end.
    """
    match = _PLACE.fullmatch(place.strip())
    if not match or not int(match[1]):
        raise click.UsageError(
            f"{place!r} is not a move of a game: expected a number such as 20, or 20. and 20... for the first and the "
            "second move of that number",
            click.get_current_context(),
        )
    count = 2 * int(match[1]) - (match[2] == ".")
    line = [game.root, *islice(game.mainline(), count)]
    if len(line) <= count - (match[2] is None):
        raise click.UsageError(
            f"the game has no move {place.strip()}: it ends after {_numbered(len(line) - 1)}",
            click.get_current_context(),
        )
    return line[-1]


def _numbered(moves: int) -> str:
    if not moves:
        return "no move at all"
    return f"move {(moves + 1) // 2}{'.' if moves % 2 else '...'}"
