"""Slices: the positions with the same pieces and Black to move.

Positions with White to move are those of the flipped slice, seen from the other chair, so a database holds
nothing twice. A slice and its flip are built together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead import _core
from crownhead.rules.material import Material
from crownhead.rules.piece import MOST_OF_A_SIDE

if TYPE_CHECKING:
    from collections.abc import Iterator

FEWEST_PIECES = 2
"""One of each side: without, the game is over."""
_DIGITS = "0123456789abc"


class Slice(Material):
    """The positions with this material and Black to move."""

    __slots__ = ()

    @property
    def positions(self) -> int:
        """How many positions it has."""
        return _core.slice_size(self)

    @property
    def name(self) -> str:
        """Four digits in base 13, as 1201."""
        return "".join(_DIGITS[count] for count in self)

    @classmethod
    def from_pieces(cls, text: str) -> Slice:
        """From letters, as KKMvKK: K for a king, M for a man, Black first. Raises ValueError."""
        sides = text.upper().split("V")
        if len(sides) != 2 or not all(sides) or any(side.strip("KM") for side in sides):
            raise ValueError(
                f"{text!r} names no pieces: write K for a king, M for a man and v between the sides, as KKMvKK"
            )
        if max(map(len, sides)) > MOST_OF_A_SIDE:
            raise ValueError(f"{text!r} has more than {MOST_OF_A_SIDE} pieces of one side")
        return cls(*(side.count(letter) for side in sides for letter in "MK"))

    @classmethod
    def from_name(cls, name: str) -> Slice | None:
        """The slice of such a name, None if it is not one."""
        if len(name) != 4 or any(digit not in _DIGITS for digit in name):
            return None
        made = cls(*map(_DIGITS.index, name))
        return made if 1 <= made.black <= MOST_OF_A_SIDE and 1 <= made.white <= MOST_OF_A_SIDE else None

    def reachable(self) -> Iterator[Slice]:
        """The others that moves lead to: men are crowned, pieces are taken, and the sides take turns."""
        for other in (s for n in range(FEWEST_PIECES, self.pieces + 1) for s in slices_with(n)):
            if other != self and (other.comes_of(self) or other.comes_of(self.flipped)):
                yield other

    def comes_of(self, other: Slice) -> bool:
        """Whether it has no more men and no more pieces on either side."""
        no_more_men = self.black_men <= other.black_men and self.white_men <= other.white_men
        return no_more_men and self.black <= other.black and self.white <= other.white


def slices_with(pieces: int) -> Iterator[Slice]:
    """Every slice with so many pieces, some on each side."""
    for black in range(max(1, pieces - MOST_OF_A_SIDE), min(MOST_OF_A_SIDE, pieces - 1) + 1):
        for black_men in range(black + 1):
            for white_men in range(pieces - black + 1):
                yield Slice(black_men, black - black_men, white_men, pieces - black - white_men)


def pairs_up_to(pieces: int) -> list[Slice]:
    """One slice of each flipped pair, in the order in which they can be built: crowning lowers the men."""
    chosen = [s for n in range(FEWEST_PIECES, pieces + 1) for s in slices_with(n) if s <= s.flipped]
    return sorted(chosen, key=lambda s: (s.pieces, s.men, s))
