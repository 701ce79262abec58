"""What pieces are on the board, whatever squares they stand on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from crownhead.rules.piece import MOST_OF_A_SIDE

if TYPE_CHECKING:
    from typing import Self


class Material(NamedTuple):
    black_men: int
    black_kings: int
    white_men: int
    white_kings: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """From letters in any order, as bbB-wW: b and w for men, B and W for kings. Raises ValueError."""
        letters = text.replace("-", "").replace(" ", "")
        if not letters or letters.strip("bBwW"):
            raise ValueError(
                f"{text!r} is no material: b and w stand for men, B and W for kings, as in bbB-wW"
            )
        found = cls(*(letters.count(letter) for letter in "bBwW"))
        if max(found.black, found.white) > MOST_OF_A_SIDE:
            raise ValueError(f"{text!r} has more than {MOST_OF_A_SIDE} pieces of one side")
        return found

    @property
    def black(self) -> int:
        """Pieces."""
        return self.black_men + self.black_kings

    @property
    def white(self) -> int:
        return self.white_men + self.white_kings

    @property
    def pieces(self) -> int:
        return sum(self)

    @property
    def men(self) -> int:
        return self.black_men + self.white_men

    @property
    def code(self) -> int:
        """Four bits for each number, as the core packs them."""
        return sum(number << 4 * i for i, number in enumerate(self))

    @property
    def flipped(self) -> Self:
        """With the colours exchanged."""
        return type(self)(self.white_men, self.white_kings, self.black_men, self.black_kings)

    def __str__(self) -> str:
        """As "2 kings v king and man", Black first."""
        return f"{_side(self.black_men, self.black_kings)} v {_side(self.white_men, self.white_kings)}"


def _side(men: int, kings: int) -> str:
    counted = [(kings, "king", "kings"), (men, "man", "men")]
    words = [one if n == 1 else f"{n} {many}" for n, one, many in counted if n]
    return " and ".join(words) or "nothing"
