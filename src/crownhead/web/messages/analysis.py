"""Moves judged, and what goes over the socket of analysis."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from crownhead.study.review.data import JudgedData, ReviewData
from crownhead.web.messages.game_socket import Ping
from crownhead.web.messages.position import PlyData
from crownhead.web.messages.wire import Answer, FenText, GameId, Message, MoveText, MoveTexts, Side


class JudgementAsked(Message, frozen=True):
    """A move after a line of play, made or only thought of."""

    move: MoveText
    fen: FenText | None = None
    moves: MoveTexts = []


class MoveJudged(Answer, frozen=True):
    judged: JudgedData
    answer: list[PlyData]
    """What the engine would play after the move, for both sides."""


class EngineOptions(Answer, frozen=True):
    """What an analysis may ask for."""

    threads: int
    hash_mb: int


Number = Annotated[int, Meta(ge=0, le=1 << 31)]


class Analyse(Message, frozen=True, tag="analyse"):
    id: Number
    fen: FenText | None = None
    moves: MoveTexts = []
    lines: Annotated[int, Meta(ge=1, le=5)] = 1
    seconds: Annotated[float, Meta(ge=0.05, le=86_400)] = 60.0
    """As the next two: no more than the server allows."""
    threads: Annotated[int, Meta(ge=1, le=256)] = 1
    hash_mb: Annotated[int, Meta(ge=1, le=65_536)] = 32


class ReviewAsked(Message, frozen=True, tag="review"):
    id: Number
    fen: FenText | None = None
    moves: MoveTexts = []
    nodes: Annotated[int, Meta(ge=1_000, le=2_000_000)] = 200_000
    """For each position at first; the same as on the command line if nothing is said."""
    game: GameId | None = None
    """The game of the library that these moves are: its review is kept with it."""


class ProveAsked(Message, frozen=True, tag="prove"):
    id: Number
    fen: FenText
    seconds: Annotated[float, Meta(ge=0.05, le=600)] = 60.0
    """No more than the server allows."""


class Stop(Message, frozen=True, tag="stop"):
    pass


FromStudent = Analyse | ReviewAsked | ProveAsked | Stop | Ping


class Worth(Answer, frozen=True):
    """What a position is worth, for Black."""

    verdict: Literal["win", "loss", "draw", "evaluation"]
    centimen: int
    plies: int | None
    proved: str | None = None
    """As a sentence, where it is."""


class ThoughtSent(Answer, frozen=True, tag="thought"):
    id: int
    rank: int
    depth: int
    nodes: int
    time: float
    worth: Worth
    line: list[str]
    fens: list[str]
    """The position after each move of the line."""
    path: list[int]
    """Of the first move."""
    database_hits: int


class Reviewing(Answer, frozen=True, tag="reviewing"):
    """How far a review has come, in searches; doubts may bring more."""

    id: int
    done: int
    of: int


class Reviewed(Answer, frozen=True, tag="reviewed"):
    id: int
    review: ReviewData


class ProofGoesOn(Answer, frozen=True, tag="proving"):
    id: int
    nodes: int
    time: float


class Proved(Answer, frozen=True, tag="proved"):
    """What came of it: a claim about the side to move with its certificate in base64, or nothing."""

    id: int
    turn: Side
    nodes: int
    claim: Literal["win", "loss", "draw"] | None = None
    words: str = ""
    """What is proved, as a sentence."""
    positions: int = 0
    leaves: int = 0
    certificate: str = ""


class Rested(Answer, frozen=True, tag="rested"):
    id: int
