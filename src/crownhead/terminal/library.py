"""crownhead games: the library that the terminal and the browser share."""

from __future__ import annotations

import secrets
import sys
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

import click

from crownhead.terminal.failure import printable
from crownhead.terminal.pdn.files import collected, files_argument, reading

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from crownhead.record.library.row import GameRow


@click.group()
def games() -> None:
    """Search your library, import games, look at players.

    The library has the games that you played in the terminal and in the browser, and those that you brought in.

    \b
    Examples:
      crownhead games find --player tinsley --date 1970..1980
      crownhead games import collection.pdn
      crownhead games review --player tinsley
      crownhead games player "Tinsley, Marion"
    """


@games.command()
@click.argument("words", nargs=-1)
@click.option("--player", default="", help="A part of the name of either player.")
@click.option("--event", default="", help="A part of the name of the event.")
@click.option("--opening", default="", help="A part of the name of the opening, or its first moves.")
@click.option(
    "--date", default="", help="The beginning of the date, 1855 or 1855.03, or a range, 1855..1870."
)
@click.option("--result", type=click.Choice(["1-0", "0-1", "1/2-1/2", "*"]), help="1-0 is a win of Black.")
@click.option("--position", metavar="FEN", help="A position that was on the board.")
@click.option("--material", metavar="PIECES", help="Men and kings that were on the board, as bbB-wW.")
@click.option(
    "--mistake", default="", help="Reviewed games with this kind of mistake, as `games player` names it."
)
@click.option(
    "--phase",
    type=click.Choice(["", "opening", "middle game", "ending"]),
    default="",
    help="The phase of that mistake.",
)
@click.option("--collection", default="", help="Games of this collection.")
@click.option("--tag", default="", help="Games with this tag.")
def find(
    words: tuple[str, ...], result: str | None, position: str | None, material: str | None, **wanted: Any
) -> None:
    """List the games that have all that is asked for, the latest first.

    WORDS may stand in a name, the event or the opening. The exit code is 1 if no game fits.
    """
    from crownhead.record.library import search
    from crownhead.record.library.home import home_library, transaction
    from crownhead.record.library.row import THE_USER
    from crownhead.rules.material import Material
    from crownhead.rules.position import Position

    try:
        pieces = None if material is None else Material.parse(material)
    except ValueError as error:
        raise click.UsageError(str(error), click.get_current_context()) from error
    board = None if position is None else Position.from_fen(position)
    asked = search.Search(
        words=" ".join(words), result=result or "", position=board, material=pieces, **wanted
    )
    with home_library() as db:
        while asked.needs_index and (waiting := search.unindexed(db)):
            with transaction(db):
                search.index(db, waiting)
        total, rows = search.find(db, THE_USER, asked)
    for row in rows:
        click.echo(printable(_line(row)))
    more = f", of which these are the latest {len(rows)}" if total > len(rows) else ""
    click.echo(f"{total:,} games found{more}", err=True)
    if not total:
        click.get_current_context().exit(1)


def _line(row: GameRow) -> str:
    details = [row.result, row.date, row.event, row.opening]
    return f"{row.id}  {row.black} - {row.white}, {', '.join(part for part in details if part)}"


@games.command("import")
@files_argument
@click.option("--match", "from_match", is_flag=True, help="They are games of a match between programs.")
def import_(files: tuple[Path, ...], from_match: bool) -> None:
    """Bring games of PDN files into the library.

    A file is brought in whole or not at all. Games that are there already are left out, and a file that is no PDN
    is refused.
    """
    from crownhead.record.library import incoming
    from crownhead.record.library.home import home_library, home_path, transaction

    with home_library() as db, closing(incoming.lock_of(home_path())):
        with transaction(db):
            incoming.clear(db)
        for file in collected(files):
            _bring_in(db, file, "match" if from_match else "imported")


def _bring_in(db: sqlite3.Connection, file: Path, kind: str) -> None:
    from crownhead.record.library import incoming
    from crownhead.record.library.home import transaction
    from crownhead.record.library.row import THE_USER
    from crownhead.record.pdn.source import raw_games

    number, first = incoming.begin(db, THE_USER, file.name), 1
    try:
        with reading([file]) as progress:
            for part in incoming.parts(raw_games(file)):
                entries, problems = incoming.entries_of(part, first)
                with transaction(db):
                    incoming.add(db, number, entries, problems, kind, lambda: secrets.token_hex(8))
                first += len(part)
                progress(sum(len(raw.text) for raw in part))
        made = incoming.read_import(db, THE_USER, number)
        assert made is not None
        if not made.games + made.duplicates:
            why = f": {made.problems[0]}" if made.problems else ""
            raise click.ClickException(f"{file}: there is no game of American checkers in it{why}")
        with transaction(db):
            incoming.finish(db, number)
    except BaseException:
        with transaction(db):
            incoming.give_up(db, number)
        raise
    twice = f", {made.duplicates:,} were there already" if made.duplicates else ""
    click.echo(printable(f"{file.name}: {made.games:,} games brought in{twice}"))


@games.command()
@click.option("--player", default="", help="Only games of this player, by a part of the name.")
@click.option("--jobs", type=click.IntRange(1, 256), help="Number of processes (default: all cores).")
def review(player: str, jobs: int | None) -> None:
    """Review all games that have no review yet.

    Each review is kept with its game as soon as it is done. Stop with Ctrl-C; the same command goes on where it was.
    `crownhead games player` then shows accuracy and typical mistakes.
    """
    from crownhead.study.library import open_library

    with open_library() as library, _reviewing() as told:
        count = library.review_all(player, jobs=jobs, told=told)
    games = "1 game" if count == 1 else f"{count:,} games"
    click.echo(f"{games} reviewed" if count else "There is no game without a review.")


@contextmanager
def _reviewing() -> Iterator[Callable[[int, int], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(file=sys.stderr)
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("games")
        yield lambda done, of: progress.update(task, completed=done, total=of)


@games.command()
@click.argument("name")
@click.option("--html", "page", metavar="FILE", help="Write a page with pictures as well.")
def player(name: str, page: str | None) -> None:
    """Show a player's results, accuracy and typical mistakes.

    NAME is the whole name, in small or capital letters. Accuracy and mistakes come from reviewed games: see
    `crownhead games review`. The exit code is 1 if the library does not have the player.
    """
    from crownhead.study.library import open_library
    from crownhead.terminal import player as shown
    from crownhead.terminal.output import write_file

    with open_library() as library:
        made = library.player(name)
    if not made.games:
        click.echo(f"no game of {name!r} is in the library", err=True)
        click.get_current_context().exit(1)
    for line in shown.lines(made):
        click.echo(printable(line))
    if page is not None:
        write_file(page, shown.page(made))
        click.echo(f"Written to {page}.", err=True)
