"""crownhead moves: the legal moves of a position."""

from __future__ import annotations

import click

from crownhead.terminal.arguments import position_of


@click.command()
@click.argument("fen", required=False)
@click.option("--unique", is_flag=True, help="List jumps with the same result only once.")
@click.option("--full", is_flag=True, help="Write every square that a piece visits.")
def moves(fen: str | None, unique: bool, full: bool) -> None:
    """List the legal moves of a position.

    One move to a line, in the shortest notation that is unambiguous. If a piece can be taken, only jumps are
    legal.

    \b
    Examples:
      crownhead moves
      crownhead moves "B:W18,19,26,27:B11,15"
      crownhead moves --full "W:WK19:B15,16,23,24,7,8"
    """
    position = position_of(fen)
    legal = position.legal_moves(unique=unique)
    for move in legal:
        click.echo(str(move) if full else position.notation(move))
    if not legal:
        click.echo(f"{position.turn.title} has no move and has lost.", err=True)
