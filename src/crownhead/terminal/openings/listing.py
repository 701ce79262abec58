"""crownhead openings list: the openings by name, number or moves, and lots."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from crownhead.record.openings.ballots import Ballot
    from crownhead.record.openings.names import OpeningName
    from crownhead.record.openings.opening import Opening

USES = ("crossboard", "mail", "barred")
KINDS = ("3-move", "2-move", "11-man")


@click.command("list")
@click.argument("wanted", required=False, metavar="[OPENING]")
@click.option(
    "--use",
    type=click.Choice(USES),
    help="List only openings used over the board, added for mail play, or barred.",
)
@click.option("--named", is_flag=True, help="List only openings that have a name.")
@click.option("--draw", "lots", type=click.IntRange(1, 100_000), metavar="N", help="Draw N ballots by lot.")
@click.option(
    "--kind", type=click.Choice(KINDS), default="3-move", help="Kind of ballot to draw (default: 3-move)."
)
@click.option("--no-mail", is_flag=True, help="Draw only from the 144 used over the board.")
@click.option("--seed", type=int, help="Seed, to draw the same ballots again.")
@click.option("--fen", is_flag=True, help="Also print the position after the moves.")
def listing(
    wanted: str | None,
    use: str | None,
    named: bool,
    lots: int | None,
    kind: str,
    no_mail: bool,
    seed: int | None,
    fen: bool,
) -> None:
    """List openings, or draw ballots by lot.

    OPENING is a number, a part of a name, or the first moves. Of the three-move openings, 144 are played over the
    board, 12 more were added for play by mail, 18 are barred. Names of other openings follow, each with its
    defining moves and its source.

    \b
    Examples:
      crownhead openings
      crownhead openings glasgow
      crownhead openings "11-16 22-18"
      crownhead openings doctor --fen
      crownhead openings --draw 2
      crownhead openings --draw 10 --kind 11-man --fen
    """
    if lots is not None:
        if wanted or use or named:
            raise click.UsageError("--draw draws from all that are in use", click.get_current_context())
        for ballot in _drawn(kind, lots, seed, mail=not no_mail):
            click.echo(str(ballot) + (f"\t{ballot.board().fen}" if fen else ""))
        return
    names = [] if use else _names(wanted, named)
    for opening in _chosen(wanted, use, named, found=bool(names)):
        click.echo(_line(opening) + (f"\t{opening.position.fen}" if fen else ""))
    for name in names:
        click.echo(_name_line(name) + (f"\t{name.position.fen}" if fen else ""))


def _chosen(wanted: str | None, use: str | None, named: bool, *, found: bool) -> list[Opening]:
    """Raises click.UsageError where neither these nor the names that were `found` are what is wanted."""
    from crownhead.record.collection.query import openings_named
    from crownhead.record.openings.opening import openings as every

    try:
        numbers = {opening.number for opening in every()} if wanted is None else openings_named(wanted)
    except ValueError as error:
        if found:
            return []
        raise click.UsageError(str(error), click.get_current_context()) from error
    return [
        opening
        for opening in every()
        if opening.number in numbers and use in (None, opening.use.value) and (opening.name or not named)
    ]


def _names(wanted: str | None, named: bool) -> list[OpeningName]:
    """Those beyond the three-move list."""
    from crownhead.record.openings.names import DECK, names_like, opening_names

    found = names_like(wanted) if wanted else list(opening_names()) if named else []
    return [name for name in found if not name.source.startswith(DECK)]


def _line(opening: Opening) -> str:
    moves = " ".join(opening.moves)
    return f"{opening.number:3}  {moves:<18}  {opening.use.value:<10}  {opening.name}".rstrip()


def _name_line(name: OpeningName) -> str:
    return f"{name.name}: {' '.join(name.moves)}  [{name.source}]"


def _drawn(kind: str, lots: int, seed: int | None, *, mail: bool) -> list[Ballot]:
    """Without a seed, from the system's source of chance."""
    from crownhead.record.openings.ballots import Kind, draw

    chance = random.SystemRandom() if seed is None else random.Random(seed)
    return [draw(Kind(kind), chance, mail=mail) for _ in range(lots)]
