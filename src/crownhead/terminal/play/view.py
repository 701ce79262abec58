"""How the session looks on this terminal: in colour, plain, or as the x/o board; wide or narrow."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from crownhead.picture import blocks, text
from crownhead.picture.orientation import Orientation
from crownhead.picture.theme import DEFAULT_THEME, find_theme
from crownhead.rules.colour import Colour
from crownhead.rules.piece import Piece
from crownhead.terminal.play import faces, panel, words
from crownhead.terminal.screen import named, theme_for

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crownhead.terminal.play.faces import Faces
    from crownhead.terminal.play.session import Session

STYLES = ("colour", "plain", "xo")
PANEL_WIDTH = 34
LINES_BELOW = 4  # for what is said, and the prompt


class View:
    def __init__(
        self, style: str = "colour", theme: str = DEFAULT_THEME, console: Console | None = None
    ) -> None:
        plain = {"no_color": True, "color_system": None} if style != "colour" else {}
        self.console = console or Console(highlight=False, markup=False, **plain)  # type: ignore[arg-type]
        self.style = style
        self._theme = theme_for(self.console, find_theme(theme)) if style == "colour" else None
        self._faces: Faces | None = None

    def name(self, colour: Colour) -> str:
        """Red, as the theme paints the pieces; without colours Black (x)."""
        if self._theme:
            return self._theme.side(colour)
        return named(colour, Piece.of(colour, king=False).symbol)

    @property
    def sides(self) -> dict[str, Colour]:
        """The words that name a side at this board, for whoever types one."""
        names = {str(colour): colour for colour in Colour}
        return names | ({self._theme.paint(colour).name: colour for colour in Colour} if self._theme else {})

    # -- the board ---------------------------------------------------------------------------------

    def show(self, session: Session, lines: Iterable[str] = ()) -> None:
        """The whole table, and under it what is to be said."""
        board = self._board(session)
        height = board.plain.count("\n") + 1
        if clears := self._clears(height):
            self.console.clear()
        width = max(map(len, board.plain.splitlines()))
        self._faces = None
        if self.console.width >= width + 2 + PANEL_WIDTH:
            rows = max(height, 12)
            self._print_beside(session, board, rows)
            if clears and session.game.clock:
                self._faces = faces.beside(self.console, session, width, rows, PANEL_WIDTH)
        else:
            self.console.print(board)
            self.console.print(panel.below(session, self.name))
            if clears and session.game.clock:
                self._faces = faces.below(self.console, session, height, self.name)
        self.say(lines)

    def _clears(self, height: int) -> bool:
        """Each board takes the place of the last, where the screen can do that and is high enough."""
        can = self.console.is_terminal and not self.console.is_dumb_terminal
        return can and self.console.height >= height + LINES_BELOW

    def _print_beside(self, session: Session, board: Text, height: int) -> None:
        table = Table.grid(padding=(0, 2))
        table.add_column(no_wrap=True)
        table.add_column(no_wrap=True, width=PANEL_WIDTH)
        table.add_row(board, panel.beside(session, height, PANEL_WIDTH, self.name))
        self.console.print(table)

    def _room_beside(self) -> int:
        """Columns for the board: it grows only as far as the panel keeps its place beside it."""
        width = self.console.width
        smallest = blocks.FRAMED_WIDTH
        return max(smallest, width - PANEL_WIDTH - 2) if width >= smallest else width

    def _board(self, session: Session) -> Text:
        width = self.console.width
        if self.style == "xo":
            return Text(xo_board(session))
        if self._theme:
            return blocks.coloured(
                session.board,
                theme=self._theme,
                flipped=session.flipped,
                width=self._room_beside(),
                height=self.console.height - LINES_BELOW if self.console.is_terminal else 0,
            )
        return Text(text.plain(session.board, flipped=session.flipped, width=width))

    # -- words -------------------------------------------------------------------------------------

    def say(self, lines: Iterable[str]) -> None:
        for line in lines:
            said = self._theme.in_words(line) if self._theme else line
            self.console.print(Text(said))
            self.note(said)

    # -- clocks that go on while a person thinks ---------------------------------------------------

    def note(self, line: str) -> None:
        """A line stands on the screen that was not there when the board was drawn."""
        if self._faces:
            for part in line.split("\n"):
                self._faces.add(part)

    def tick(self, session: Session, asked: str) -> None:
        if self._faces:
            self._faces.tick(session, asked)

    def stop_ticking(self) -> None:
        """Until the board is drawn again: what is on the screen is not known any more."""
        self._faces = None

    def thinking(self, who: str) -> AbstractContextManager[object]:
        if self.console.is_terminal and self._theme:
            return self.console.status(f"{who} is thinking", spinner="dots")
        return nullcontext()

    def report(self, session: Session, lines: Iterable[str]) -> None:
        """A move where nobody watches: one line for each, the board at the end."""
        self.say(lines)
        if session.outcome is not None:
            self.console.print(self._board(session))
            self.say([words.whole_ending(session.outcome, session.only_person)])


def xo_board(session: Session) -> str:
    """Lines of x o X O and -, with the numbers of the squares beside them, both mirrored as that board is."""
    lines = session.board.position.to_text(mirror=True).splitlines()
    if session.flipped:
        lines = [line[::-1].ljust(8) for line in reversed(lines)]
    numbers = [
        "".join(f"{int(s):3d}" if s else "   " for s in row)
        for row in Orientation(session.flipped, True).rows()
    ]
    return "\n".join(f"{line:8}   {row}" for line, row in zip(lines, numbers, strict=True))
