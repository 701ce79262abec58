"""crownhead openings explore: what is known of every move of a position."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from crownhead.book.book import Book
from crownhead.record.board import Board
from crownhead.record.collection.index import Index
from crownhead.study.openings import explore as explored
from crownhead.study.openings.played import games_through, tallies
from crownhead.terminal.arguments import opening_of, position_of
from crownhead.terminal.failure import printable
from crownhead.terminal.pdn.files import collected, reading, shown_game

if TYPE_CHECKING:
    from crownhead.study.openings import Explored, ExploredMove

MOST_GAMES = 20
"""That are listed, unless it is said otherwise."""


@click.command()
@click.argument("moves", nargs=-1)
@click.option("--fen", help="Start from this position (default: the start of the game).")
@click.option(
    "--book",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The book (default: your own, or else the one that comes with crownhead).",
)
@click.option(
    "--collection",
    "files",
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    help="Also count the games in this PDN file or directory from now on.",
)
@click.option("--games", "listed", is_flag=True, help="List the games that went through the position.")
@click.option("--most", type=click.IntRange(1), default=MOST_GAMES, show_default=True, help="Games to list.")
def explore(
    moves: tuple[str, ...],
    fen: str | None,
    path: Path | None,
    files: tuple[Path, ...],
    listed: bool,
    most: int,
) -> None:
    """Show what is known of every move of a position.

    MOVES lead to the position, or are the name of an opening. For each move you see the score of the book, how often
    it was played in your games and in the PDN files you have indexed, with its results for the side that moves, and
    the opening that it leads into. Games with the colours reversed count as well.

    \b
    Examples:
      crownhead openings explore
      crownhead openings explore 11-15 23-19 8-11
      crownhead openings explore glasgow --games
      crownhead openings explore --collection games.pdn
    """
    board = _board(moves, fen)
    if files:
        _index(collected(files))
    _show(board, explored(board, Book.open(path), tallies(board.position)))
    if listed:
        _list_games(board, most)


def _board(moves: tuple[str, ...], fen: str | None) -> Board:
    text = " ".join(moves)
    if fen is None and text:
        return Board.of(None, opening_of(text)[1])
    return Board.of(position_of(fen).fen, text.replace(",", " ").split())


def _index(files: list[Path]) -> None:
    with Index() as index:
        if outdated := index.outdated(files):
            with reading(outdated) as progress:
                index.update(outdated, progress)


def _show(board: Board, found: Explored) -> None:
    click.echo(f"{' '.join(_texts(board))}  {found.title}".strip() or "The start of the game")
    if board.is_over:
        click.echo("The game is over.")
        return
    click.echo(f"{'move':<10}{'book':>7}{'games':>8}  {'won/drawn/lost':<16}leads into")
    for one in found.moves:
        click.echo(_row(one))


def _texts(board: Board) -> list[str]:
    return [before.notation(move) for before, move in zip(board.history, board.moves, strict=False)]


def _row(one: ExploredMove) -> str:
    tally = one.tally
    results = f"{tally.wins}/{tally.draws}/{tally.losses}" if tally.games else ""
    return f"{one.text:<10}{one.score:>7}{tally.games or '':>8}  {results:<16}{one.leads_into}".rstrip()


def _list_games(board: Board, most: int) -> None:
    through = games_through(board.position, most)
    for row in through.own:
        details = ", ".join(filter(None, [row.result, row.event]))
        click.echo(printable(f"your game {row.id}: {row.black or '?'} - {row.white or '?'}, {details}"))
    for found in through.found:
        click.echo(shown_game(found))
    listed = f"; {most} are listed" if through.total > most else ""
    click.echo(f"{through.total} games went through this position{listed}")
