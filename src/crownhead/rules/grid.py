"""The board as 8 lists of 8 numbers: 0 empty, 1 and 2 white man and king, 3 and 4 black man and king.

(0, 0) is the upper left tile. On the standard board it is light; a mirrored grid has its columns reversed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.rules.piece import Piece
from crownhead.rules.setup import Setup
from crownhead.rules.square import SQUARES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crownhead.rules.colour import Colour

Grid = list[list[int]]


def parse_grid(grid: Sequence[Sequence[int]], turn: Colour, *, mirror: bool = False) -> Setup:
    setup = Setup(turn)
    if not _is_8x8(grid):
        setup.reasons.append("a grid is 8 rows of 8 numbers")
        return setup
    for row in range(8):
        for column in range(8):
            value = grid[row][7 - column if mirror else column]
            if value != 0:
                _read_tile(setup, row, column, value)
    return setup


def _is_8x8(grid: object) -> bool:
    if not isinstance(grid, (list, tuple)) or len(grid) != 8:
        return False
    return all(isinstance(row, (list, tuple)) and len(row) == 8 for row in grid)


def _read_tile(setup: Setup, row: int, column: int, value: object) -> None:
    tile = f"row {row}, column {column}"
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 4:
        setup.reasons.append(f"{value!r:.40} at {tile} is no occupant: they are numbered 0 to 4")
    elif (row + column) % 2 == 0:
        setup.reasons.append(f"a {Piece(value)} stands on a light square, at {tile}")
    else:
        setup.put(row * 4 + column // 2 + 1, Piece(value))


def write_grid(occupants: Sequence[Piece | None], *, mirror: bool = False) -> Grid:
    grid = [[0] * 8 for _ in range(8)]
    for square, piece in zip(SQUARES, occupants, strict=True):
        if piece is not None:
            row, column = square.tile
            grid[row][7 - column if mirror else column] = int(piece)
    return grid
