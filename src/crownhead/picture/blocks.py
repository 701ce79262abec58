"""A position in the colours of a theme, drawn with block characters for a terminal.

The picture takes the first of three layouts that fits the width: framed with discs two lines high
(42 columns), one line to a row with numbers (24), and 16 columns without numbers. rich is loaded only when
a picture is made.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crownhead.picture.orientation import Orientation
from crownhead.picture.subject import HoldsPosition, Subject
from crownhead.picture.theme import DEFAULT_THEME, Theme, find_theme

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.text import Text

    from crownhead.rules.move import Move
    from crownhead.rules.position import Position
    from crownhead.rules.square import Square

CROWN = "♛"
SMALL_MAN = "●"
FRAMED_WIDTH = 42
NUMBERED_WIDTH = 24


@dataclass(frozen=True, slots=True)
class Span:
    """Characters in one ink on one ground; no ground is that of the terminal."""

    text: str
    ink: str
    ground: str | None = None


Line = list[Span]


def coloured(
    shown: Position | HoldsPosition,
    *,
    last_move: Move | None = None,
    numbers: bool = True,
    flipped: bool = False,
    mirror: bool = False,
    theme: str | Theme = DEFAULT_THEME,
    width: int = 80,
) -> Text:
    """The board for a rich Console, which fits the colours to what the terminal can show."""
    painter = _Painter(Subject.of(shown, last_move), find_theme(theme), numbers and width >= NUMBERED_WIDTH)
    rows = Orientation(flipped, mirror).rows()
    if width < FRAMED_WIDTH:
        return _text([painter.small_cell(square) for square in row] for row in rows)
    lines = [line for row in rows for line in painter.large_row(row)]
    return _text(painter.framed(lines))


@dataclass(frozen=True, slots=True)
class _Painter:
    subject: Subject
    theme: Theme
    numbers: bool

    def framed(self, lines: list[Line]) -> list[Line]:
        """The frame is a column or half a line thick: a character is about twice as high as wide."""
        edge = self.theme.frame
        side = Span(" ", edge, edge)
        top, bottom = Span("▄" * FRAMED_WIDTH, edge), Span("▀" * FRAMED_WIDTH, edge)
        return [[top], *([side, *line, side] for line in lines), [bottom]]

    def large_row(self, row: list[Square | None]) -> tuple[Line, Line]:
        upper: Line = []
        lower: Line = []
        for square in row:
            above, below = self._large_cell(square)
            upper += above
            lower += below
        return upper, lower

    def _large_cell(self, square: Square | None) -> tuple[Line, Line]:
        """Five columns on two lines: crown or nothing above, the number below."""
        ground, number = self._ground(square), self._number(square)
        piece = square and self.subject.position.piece_at(square)
        if not piece:
            blank = Span("     ", self.theme.number, ground)
            return [blank], [Span(f" {number:^3} ", self.theme.number, ground)]
        paint = self.theme.paint(piece.colour)

        def half(left: str, inside: str, right: str) -> Line:
            face = Span(f"{inside:^3}", paint.crown, paint.face)
            return [Span(left, paint.face, ground), face, Span(right, paint.face, ground)]

        return half("▗", CROWN if piece.king else "", "▖"), half("▝", number, "▘")

    def small_cell(self, square: Square | None) -> Span:
        """One character for the piece, then the number, or a blank to make the square square."""
        ground = self._ground(square)
        number = f"{self._number(square):>2}" if self.numbers else " "
        piece = square and self.subject.position.piece_at(square)
        if not piece:
            return Span(" " + number, self.theme.number, ground)
        symbol = CROWN if piece.king else SMALL_MAN
        return Span(symbol + number, self.theme.paint(piece.colour).face, ground)

    def _ground(self, square: Square | None) -> str:
        if square is None:
            return self.theme.light
        return self.theme.marked if square in self.subject.touched else self.theme.dark

    def _number(self, square: Square | None) -> str:
        return str(int(square)) if self.numbers and square else ""


def _text(lines: Iterable[Iterable[Span]]) -> Text:
    from rich.style import Style
    from rich.text import Text

    text = Text(no_wrap=True)
    for count, line in enumerate(lines):
        text.append("\n" if count else "")
        for span in line:
            text.append(span.text, Style(color=span.ink, bgcolor=span.ground))
    return text
