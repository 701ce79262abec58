"""The two sides. Black moves first, from the top of the board towards square 32."""

from __future__ import annotations

from enum import IntEnum


class Colour(IntEnum):
    """A side: Black, who moves first, or White."""

    BLACK = 0
    WHITE = 1

    @property
    def opponent(self) -> Colour:
        """The other side."""
        return WHITE if self is BLACK else BLACK

    @property
    def forward(self) -> int:
        """The way its men go, in rows: +1 is down the board."""
        return 1 if self is BLACK else -1

    @property
    def crownhead(self) -> int:
        """The row where its men are crowned."""
        return 7 if self is BLACK else 0

    @property
    def letter(self) -> str:
        """B or W, as in FEN."""
        return self.name[0]

    @property
    def title(self) -> str:
        """Black or White: at the beginning of a sentence, and as the tags of a game have it."""
        return self.name.capitalize()

    def __str__(self) -> str:
        return self.name.lower()

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


BLACK = Colour.BLACK
WHITE = Colour.WHITE
RED = WHITE
"""The lighter pieces are red in many sets: the same object as WHITE."""
