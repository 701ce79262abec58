"""A position in the colours of a theme, drawn with block characters for a terminal.

The picture takes the first layout that fits: framed with discs of six to three lines where the height is known
(106 columns and 50 lines, ..., 58 and 26), framed with discs of two lines (42 columns), one line to a row with
numbers (24), and 16 columns without numbers. rich is loaded only when a picture is made.
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
LARGE_CELLS = ((13, 6), (11, 5), (9, 4), (7, 3))
"""Columns and lines of a square, the largest first. A character is about twice as high as wide."""


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
    height: int = 0,
) -> Text:
    """The board for a rich Console, which fits the colours to what the terminal can show.

    It grows with the room that there is: `height` lines, if that is known.
    """
    painter = _Painter(Subject.of(shown, last_move), find_theme(theme), numbers and width >= NUMBERED_WIDTH)
    rows = Orientation(flipped, mirror).rows()
    if width < FRAMED_WIDTH:
        return _text([painter.small_cell(square) for square in row] for row in rows)
    for columns, deep in LARGE_CELLS:
        if width >= 8 * columns + 2 and height >= 8 * deep + 2:
            lines = [line for row in rows for line in painter.huge_row(row, columns, deep)]
            return _text(painter.framed(lines, 8 * columns + 2))
    lines = [line for row in rows for line in painter.large_row(row)]
    return _text(painter.framed(lines))


@dataclass(frozen=True, slots=True)
class _Painter:
    subject: Subject
    theme: Theme
    numbers: bool

    def framed(self, lines: list[Line], width: int = FRAMED_WIDTH) -> list[Line]:
        """The frame is a column or half a line thick: a character is about twice as high as wide."""
        edge = self.theme.frame
        side = Span(" ", edge, edge)
        top, bottom = Span("▄" * width, edge), Span("▀" * width, edge)
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

    def huge_row(self, row: list[Square | None], columns: int, deep: int) -> list[Line]:
        cells = [self._huge_cell(square, columns, deep) for square in row]
        return [[span for cell in cells for span in cell[line]] for line in range(deep)]

    def _huge_cell(self, square: Square | None, columns: int, deep: int) -> list[Line]:
        """A disc of half blocks, with the crown in the middle and the number on the last line but one."""
        ground, number = self._ground(square), self._number(square)
        piece = square and self.subject.position.piece_at(square)
        if not piece:
            lines = [[Span(" " * columns, self.theme.number, ground)] for _ in range(deep)]
            lines[-1] = [Span(f" {number:<{columns - 1}}", self.theme.number, ground)]
            return lines
        paint = self.theme.paint(piece.colour)
        lines = [_disc_line(columns, deep, line, paint.face, ground) for line in range(deep)]
        words = {deep - 2: number}
        if piece.king:
            words |= {(deep - 1) // 2: CROWN} if deep > 3 else {0: CROWN, 1: number}
        for line, word in words.items():
            _write(lines[line], word, paint.crown, paint.face)
        return lines

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


def _disc_line(columns: int, deep: int, line: int, face: str, ground: str) -> Line:
    """One line of a disc: each character has an upper and a lower half."""

    def inside(column: int, half: int) -> bool:
        x = (column + 0.5 - columns / 2) / (columns / 2 - 0.6)
        y = (2 * line + half + 0.5 - deep) / (deep - 0.7)
        return x * x + y * y <= 1

    spans: Line = []
    for column in range(columns):
        upper, lower = inside(column, 0), inside(column, 1)
        if upper == lower:
            spans.append(Span(" ", face, face if upper else ground))
        else:
            spans.append(Span("▀" if upper else "▄", face, ground))
    return spans


def _write(line: Line, word: str, ink: str, ground: str) -> None:
    """Puts a word in the middle of a line of single characters."""
    begin = (len(line) - len(word)) // 2
    for offset, letter in enumerate(word):
        line[begin + offset] = Span(letter, ink, ground)


def _text(lines: Iterable[Iterable[Span]]) -> Text:
    from rich.style import Style
    from rich.text import Text

    text = Text(no_wrap=True)
    for count, line in enumerate(lines):
        text.append("\n" if count else "")
        for span in line:
            text.append(span.text, Style(color=span.ink, bgcolor=span.ground))
    return text
