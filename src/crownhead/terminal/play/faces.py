"""The clocks on the screen, brought up to date where they stand while a person thinks.

Only where that is known: on a terminal that was cleared, as long as nothing has scrolled since.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crownhead.rules.colour import BLACK, WHITE, Colour
from crownhead.terminal.play import panel
from crownhead.terminal.play.words import time_left

if TYPE_CHECKING:
    from rich.console import Console

    from crownhead.terminal.play.session import Session

SAVE, RESTORE = "\x1b7", "\x1b8"
BOLD, NORMAL = "\x1b[1m", "\x1b[0m"
LONGEST = 9
"""Characters of a time, with the blanks beside it."""


@dataclass(frozen=True, slots=True)
class Place:
    row: int
    """From 1, as terminals count."""
    column: int
    right: bool
    """Whether the time stands at the right end of its nine characters."""


class Faces:
    """Made after a board was drawn at the top of an empty screen."""

    def __init__(self, console: Console, places: dict[Colour, Place], rows: int) -> None:
        self._console = console
        self._size = console.size
        self._places = places
        self._rows = rows
        """That are taken, from the top."""

    def add(self, text: str) -> None:
        """A line was printed below."""
        self._rows += self._height(text)

    def _height(self, text: str) -> int:
        return max(1, -(-len(text) // self._size.width))

    def tick(self, session: Session, asked: str) -> None:
        """Writes the time of the player to move over the old one; `asked` is the line with the cursor."""
        colour = session.board.turn
        scrolled = self._rows + self._height(asked + " ") > self._size.height
        if not session.game.clock or scrolled or self._console.size != self._size:
            return
        place, time = self._places[colour], time_left(session.left(colour))
        text = time.rjust(LONGEST) if place.right else time.ljust(LONGEST)
        written = f"{SAVE}\x1b[{place.row};{place.column}H{BOLD}{text}{NORMAL}{RESTORE}"
        # Past every buffer, for this may interrupt somebody who is writing into one.
        os.write(self._console.file.fileno(), written.encode())


def beside(console: Console, session: Session, board_width: int, height: int, width: int) -> Faces:
    """With the players at the right of the board: see `panel.beside`."""
    far, near = (WHITE, BLACK) if session.flipped else (BLACK, WHITE)
    column = board_width + 3 + width - LONGEST
    places = {far: Place(1, column, True), near: Place(height - 2, column, True)}
    return Faces(console, places, height)


def below(console: Console, session: Session, board_height: int, namer: panel.Namer) -> Faces:
    """With the players under the board: see `panel.below`."""
    lines = panel.below(session, namer).plain.splitlines()
    places = {}
    for number, colour in enumerate(Colour):
        end = len(lines[number]) - len(time_left(session.left(colour)))
        places[colour] = Place(board_height + 1 + number, end + 1, False)
    return Faces(console, places, board_height + len(lines))
