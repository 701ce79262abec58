"""crownhead openings learn: a repertoire, asked card by card."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from crownhead.book.book import Book
from crownhead.errors import MoveError
from crownhead.files import write_text
from crownhead.record.board import Board
from crownhead.record.pdn import dumps, games
from crownhead.study.openings.kept import answer_kept, extend, forget, repertoire, repertoires
from crownhead.study.openings.repertoire import as_games, from_book, from_games
from crownhead.terminal.arguments import opening_of
from crownhead.terminal.play.typed import typed_move
from crownhead.terminal.screen import Look, print_board, theme_option

if TYPE_CHECKING:
    from crownhead.study.openings import Card, Repertoire
    from crownhead.study.openings.repertoire import Side

HELP = "Type a move, for example 11-15; or show, quit."


@click.command()
@click.argument("name", required=False)
@click.option("--new", "opening", metavar="OPENING", help="Make one: the name of an opening, or its moves.")
@click.option(
    "--lines",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="... or your own lines, as PDN.",
)
@click.option("--side", type=click.Choice(["black", "white"]), help="Whose moves you want to learn.")
@click.option(
    "--plies", type=click.IntRange(0, 40), default=10, show_default=True, help="How far the book goes on."
)
@click.option(
    "--export",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the repertoire NAME as PDN with variations.",
)
@click.option("--delete", is_flag=True, help="Delete the repertoire NAME.")
@theme_option
def learn(
    name: str | None,
    opening: str | None,
    lines: Path | None,
    side: str | None,
    plies: int,
    export: Path | None,
    delete: bool,
    theme: str,
) -> None:
    """Make a repertoire, or be asked its moves.

    Without a name, all repertoires are listed. Lines that you add to a repertoire by its name leave your progress in it
    as it is. A move that you knew is asked again after 1, 2, 4 ... 64 days, one that
    you did not know at once. Progress is kept for the terminal and the browser.

    \b
    Examples:
      crownhead openings learn --new glasgow --side black
      crownhead openings learn --lines my-lines.pdn --side white
      crownhead openings learn
      crownhead openings learn "Glasgow, black"
      crownhead openings learn "Glasgow, black" --export glasgow.pdn
    """
    if opening or lines:
        _make(name, opening, lines, side, plies)
        return
    if (delete or export) and name is None:
        option = "--delete" if delete else "--export"
        raise click.UsageError(f"{option} needs the name of a repertoire", click.get_current_context())
    if name is not None and (delete or export):
        if export is not None:
            write_text(export, "\n".join(map(dumps, as_games(repertoire(name)))))
        if delete:
            forget(name)
        return
    if name is None:
        _list()
        return
    _train(name, theme)


def _make(name: str | None, opening: str | None, lines: Path | None, side: str | None, plies: int) -> None:
    if side is None:
        raise click.UsageError("say whose moves you want to learn: --side black or --side white",
                               click.get_current_context())  # fmt: skip
    whose = cast("Side", side)
    if lines is not None:
        made = from_games(name or f"{lines.stem}, {side}", whose, list(games(lines)))
    else:
        title, moves = opening_of(opening or "")
        made = from_book(name or f"{title}, {side}", whose, moves, Book.open(), plies=plies)
    if not made.cards:
        raise click.UsageError(f"there is no move of {side} to learn in it", click.get_current_context())
    kept = extend(made)
    click.echo(
        f'{kept.name}: {len(kept.cards)} positions. Learn them by crownhead openings learn "{kept.name}"'
    )


def _list() -> None:
    now = time.time()
    known = repertoires()
    for one in known:
        click.echo(f"{one.name}: {len(one.cards)} positions, {one.learnt} learnt, {len(one.due(now))} due")
    if not known:
        click.echo(
            "There is no repertoire yet. Make one: crownhead openings learn --new glasgow --side black"
        )


def _train(name: str, theme: str) -> None:
    count = len(repertoire(name).due(time.time()))
    click.echo(f"{name}: {count} positions are due. {HELP}" if count else f"{name}: nothing is due now.")
    while cards := (known := repertoire(name)).due(time.time()):
        if not _ask(known, cards[0], theme):
            return
    if count:
        click.echo("That is all for now.")


def _ask(known: Repertoire, card: Card, theme: str) -> bool:
    """False where the learner wants to leave."""
    board, helped = Board(card.fen), False
    click.echo(" ".join(card.line) or "The start of the game")
    print_board(board, Look(theme=theme, flipped=known.side == "black"))
    while True:
        try:
            line = input(f"{known.side.capitalize()} to move> " if sys.stdin.isatty() else "").strip()
        except EOFError:
            return False
        match line.lower():
            case "quit" | "exit" | "q":
                return False
            case "":
                continue
            case "show":
                helped = True
                click.echo(f"Your repertoire plays {card.answers[0]}.")
                continue
        try:
            move = str(typed_move(board.position, line))
        except MoveError as error:
            click.echo(f"{error}. {HELP}")
            continue
        click.echo(answer_kept(known.name, card.fen, move, time.time(), helped=helped).text)
        return True
