"""Positions, moves and lines of play."""

from __future__ import annotations

from typing import Literal

from crownhead.web.messages.wire import Answer, FenText, Message, MoveTexts, Side


class MoveData(Answer, frozen=True):
    text: str
    path: list[int]
    captures: list[int]


class PositionData(Answer, frozen=True):
    fen: str
    turn: Side
    must_jump: bool
    moves: list[MoveData]
    """The legal moves: the board in the browser knows no rules."""


class PlyData(Answer, frozen=True):
    text: str
    path: list[int]
    captures: list[int]
    fen: str
    """The position after the move."""
    from_book: bool = False
    """Whether the engine knew the move from its opening book."""


class LineAsked(Message, frozen=True):
    """A line of play: where it begins and what was played; the start of the game if no FEN is given."""

    fen: FenText | None = None
    moves: MoveTexts = []


class LineData(Answer, frozen=True):
    start: str
    plies: list[PlyData]
    position: PositionData
    opening: str | None = None


class DatabaseMove(Answer, frozen=True):
    """What the endgame databases say of a legal move, for the player who makes it."""

    move: str
    result: Literal["win", "draw", "loss"]
    plies: int | None


class VerdictData(Answer, frozen=True):
    """What is proved of a position, as a sentence; None if nothing is."""

    words: str | None
