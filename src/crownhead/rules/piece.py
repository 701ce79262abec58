"""What can stand on a square. An empty square is None, or 0 in grids."""

from __future__ import annotations

from enum import IntEnum

from crownhead.rules.colour import BLACK, WHITE, Colour

MOST_OF_A_SIDE = 12
"""The game begins with so many, and none is ever added."""
MOST_PIECES = 2 * MOST_OF_A_SIDE


class Piece(IntEnum):
    """The four pieces, by the numbers that grids use."""

    WHITE_MAN = 1
    WHITE_KING = 2
    BLACK_MAN = 3
    BLACK_KING = 4

    @property
    def colour(self) -> Colour:
        """Whose piece it is."""
        return WHITE if self <= 2 else BLACK

    @property
    def king(self) -> bool:
        """Whether it is a king."""
        return self % 2 == 0

    @property
    def symbol(self) -> str:
        """x and X for Black's men and kings, o and O for White's."""
        return "oOxX"[self - 1]

    @classmethod
    def of(cls, colour: Colour, *, king: bool) -> Piece:
        """The man or the king of a side."""
        return cls((1 if Colour(colour) is WHITE else 3) + bool(king))

    @classmethod
    def from_symbol(cls, symbol: str) -> Piece:
        """The piece of a letter: x, X, o or O."""
        if len(symbol) != 1 or symbol not in "oOxX":
            raise ValueError(f"{symbol!r} is no piece: x and X are black, o and O white, capitals are kings")
        return cls("oOxX".index(symbol) + 1)

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)
