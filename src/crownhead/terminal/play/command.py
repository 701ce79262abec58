"""crownhead play: the options, and the way to the table."""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING

import click

from crownhead.engine.levels import DEFAULT_LEVEL, FULL_STRENGTH
from crownhead.errors import CrownheadError
from crownhead.play.clock import Control
from crownhead.play.participant import DEFAULT_SECONDS
from crownhead.record.board import Board
from crownhead.record.library import gamefile
from crownhead.rules.colour import BLACK, Colour
from crownhead.terminal.arguments import opening_of, refuse_together
from crownhead.terminal.play import words
from crownhead.terminal.play.commands import greeting
from crownhead.terminal.play.seating import Seating
from crownhead.terminal.play.session import Session
from crownhead.terminal.play.unfinished import unfinished
from crownhead.terminal.play.view import STYLES, View
from crownhead.terminal.question import confirmed
from crownhead.terminal.screen import theme_option

if TYPE_CHECKING:
    from crownhead.record.game.game import Game

PLAYERS = click.Choice(["person", "engine"])


class ClockTime(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """Minutes, and perhaps seconds for every move: 5 or 5+3."""

    name = "clock"

    def convert(
        self, value: str | Control, param: click.Parameter | None, ctx: click.Context | None
    ) -> Control:
        if isinstance(value, Control):
            return value
        minutes, _, increment = value.partition("+")
        try:
            seconds = round(float(minutes) * 60)
        except ValueError:
            seconds = 0
        control = Control.of_text(f"{seconds}+{increment or 0}") if 0 < seconds <= 86400 else None
        if control is None:
            self.fail(
                f"{value!r}: write minutes, and if you like seconds for every move, for example 5 or 5+3",
                param,
                ctx,
            )
        return control


@click.command()
@click.option("--black", type=PLAYERS, help="Who plays Black and moves first (default: person).")
@click.option("--white", type=PLAYERS, help="Who plays White (default: engine).")
@click.option(
    "--level",
    type=click.IntRange(1, FULL_STRENGTH),
    help=f"How strong the engine plays, from 1 to {FULL_STRENGTH} (default: {DEFAULT_LEVEL}).",
)
@click.option("--full-strength", is_flag=True, help="The engine plays as well as it can.")
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(0.01, 3600),
    default=DEFAULT_SECONDS,
    show_default=True,
    metavar="SECONDS",
    help="How long the engine thinks about a move.",
)
@click.option(
    "--clock",
    type=ClockTime(),
    metavar="MIN[+SEC]",
    help="Minutes for each player, and seconds added after every move.",
)
@click.option(
    "--style",
    type=click.Choice(STYLES),
    default="colour",
    help="How the board looks: in colour, in plain characters, or as lines of x o X O -.",
)
@theme_option
@click.option("--flip", is_flag=True, help="Turn the board round.")
@click.option("--ballot", is_flag=True, help="Draw the first three moves by lot, as tournaments do.")
@click.option("--opening", metavar="OPENING", help="Practise an opening: its name, or its moves.")
@click.option("--fen", help="The position to start from.")
@click.option("--resume", is_flag=True, help="Continue the last unfinished game.")
@click.option("--new", is_flag=True, help="Start a new game without asking about an unfinished one.")
def play(
    black: str | None,
    white: str | None,
    level: int | None,
    full_strength: bool,
    seconds: float,
    clock: Control | None,
    style: str,
    theme: str,
    flip: bool,
    ballot: bool,
    opening: str | None,
    fen: str | None,
    resume: bool,
    new: bool,
) -> None:
    """Play a game in the terminal.

    Type a move, for example 11-15, or a jump: 22x15. Type help for a list of commands. Every move is saved, and you
    can continue a game later. Without a terminal, crownhead reads moves and commands line by line from standard
    input and shows the boards as text.

    \b
    Examples:
      crownhead play
      crownhead play --white person --level 7
      crownhead play --black person --white person --clock 5+3
      crownhead play --ballot --style plain
      crownhead play --opening "old fourteenth" --level 7
      crownhead play --black engine --white engine --time 0.2
      crownhead play --resume
    """
    refuse_together({"--level": level, "--full-strength": full_strength})
    refuse_together({"--resume": resume, "--new": new})
    refuse_together({"--fen": fen, "--ballot": ballot, "--opening": opening, "--resume": resume})
    strength = FULL_STRENGTH if full_strength else level or DEFAULT_LEVEL
    seating = Seating(_engines(black, white), strength, seconds, clock)
    begin = _ballot() if ballot else Board.of(None, opening_of(opening)[1]) if opening else Board(fen)
    session = Session(seating, begin, gamefile.GameFile.new)
    view = View(style, theme)
    said = (
        []
        if fen or ballot or opening or new or not (resume or _can_answer())
        else _offer_unfinished(session, view, resume)
    )
    session.sides = view.sides
    session.flipped = (session.seating.people == [BLACK]) != flip
    _run(session, view, said or [greeting(session)])


def _can_answer() -> bool:
    """Whether a person is there to be asked something; a script only tells its moves."""
    return sys.stdin is not None and sys.stdin.isatty()


def _run(session: Session, view: View, said: list[str]) -> None:
    from crownhead.terminal.play import loop

    try:
        if session.seating.people:
            loop.play(session, view, said)
        else:
            loop.watch(session, view)
    finally:
        session.close()
        _say_goodbye(session)


def _say_goodbye(session: Session) -> None:
    if session.file is None or not session.file.path.exists():
        return
    if session.outcome is None:
        click.echo("Your game is saved. Continue it with: crownhead play --resume")
    else:
        click.echo(f"Your game is saved. Review it with: crownhead analyse {session.file.path}")


def _engines(black: str | None, white: str | None) -> frozenset[Colour]:
    """Unless both are said, one is a person and the other the engine."""
    if black is None and white is None:
        black = "person"
    other = {"person": "engine", "engine": "person"}
    black, white = black or other[white or "engine"], white or other[black or "person"]
    seats = zip(Colour, (black, white), strict=True)
    return frozenset(colour for colour, who in seats if who == "engine")


def _ballot() -> Board:
    from crownhead.record.openings.ballots import Kind, draw

    return draw(Kind.THREE_MOVE, random.SystemRandom()).board()


def _offer_unfinished(session: Session, view: View, at_once: bool) -> list[str]:
    """Goes on with the last game if the user wants that; what to say then."""
    found = unfinished()
    if found is None:
        if at_once:
            raise CrownheadError("there is no unfinished game to resume: start one with crownhead play")
        return []
    file, game = found
    if not at_once and (not session.seating.people or not _wanted(game, view)):
        file.close()
        return []
    session.take_up(game, file)
    return [f"Your game continues at move {len(session.board) // 2 + 1}. Type help for a list of commands."]


def _wanted(game: Game, view: View) -> bool:
    names = f"{game.headers.get('Black', '?')} - {game.headers.get('White', '?')}"
    made = words.count(len(game.moves), "move")
    view.say([f"You have an unfinished game: {names}, {made}, {game.headers.get('Date', '')}."])
    return confirmed("Do you want to continue it?", default=True)
