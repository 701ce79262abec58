"""crownhead pdn page: a game to read and to print."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from crownhead.picture.theme import DEFAULT_THEME, THEMES
from crownhead.terminal.games import game_of
from crownhead.terminal.pdn.files import file_argument, output_option

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@file_argument
@output_option
@click.option(
    "--game", "number", type=click.IntRange(1), default=1, help="Which game of the file (default: the first)."
)
@click.option("--every", type=click.IntRange(1), default=20, help="Moves between diagrams (default: 20).")
@click.option(
    "--after", type=click.IntRange(1), multiple=True, metavar="N", help="Add a diagram after this move."
)
@click.option("--no-diagrams", is_flag=True, help="Only the diagram of the final position.")
@click.option(
    "--theme", type=click.Choice(list(THEMES)), default=DEFAULT_THEME, help="Colours of the diagrams."
)
@click.option("--flip", is_flag=True, help="Show White at the top.")
def page(
    file: Path,
    output: str,
    number: int,
    every: int,
    after: tuple[int, ...],
    no_diagrams: bool,
    theme: str,
    flip: bool,
) -> None:
    """Make a page of a game, with diagrams, to read or to print.

    One self-contained HTML file. Moves are counted for both sides together.

    \b
    Examples:
      crownhead pdn page game.pdn -o game.html
      crownhead pdn page games.pdn --game 12 --every 10 --after 25 -o game.html
    """
    from crownhead.picture.page import page as make
    from crownhead.terminal.output import write_file

    interval = None if no_diagrams else every
    text = make(game_of(file, number), after=after, every=interval, theme=theme, flipped=flip)
    if output == "-":
        click.echo(text, nl=False)
    else:
        write_file(output, text)
