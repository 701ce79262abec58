"""How a board is put on this terminal: in colour where there is colour, in plain characters elsewhere."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import click

from crownhead.picture import blocks, text
from crownhead.picture.theme import DEFAULT_THEME, SIXTEEN_COLOURS, THEMES, Theme, find_theme
from crownhead.rules.piece import Piece

if TYPE_CHECKING:
    from rich.console import Console

    from crownhead.picture.subject import HoldsPosition
    from crownhead.rules.colour import Colour

CHARACTERS = ("ascii", "unicode")
theme_option = click.option(
    "--theme",
    type=click.Choice(list(THEMES)),
    default=DEFAULT_THEME,
    metavar="NAME",
    help=f"Colours: {', '.join(THEMES)}.",
)


@dataclass(frozen=True, slots=True)
class Look:
    """What the user wants to see, in the words of the pictures' own arguments."""

    theme: str = DEFAULT_THEME
    numbers: bool = True
    flipped: bool = False
    mirror: bool = False


def print_board(shown: HoldsPosition, look: Look, characters: str | None = None) -> None:
    """The board, who is to move, and the FEN. `characters` asks for ascii or unicode even where colour is."""
    theme = show_board(shown, look, characters)
    if theme:
        player = named(shown.position.turn, theme.paint(shown.position.turn).name)
    else:
        man = Piece.of(shown.position.turn, king=False)
        player = named(shown.position.turn, text.symbol(man, characters == "unicode"))
    state = "has no move and has lost" if shown.position.is_over else "to move"
    click.echo(f"{player} {state}\n{shown.position.fen}")


def show_board(shown: HoldsPosition, look: Look, characters: str | None = None) -> Theme | None:
    """The board alone. Returns the theme it is drawn in, None without colour."""
    from rich.console import Console

    console = Console(highlight=False, markup=False, soft_wrap=True)
    options = asdict(look) | {"width": console.width}
    theme = None if characters else theme_for(console, find_theme(options["theme"]))
    del options["theme"]
    if theme:
        console.print(blocks.coloured(shown, theme=theme, **options))
    else:
        console.print(text.plain(shown, unicode=characters == "unicode", **options))
    return theme


def theme_for(console: Console, wanted: Theme) -> Theme | None:
    """The theme that this terminal can show, or None if it has no colours or no block characters."""
    unicode = console.encoding.lower().startswith("utf")
    if not console.is_terminal or console.no_color or console.color_system is None or not unicode:
        return None
    if console.color_system in ("standard", "windows") and wanted.name != "high-contrast":
        return SIXTEEN_COLOURS
    return wanted


def named(colour: Colour, look: str) -> str:
    """The player, with the look of its pieces where that is another word: White (red), Black (x)."""
    return colour.title if look == str(colour) else f"{colour.title} ({look})"
