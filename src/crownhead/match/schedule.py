"""Which game of a match begins with which opening, and who has which colour."""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crownhead.record.openings.sets import OpeningLine


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game of the schedule: games 0 and 1 are the first pair, with the same opening, and so on."""

    number: int
    opening: OpeningLine
    seed: int = 0
    """Of the match."""

    def luck(self, place: int) -> int:
        """The seed of what the first (0) or the second (1) contender does by chance in this game."""
        digest = hashlib.sha256(f"{self.seed} {self.number} {place}".encode()).digest()
        return int.from_bytes(digest[:4], "little")

    @property
    def pair(self) -> int:
        return self.number // 2

    @property
    def first_is_black(self) -> bool:
        return self.number % 2 == 0


def schedule(openings: Sequence[OpeningLine], games: int, seed: int) -> Iterator[Pairing]:
    """Every opening once in random order, then every one again in another order; the seed decides.

    A longer schedule begins like a shorter one.
    """
    dice = random.Random(seed)
    deck: list[OpeningLine] = []
    for number in range(games):
        if number % 2 == 0:
            deck = deck or dice.sample(openings, len(openings))
            opening = deck.pop()
        yield Pairing(number, opening, seed)
