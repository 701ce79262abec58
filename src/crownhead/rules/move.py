"""A move: the squares a piece visits and the pieces it captures on the way."""

from __future__ import annotations

from crownhead import _core


class Move(_core.Move):
    """The squares that a piece visits, and the pieces that it captures on the way. A value that never changes.

    Position.legal_moves and Position.parse_move make moves, or Move([22, 15, 8]) from a path.

    Moves with different paths differ, even if they lead to the same position.
    """

    __slots__ = ()

    @property
    def tiles(self) -> list[tuple[int, int]]:
        """The path as (row, column) tiles of the 8x8 board."""
        return [square.tile for square in self.path]

    @property
    def indices(self) -> list[int]:
        """The path as squares counted from 0."""
        return [square.index for square in self.path]

    def __str__(self) -> str:
        return ("x" if self.is_jump else "-").join(map(str, self.path))

    def __repr__(self) -> str:
        return f"<Move {self}>"

    def __reduce__(self) -> tuple[type[Move], tuple[tuple[int, ...]]]:
        return type(self), (tuple(map(int, self.path)),)
