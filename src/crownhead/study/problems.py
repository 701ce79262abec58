"""Problems to solve: positions in which one move wins, with the line that proves it."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

import msgspec

from crownhead.errors import UnknownGame
from crownhead.record.board import Board

if TYPE_CHECKING:
    from crownhead.rules.colour import Colour
    from crownhead.rules.move import Move


class Problem(msgspec.Struct, frozen=True):
    grade: int
    """From 1, easy, to 5."""
    fen: str
    plies: int
    """To the end of the game, by the best play of both."""
    line: list[str]

    def board(self) -> Board:
        return Board(self.fen)

    @property
    def solver(self) -> Colour:
        return self.board().turn

    @property
    def length(self) -> int:
        """Moves that the solver has to find."""
        return (self.plies + 1) // 2

    def next_in_line(self, moves: list[Move]) -> str | None:
        """The move of the solution, as long as it was followed."""
        played = [str(move) for move in moves]
        if played != self.line[: len(played)] or len(played) >= len(self.line):
            return None
        return self.line[len(played)]


@cache
def problems() -> tuple[Problem, ...]:
    text = (resources.files("crownhead.study") / "problems.json").read_bytes()
    return tuple(msgspec.json.decode(text, type=list[Problem]))


def problem(number: int) -> Problem:
    """They are counted from 1."""
    if not 1 <= number <= len(problems()):
        raise UnknownGame(f"there is no problem {number}: they are numbered 1 to {len(problems())}")
    return problems()[number - 1]
