"""Where the games of a match begin, and which game is whose."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crownhead.record.board import Board

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@dataclass(frozen=True, slots=True)
class Opening:
    """A position and moves from it, as texts that can be written into a file."""

    name: str
    fen: str
    moves: tuple[str, ...] = ()

    @classmethod
    def of(cls, board: Board, name: str) -> Opening:
        return cls(name, board.history[0].fen, tuple(map(str, board.moves)))

    def board(self) -> Board:
        board = Board(self.fen)
        for move in self.moves:
            board.push(move)
        return board


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game of the schedule: games 0 and 1 are the first pair, with the same opening, and so on."""

    number: int
    opening: Opening

    @property
    def pair(self) -> int:
        return self.number // 2

    @property
    def first_is_black(self) -> bool:
        return self.number % 2 == 0


def schedule(openings: Sequence[Opening], games: int, seed: int) -> Iterator[Pairing]:
    """Every opening once in random order, then every one again in another order; the seed decides.

    A longer schedule begins like a shorter one.
    """
    dice = random.Random(seed)
    deck: list[Opening] = []
    for number in range(games):
        if number % 2 == 0:
            deck = deck or dice.sample(openings, len(openings))
            opening = deck.pop()
        yield Pairing(number, opening)
