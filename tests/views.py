"""What the tests of pictures share: positions of textbook states, and where a tile goes in a picture."""

from __future__ import annotations

import crownhead as ch
from crownhead.rules.textbook import US, State

Tile = tuple[int, int]


def position_of(state: State) -> ch.Position:
    return ch.Position.from_grid(state.board, ch.BLACK if state.player == US else ch.WHITE)


def seen(tile: Tile, flipped: bool, mirror: bool) -> Tile:
    """Half a turn for flipped, then left and right exchanged for mirror."""
    row, column = tile
    if flipped:
        row, column = 7 - row, 7 - column
    return (row, 7 - column) if mirror else (row, column)
