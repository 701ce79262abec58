"""How a game ended."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from crownhead.rules.colour import BLACK, Colour


class Ending(Enum):
    """Why a game is over."""

    NO_PIECES = "no pieces"
    NO_MOVE = "no move"
    REPETITION = "repetition"
    FORTY_MOVES = "forty moves"
    AGREED = "agreed"
    RESIGNED = "resigned"
    NO_TIME = "no time left"

    def __str__(self) -> str:
        return self.value


class Outcome(NamedTuple):
    """The winner, None in a draw, and the reason."""

    winner: Colour | None
    reason: Ending

    @property
    def result(self) -> str:
        """As in American PDN: 1-0 if Black, who moves first, won."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner == BLACK else "0-1"

    def __str__(self) -> str:
        if self.winner is None:
            return f"a draw: {self.reason}"
        if self.reason is Ending.RESIGNED:
            return f"{self.winner} wins: {self.winner.opponent} resigned"
        return f"{self.winner} wins: {self.winner.opponent} has {self.reason}"
