"""The 32 playable squares.

People count them from 1 to 32, as PDN does; that is the integer value of a Square. Counted from 0 they
have a neat arithmetic: a row holds four, so the row is the index divided by 4, and a diagonal step adds or
subtracts 3, 4 or 5, depending on the row being even or odd.

        column  0   1   2   3   4   5   6   7
    row 0           1       2       3       4
    row 1       5       6       7       8
    row 2           9      10      11      12
    row 3      13      14      15      16
    row 4          17      18      19      20
    row 5      21      22      23      24
    row 6          25      26      27      28
    row 7      29      30      31      32
"""

from __future__ import annotations

import operator


class Square(int):
    """A playable square: its PDN number, 1 to 32."""

    __slots__ = ()

    def __new__(cls, number: int) -> Square:
        if not 1 <= operator.index(number) <= 32:
            raise ValueError(f"there is no square {number}: squares are numbered 1 to 32")
        return super().__new__(cls, number)

    @classmethod
    def from_index(cls, index: int) -> Square:
        """The square counted from 0."""
        if not 0 <= index <= 31:
            raise ValueError(f"there is no square of index {index}: they go from 0 to 31")
        return SQUARES[index]

    @classmethod
    def from_tile(cls, row: int, column: int) -> Square:
        """The square at (row, column) of the 8x8 board; (0, 0) is the upper left tile, which is light."""
        if not (0 <= row <= 7 and 0 <= column <= 7):
            raise ValueError(f"tile ({row}, {column}) is off the board: rows and columns go from 0 to 7")
        if (row + column) % 2 == 0:
            raise ValueError(f"tile ({row}, {column}) is a light square: play is on the dark ones")
        return SQUARES[row * 4 + column // 2]

    @property
    def index(self) -> int:
        """The square counted from 0."""
        return int(self) - 1

    @property
    def row(self) -> int:
        """0 to 7, from the top."""
        return self.index // 4

    @property
    def column(self) -> int:
        """0 to 7, from the left."""
        return self.index % 4 * 2 + 1 - self.row % 2

    @property
    def tile(self) -> tuple[int, int]:
        """(row, column) of the 8x8 board."""
        return self.row, self.column

    def neighbour(self, *, down: bool, right: bool) -> Square | None:
        """The next square on a diagonal, or None over the edge."""
        index, odd = self.index, self.row % 2
        edge = (index - 3) % 8 if right else (index - 4) % 8
        if edge == 0:
            return None
        # From an even row, down-left adds 4 and down-right 5; from an odd row 3 and 4. Upwards a step takes
        # away what it would add from the other kind of row, mirrored: up-left 4 or 5, up-right 3 or 4.
        step = (4 - odd + right) if down else -(4 + odd - right)
        return SQUARES[index + step] if 0 <= index + step <= 31 else None

    def __repr__(self) -> str:
        return f"Square({int(self)})"

    def __str__(self) -> str:
        return str(int(self))

    def __getnewargs__(self) -> tuple[int]:
        return (int(self),)


SQUARES: tuple[Square, ...] = tuple(Square(number) for number in range(1, 33))
"""All squares in order: SQUARES[i].index == i."""
