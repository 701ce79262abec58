"""Players: results, accuracy and mistakes; and the reviews in the background on which they rest."""

from __future__ import annotations

from crownhead.web.messages.wire import Answer


class TallyData(Answer, frozen=True):
    wins: int
    draws: int
    losses: int


class OpeningTally(Answer, frozen=True):
    opening: str
    black: TallyData
    white: TallyData


class AccuracyData(Answer, frozen=True):
    game: str
    date: str
    side: str
    accuracy: float
    """0 to 100."""


class PhaseResult(Answer, frozen=True):
    phase: str
    moves: int
    """Where there was a choice."""
    faults: int
    accuracy: float | None


class MistakeData(Answer, frozen=True):
    theme: str
    phase: str
    faults: int
    games: int


class PlayerResults(Answer, frozen=True):
    name: str
    games: int
    black: TallyData
    white: TallyData
    openings: list[OpeningTally]
    years: dict[str, TallyData]
    reviewed: int
    """Games on which the rest rests."""
    accuracy: list[AccuracyData]
    """In the order of time."""
    phases: list[PhaseResult]
    mistakes: list[MistakeData]
    """The most frequent first."""


class PlayerName(Answer, frozen=True):
    name: str
    games: int


class ReviewsData(Answer, frozen=True):
    """Reviews in the background."""

    running: bool
    done: int
    of: int
    """Games of this run."""
    reviewed: int
    """Games with a review."""
    waiting: int
    """Games without one."""
    error: str
