"""crownhead perft: how many lines of play there are, and how fast they are counted."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

import click

from crownhead.rules.perft import divide as count_by_move
from crownhead.rules.perft import perft as count
from crownhead.terminal.arguments import position_of

if TYPE_CHECKING:
    from crownhead.rules.move import Move


@click.command()
@click.argument("depth", type=click.IntRange(0, 99))
@click.option("--fen", help="The position to start from (default: the start of the game).")
@click.option("--divide", is_flag=True, help="Show the count for each first move.")
@click.option("--unique", is_flag=True, help="Count jumps with the same result only once.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="Threads to use.")
def perft(depth: int, fen: str | None, divide: bool, unique: bool, threads: int) -> None:
    """Count the lines of play to a depth.

    DEPTH is in plies, moves of one side. Different jump paths are different moves, unless --unique merges
    those with the same result.

    \b
    Examples:
      crownhead perft 11
      crownhead perft 8 --divide
      crownhead perft 6 --unique --fen "B:W7,8,15,16,23,24,6,14:BK11"
    """
    if divide and depth == 0:
        raise click.UsageError("--divide needs a depth of 1 or more", click.get_current_context())
    position = position_of(fen)
    branches: dict[Move, int] = {}
    begin = perf_counter()
    if divide:
        branches = count_by_move(position, depth, unique=unique, threads=threads)
        leaves = sum(branches.values())
    else:
        leaves = count(position, depth, unique=unique, threads=threads)
    seconds = perf_counter() - begin
    for move, behind in branches.items():
        click.echo(f"{position.notation(move)} {behind}")
    click.echo(leaves)
    click.echo(rate(leaves, seconds))


def rate(leaves: int, seconds: float) -> str:
    return f"{seconds:.3f} s, {leaves / max(seconds, 1e-9) / 1e6:.1f} million leaves/s"
