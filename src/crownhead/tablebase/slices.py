"""Slices: the positions with the same pieces and Black to move.

Positions with White to move are those of the flipped slice, seen from the other chair, so a database holds
nothing twice. A slice and its flip are built together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from crownhead import _core

if TYPE_CHECKING:
    from collections.abc import Iterator

FEWEST, MOST = 2, 24
"""Pieces on the board."""


class Slice(NamedTuple):
    black_men: int
    black_kings: int
    white_men: int
    white_kings: int

    @property
    def pieces(self) -> int:
        return sum(self)

    @property
    def men(self) -> int:
        return self.black_men + self.white_men

    @property
    def flipped(self) -> Slice:
        return Slice(self.white_men, self.white_kings, self.black_men, self.black_kings)

    @property
    def positions(self) -> int:
        return _core.slice_size(self)

    @property
    def name(self) -> str:
        """Four digits in base 13, as 1201."""
        return "".join("0123456789abc"[count] for count in self)

    @classmethod
    def from_name(cls, name: str) -> Slice | None:
        """The slice of such a name, None if it is not one."""
        if len(name) != 4 or any(digit not in "0123456789abc" for digit in name):
            return None
        made = cls(*(int(digit, 13) for digit in name))
        black, white = made[0] + made[1], made[2] + made[3]
        return made if 1 <= black <= 12 and 1 <= white <= 12 else None

    def __str__(self) -> str:
        """As "2 kings v king and man": Black, who is to move, first."""
        return f"{_side(self.black_men, self.black_kings)} v {_side(self.white_men, self.white_kings)}"


def _side(men: int, kings: int) -> str:
    counted = [(kings, "king", "kings"), (men, "man", "men")]
    words = [one if n == 1 else f"{n} {many}" for n, one, many in counted if n]
    return " and ".join(words)


def slices_with(pieces: int) -> Iterator[Slice]:
    """Every slice with so many pieces, some on each side."""
    for black in range(max(1, pieces - 12), min(12, pieces - 1) + 1):
        for black_men in range(black + 1):
            for white_men in range(pieces - black + 1):
                yield Slice(black_men, black - black_men, white_men, pieces - black - white_men)


def pairs_up_to(pieces: int) -> list[Slice]:
    """One slice of each flipped pair, in the order in which they can be built: crowning lowers the men."""
    chosen = [s for n in range(FEWEST, pieces + 1) for s in slices_with(n) if s <= s.flipped]
    return sorted(chosen, key=lambda s: (s.pieces, s.men, s))
