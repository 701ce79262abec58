"""From which side a board is seen: where each square stands in the picture."""

from __future__ import annotations

from dataclasses import dataclass

from crownhead.rules.square import SQUARES, Square


@dataclass(frozen=True, slots=True)
class Orientation:
    """Black is at the top unless flipped; mirrored, left and right change places.

    Flipped turns the board by half, as if the viewer walked round the table: the dark corner stays at the
    near left. Mirrored is the board of people who put a dark square at the near right. The numbers stay
    with their squares in both.
    """

    flipped: bool = False
    mirror: bool = False

    def tile(self, square: Square) -> tuple[int, int]:
        """Row and column in the picture, from the top left."""
        row, column = square.row, square.column
        if self.flipped:
            row = 7 - row
        if self.flipped != self.mirror:
            column = 7 - column
        return row, column

    def rows(self) -> list[list[Square | None]]:
        """The picture from top to bottom, left to right; None is a light square."""
        picture: list[list[Square | None]] = [[None] * 8 for _ in range(8)]
        for square in SQUARES:
            row, column = self.tile(square)
            picture[row][column] = square
        return picture
