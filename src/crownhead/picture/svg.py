"""A position as SVG: one small, self-contained picture that any browser, notebook or printer can show.

Lengths are in units of the picture: a square is 64 wide, the board's top left corner is (0, 0), and the
frame lies outside it. Shapes are defined once and used many times; their identifiers carry the theme's
name, so that boards of several themes can stand in one web page.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from crownhead.errors import PictureError
from crownhead.picture import mark
from crownhead.picture.mark import AnyArrow, AnyCircle, Arrow, Circle
from crownhead.picture.orientation import Orientation
from crownhead.picture.search_tree import search_tree
from crownhead.picture.subject import HoldsPosition, Subject
from crownhead.picture.svg_shapes import FRAME, SQUARE, definitions, piece_id
from crownhead.picture.theme import DEFAULT_THEME, Theme, find_theme
from crownhead.rules.square import SQUARES, Square

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crownhead.rules.move import Move
    from crownhead.rules.position import Position

__all__ = ["Arrow", "Circle", "board", "search_tree"]

BOARD = 8 * SQUARE
SMALLEST, LARGEST = 16, 16384  # pixels


def board(
    shown: Position | HoldsPosition,
    *,
    last_move: Move | None = None,
    arrows: Iterable[AnyArrow] = (),
    circles: Iterable[AnyCircle] = (),
    numbers: bool = True,
    flipped: bool = False,
    mirror: bool = False,
    theme: str | Theme = DEFAULT_THEME,
    size: int = 400,
) -> str:
    """The text of an SVG that shows a Position, or a Board with its last move.

    Black is at the top, as the numbers run, unless `flipped`; `mirror` exchanges left and right. `arrows`
    are pairs of squares, moves or `Arrow(tail, head, colour)`; `circles` are squares or
    `Circle(square, colour)`. `theme` is red-black, red-white, wood, high-contrast or a `Theme` of your own.
    `size` is the width and height in pixels; the picture scales without loss.
    """
    drawing = _Drawing(Subject.of(shown, last_move), Orientation(flipped, mirror), find_theme(theme))
    parts = [
        drawing.opening(_checked_size(size)),
        definitions(drawing.theme),
        drawing.ground(),
        drawing.dark_squares(),
        drawing.marked_squares(),
        drawing.numbers() if numbers else "",
        drawing.captured(),
        drawing.pieces(),
        drawing.circles(mark.circles(circles)),
        drawing.arrows(mark.arrows(arrows)),
        "</svg>",
    ]
    return "\n".join(filter(None, parts)) + "\n"


@dataclass(frozen=True, slots=True)
class _Drawing:
    """The layers of one picture, from the ground up; each is one group, or empty."""

    subject: Subject
    view: Orientation
    theme: Theme

    def opening(self, size: int) -> str:
        whole = BOARD + 2 * FRAME
        turn = self.subject.position.turn.title
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-FRAME} {-FRAME} {whole} {whole}" '
            f'width="{size}" height="{size}" role="img">\n'
            f"<title>Checkers, {turn} to move</title>\n<desc>{escape(self.subject.describe())}</desc>"
        )

    def ground(self) -> str:
        whole = BOARD + 2 * FRAME
        return (
            f'<rect x="{-FRAME}" y="{-FRAME}" width="{whole}" height="{whole}" rx="6" '
            f'fill="{self.theme.frame}"/>\n<rect width="{BOARD}" height="{BOARD}" fill="{self.theme.light}"/>'
        )

    def dark_squares(self) -> str:
        untouched = [square for square in SQUARES if square not in self.subject.touched]
        return _group(f'class="dark" fill="{self.theme.dark}"', self._uses("square", untouched))

    def marked_squares(self) -> str:
        touched = [square for square in SQUARES if square in self.subject.touched]
        return _group(f'class="marked" fill="{self.theme.marked}"', self._uses("square", touched))

    def numbers(self) -> str:
        style = f'class="numbers" font-family="sans-serif" font-size="12.5" fill="{self.theme.number}"'
        return _group(style, map(self._number, SQUARES))

    def _number(self, square: Square) -> str:
        x, y = self._corner(square)
        return f'<text x="{x + 2}" y="{y + 12}">{square}</text>'

    def captured(self) -> str:
        """A small cross where a piece was taken by the last move, if the square is still empty."""
        move, position = self.subject.last_move, self.subject.position
        taken = [square for square in (move.captures if move else ()) if not position.piece_at(square)]
        style = f'class="captured" stroke="{self.theme.number}" stroke-width="4" stroke-linecap="round"'
        return _group(style, self._uses("cross", taken))

    def pieces(self) -> str:
        occupied = zip(SQUARES, self.subject.position.occupants, strict=True)
        placed = (self._use(piece_id(piece), square) for square, piece in occupied if piece)
        return _group('class="pieces"', placed)

    def circles(self, circles: Iterator[Circle]) -> str:
        style = f'class="circles" fill="none" stroke="{self.theme.arrow}" stroke-width="4.5"'
        return _group(style, map(self._circle, circles))

    def _circle(self, circle: Circle) -> str:
        x, y = self._middle(circle.square)
        colour = f' stroke="{circle.colour}"' if circle.colour else ""
        return f'<circle cx="{x}" cy="{y}" r="26"{colour}/>'

    def arrows(self, arrows: Iterator[Arrow]) -> str:
        style = f'class="arrows" fill="{self.theme.arrow}" stroke="#fff" stroke-width="1.5" opacity=".85"'
        return _group(style, map(self._arrow, arrows))

    def _arrow(self, arrow: Arrow) -> str:
        """Drawn along the x axis, then turned to where it points; it begins a little off the middle."""
        (x, y), (to_x, to_y) = self._middle(arrow.tail), self._middle(arrow.head)
        length = round(hypot(to_x - x, to_y - y), 1)
        angle = round(degrees(atan2(to_y - y, to_x - x)), 1)
        colour = f' fill="{arrow.colour}"' if arrow.colour else ""
        outline = f"M8-5H{length - 24:g}V-14L{length:g} 0 {length - 24:g} 14V5H8z"
        return f'<path transform="translate({x} {y}) rotate({angle:g})" d="{outline}"{colour}/>'

    def _uses(self, shape: str, squares: Iterable[Square]) -> Iterator[str]:
        return (self._use(shape, square) for square in squares)

    def _use(self, shape: str, square: Square) -> str:
        x, y = self._corner(square)
        return f'<use href="#{self.theme.name}-{shape}" x="{x}" y="{y}"/>'

    def _corner(self, square: Square) -> tuple[int, int]:
        row, column = self.view.tile(square)
        return column * SQUARE, row * SQUARE

    def _middle(self, square: int) -> tuple[int, int]:
        x, y = self._corner(Square(square))
        return x + SQUARE // 2, y + SQUARE // 2


def _group(attributes: str, elements: Iterable[str]) -> str:
    """The elements in one `<g>`; no elements, no group."""
    inside = "\n".join(elements)
    return f"<g {attributes}>\n{inside}\n</g>" if inside else ""


def _checked_size(size: int) -> int:
    if not isinstance(size, int) or not SMALLEST <= size <= LARGEST:
        raise PictureError(f"size {size!r}: give {SMALLEST} to {LARGEST} pixels")
    return size
