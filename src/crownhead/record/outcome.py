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
    RECORDED = "recorded"
    """A record gives the result and not the reason."""

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

    @property
    def in_words(self) -> str:
        """As people are told it: Black wins: White resigned."""
        if self.winner is None:
            return DRAWN.get(self.reason, "A draw")
        winner, loser = self.winner.title, self.winner.opponent.title
        return f"{winner} wins{LOST.get(self.reason, '').format(loser)}"

    def __str__(self) -> str:
        if self.reason is Ending.RECORDED:
            return "a draw" if self.winner is None else f"{self.winner} wins"
        if self.winner is None:
            return f"a draw: {self.reason}"
        if self.reason is Ending.RESIGNED:
            return f"{self.winner} wins: {self.winner.opponent} resigned"
        return f"{self.winner} wins: {self.winner.opponent} has {self.reason}"


DRAWN = {
    Ending.REPETITION: "A draw: the same position for the third time",
    Ending.FORTY_MOVES: "A draw: forty moves by each player without a capture or a man's advance",
    Ending.AGREED: "A draw, agreed by both players",
}
LOST = {
    Ending.NO_PIECES: ": {} has no pieces left",
    Ending.NO_MOVE: ": {} cannot move: all its pieces are blocked",
    Ending.RESIGNED: ": {} resigned",
    Ending.NO_TIME: ": {} has no time left",
}
