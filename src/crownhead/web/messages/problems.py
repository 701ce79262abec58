"""Problems and what came of an attempt."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from crownhead.web.messages.position import PlyData, PositionData
from crownhead.web.messages.wire import Answer, Message, MoveText, Side


class ProblemData(Answer, frozen=True):
    number: int
    grade: int
    length: int
    """Moves that the solver has to find."""
    fen: str
    side: Side
    """Who solves it."""


class AttemptAsked(Message, frozen=True):
    moves: Annotated[list[MoveText], Meta(max_length=60)]
    """All that were played, the solver's and the answers."""


ProblemVerdict = Literal["begun", "right", "solved", "draws", "loses", "unproved"]


class Solving(Answer, frozen=True):
    verdict: ProblemVerdict
    text: str
    """What is said to the solver."""
    plies: list[PlyData]
    position: PositionData
