"""What is wrong with a move: how much of the mover's prospects it gave away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from crownhead.rules.colour import BLACK, Colour

if TYPE_CHECKING:
    from crownhead.web.thoughts import Thought

Mark = Literal["", "?!", "?", "??"]

MEN_FOR_LIKELY_WIN = 1.5
"""So many men ahead, a player is expected to score ten elevenths."""
MARKS: tuple[tuple[float, Mark], ...] = ((0.4, "??"), (0.2, "?"), (0.1, "?!"))
"""Points given away, of one for the game, from which each is deserved."""


def prospects(thought: Thought, colour: Colour) -> float:
    """The points that a player can expect: 1 for a win, 0.5 for a draw."""
    match thought.verdict:
        case "win":
            black = 1.0
        case "loss":
            black = 0.0
        case "draw":
            black = 0.5
        case _:
            black = 1 / (1 + 10 ** (-thought.centimen / 100 / MEN_FOR_LIKELY_WIN))
    return black if colour == BLACK else 1 - black


def mark(before: Thought, after: Thought, mover: Colour, played: str) -> Mark:
    """The mark of a move, from what was thought of the positions before and after it."""
    if before.line and before.line[0] == played:
        return ""
    given_away = prospects(before, mover) - prospects(after, mover)
    return next((sign for points, sign in MARKS if given_away >= points), "")
