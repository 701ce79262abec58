"""A position as plain text that can be piped, pasted and mailed.

The picture takes the first of three layouts that fits the width: framed (41 columns, 33 without numbers),
numbered without a frame (32), and 16 columns without numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.picture.orientation import Orientation
from crownhead.picture.subject import HoldsPosition, Subject
from crownhead.rules.piece import Piece

if TYPE_CHECKING:
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position
    from crownhead.rules.square import Square

DRAUGHTSMEN = {Piece.WHITE_MAN: "⛀", Piece.WHITE_KING: "⛁", Piece.BLACK_MAN: "⛂", Piece.BLACK_KING: "⛃"}


def plain(
    shown: Position | HoldsPosition,
    *,
    last_move: Move | None = None,
    numbers: bool = True,
    flipped: bool = False,
    mirror: bool = False,
    unicode: bool = False,
    width: int = 80,
) -> str:
    """The board without colour: `x o X O` in ASCII, or draughtsmen in Unicode.

    A star stands behind what is on the squares of the last move.
    """
    subject = Subject.of(shown, last_move)
    rows = Orientation(flipped, mirror).rows()
    framed_width = 41 if numbers else 33
    numbers = numbers and width >= 32
    cells = [[_plain_cell(subject, square, numbers, unicode) for square in row] for row in rows]
    if width >= framed_width:
        return _framed(cells, unicode)
    return "\n".join("".join(row).rstrip() for row in cells)


def _plain_cell(subject: Subject, square: Square | None, numbers: bool, unicode: bool) -> str:
    if square is None:
        return "    " if numbers else "  "
    piece = subject.position.piece_at(square)
    star = "*" if square in subject.touched else " "
    empty = " " if numbers else "-"
    occupant = symbol(piece, unicode) if piece else empty
    return occupant + star + (f"{int(square):2d}" if numbers else "")


def symbol(piece: Piece, unicode: bool = False) -> str:
    return DRAUGHTSMEN[piece] if unicode else piece.symbol


def _framed(cells: list[list[str]], unicode: bool) -> str:
    """Cells of two characters get a third, a blank before them, so that they are not narrower than high."""
    cells = [[cell.rjust(3) for cell in row] for row in cells]
    line, bar = ("─", "│") if unicode else ("-", "|")
    top, middle, bottom = ("┌┬┐", "├┼┤", "└┴┘") if unicode else ("+++",) * 3
    width = len(cells[0][0])

    def rule(corners: str) -> str:
        return corners[0] + corners[1].join([line * width] * 8) + corners[2]

    rows = [bar + bar.join(row) + bar for row in cells]
    return "\n".join([rule(top), f"\n{rule(middle)}\n".join(rows), rule(bottom)])
