"""crownhead show: a position for the eye, or for a program."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from crownhead.errors import PDNError
from crownhead.record.board import Board
from crownhead.terminal.arguments import position_of, refuse_together
from crownhead.terminal.screen import CHARACTERS, Look, print_board, theme_option

if TYPE_CHECKING:
    from crownhead.record.game.game import Game


@click.command()
@click.argument("fen", required=False, metavar="[FEN|FILE]")
@click.option(
    "--move",
    "place",
    metavar="N",
    help="With a FILE of games: after move N. 20. means after Black's 20th move.",
)
@click.option(
    "--game", "number", type=click.IntRange(1), help="With a FILE of games: which game (default: the first)."
)
@click.option("--after", metavar="MOVES", default="", help="Play these moves first, and mark the last.")
@theme_option
@click.option("--flip", is_flag=True, help="Show White at the top.")
@click.option("--mirror", is_flag=True, help="Exchange left and right.")
@click.option("--no-numbers", is_flag=True, help="No numbers on the squares.")
@click.option("--text", type=click.Choice(CHARACTERS), help="Plain characters without colour.")
@click.option(
    "--grid", is_flag=True, help="Rows of numbers: 0 empty, 1 White, 2 its king, 3 Black, 4 its king."
)
@click.option("--xo", is_flag=True, help="Lines of x o X O and -, with a dark square at the near right.")
@click.option("--svg", metavar="FILE", help="Write a picture to FILE, or print it if FILE is -.")
def show(
    fen: str | None,
    place: str | None,
    number: int | None,
    after: str,
    theme: str,
    flip: bool,
    mirror: bool,
    no_numbers: bool,
    text: str | None,
    grid: bool,
    xo: bool,
    svg: str | None,
) -> None:
    """Show a position as text, grid or picture.

    The position is that of a FEN, or one of a game in a FILE of PDN: the last, if no move is named.

    In a terminal the board is in colour. In a pipe, or with NO_COLOR set, it is made of x and X for Black,
    o and O for White, capitals for kings.

    \b
    Examples:
      crownhead show
      crownhead show --flip --theme wood "W:W18,24,K10,K15:B12,16,K22"
      crownhead show --after "11-15 23-19 8-11"
      crownhead show game.pdn --move 20
      crownhead show --grid "B:WK14:B5,13"
      crownhead show --svg board.svg --no-numbers
    """
    refuse_together({"--text": text, "--grid": grid, "--xo": xo, "--svg": svg})
    refuse_together({"--flip": flip, "--grid": grid})
    refuse_together({"--flip": flip, "--xo": xo})
    board = _first_board(fen, place, number)
    for move in after.replace(",", " ").split():
        board.push(move)
    look = Look(theme=theme, numbers=not no_numbers, flipped=flip, mirror=mirror)
    if grid:
        rows = board.position.to_grid(mirror=mirror)
        click.echo("[" + ",\n ".join(map(str, rows)) + "]")
    elif xo:
        click.echo(board.position.to_text(mirror=not mirror))
    elif svg is not None:
        _write_svg(board, look, svg)
    else:
        print_board(board, look, text)


def _first_board(fen: str | None, place: str | None, number: int | None) -> Board:
    """Of a position; or of a game, at its end if no move is named."""
    if fen is None or not (fen.lower().endswith((".pdn", ".pdn.gz")) or Path(fen).is_file()):
        if place is not None or number is not None:
            message = "--move and --game are for a game: name a PDN file that it is in"
            raise click.UsageError(message, click.get_current_context())
        return Board(position_of(fen))
    from crownhead.terminal.games import game_of, node_at

    game = game_of(Path(fen), number or 1)
    node = game.end() if place is None else node_at(game, place)
    if node.position is None:
        message = f"{fen}: the game cannot be followed to there: {_first_damage(game)}"
        raise PDNError(message, file=fen, problems=game.problems)
    return node.board()


def _first_damage(game: Game) -> str:
    return next((str(problem) for problem in game.problems if problem.severity.value != "forgiven"), "")


def _write_svg(board: Board, look: Look, name: str) -> None:
    from crownhead.picture import svg
    from crownhead.terminal.output import write_file

    picture = svg.board(board, **asdict(look))
    if name == "-":
        click.echo(picture, nl=False)
    else:
        write_file(name, picture)
