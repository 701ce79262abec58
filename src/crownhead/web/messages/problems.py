"""Problems, what came of an attempt, and how the solver stands."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from crownhead.web.messages.position import PlyData, PositionData
from crownhead.web.messages.wire import Answer, Message, MoveText, Side


class ThemeData(Answer, frozen=True):
    name: str
    title: str
    about: str
    count: int


class CollectionData(Answer, frozen=True):
    count: int
    grades: dict[str, int]
    """How many problems there are of each, the easiest first."""
    themes: list[ThemeData]


class ProblemData(Answer, frozen=True):
    number: int
    grade: str
    rating: int
    """How hard it is, on the scale of the levels."""
    goal: Literal["win", "draw"]
    length: int
    """Moves that the solver has to find."""
    themes: list[str]
    fen: str
    side: Side
    """Who solves it."""


class StandingData(Answer, frozen=True):
    rating: int
    deviation: int
    tried: int
    solved: int
    streak: int
    best_streak: int
    failed: int
    """Problems that will come back."""
    due: int
    """Of them, those whose turn it is."""


class NextAsked(Message, frozen=True):
    theme: str | None = None
    failed: bool = False
    """Only problems that were not solved."""


class AttemptAsked(Message, frozen=True):
    moves: Annotated[list[MoveText], Meta(max_length=60)]
    """All that were played, the solver's and the answers."""


class Solving(Answer, frozen=True):
    verdict: Literal["begun", "right", "solved", "draws", "loses", "no win"]
    text: str
    """What is said to the solver."""
    plies: list[PlyData]
    position: PositionData
    sequel: list[PlyData]
    """What follows the solution by itself, or refutes a wrong move, with the wrong move first."""
    standing: StandingData
