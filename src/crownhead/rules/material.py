"""What pieces are on the board, whatever squares they stand on: bbB-wW, with capitals for kings."""

from __future__ import annotations

from typing import NamedTuple

MOST_PIECES = 12


class Material(NamedTuple):
    black_men: int
    black_kings: int
    white_men: int
    white_kings: int

    @classmethod
    def parse(cls, text: str) -> Material:
        """From letters in any order: b and w for men, B and W for kings. Raises ValueError."""
        letters = text.replace("-", "").replace(" ", "")
        if not letters or letters.strip("bBwW"):
            raise ValueError(
                f"{text!r} is no material: b and w stand for men, B and W for kings, as in bbB-wW"
            )
        found = cls(*(letters.count(letter) for letter in "bBwW"))
        if max(found.black_men + found.black_kings, found.white_men + found.white_kings) > MOST_PIECES:
            raise ValueError(f"{text!r} has more than {MOST_PIECES} pieces of one side")
        return found

    @property
    def code(self) -> int:
        """Four bits for each number, as the core packs them."""
        return sum(number << 4 * i for i, number in enumerate(self))

    def reversed(self) -> Material:
        """With the colours exchanged."""
        return Material(self.white_men, self.white_kings, self.black_men, self.black_kings)

    def __str__(self) -> str:
        return f"{'b' * self[0]}{'B' * self[1]}-{'w' * self[2]}{'W' * self[3]}"
