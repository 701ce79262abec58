"""What is wrong with a move, from what was thought of the positions before and after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

from crownhead.engine.score import Score, ScoreKind
from crownhead.rules.colour import BLACK, Colour
from crownhead.study.review.grade import Grade, expectation

if TYPE_CHECKING:
    from crownhead.web.live.thoughts import Thought

Mark = Literal["", "?!", "?", "??"]


def mark(before: Thought, after: Thought, mover: Colour, played: str) -> Mark:
    """As in print; nothing is wrong with the move that the engine would have played."""
    if before.line and before.line[0] == played:
        return ""
    loss = expectation(_score(before, mover)) - expectation(_score(after, mover))
    return cast("Mark", Grade.of_loss(loss).mark)


def _score(thought: Thought, colour: Colour) -> Score:
    return Score(ScoreKind(thought.verdict), thought.centimen, BLACK, thought.plies).seen_by(colour)
