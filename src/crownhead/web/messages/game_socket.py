"""What goes over the socket of a game."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from crownhead.web.messages.game import ClockData, GameData, OfferData
from crownhead.web.messages.position import MoveData, PlyData, PositionData
from crownhead.web.messages.wire import LONGEST_GAME, Answer, Key, Message, MoveText, Result, Side


class Join(Message, frozen=True, tag="join"):
    keys: Annotated[list[Key], Meta(min_length=1, max_length=3)]


class MakeMove(Message, frozen=True, tag="move"):
    ply: Annotated[int, Meta(ge=0, le=LONGEST_GAME)]
    """The number of moves made before this one: a move that is sent twice is made once."""
    move: MoveText


class Act(Message, frozen=True, tag="act"):
    action: Literal["undo", "redo", "draw", "accept", "decline", "resign", "claim", "hint", "rematch"]
    side: Side | None = None
    """Who acts, where one browser holds both seats."""


class Ping(Message, frozen=True, tag="ping"):
    pass


FromPlayer = Join | MakeMove | Act | Ping


class GameSent(Answer, frozen=True, tag="game"):
    game: GameData
    seats: list[str]


class MoveMade(Answer, frozen=True, tag="moved"):
    """A move was made, and is on disk."""

    ply: int
    made: PlyData
    position: PositionData
    claimable: str | None
    clock: ClockData | None
    offer: OfferData | None
    redo: bool
    """Whether something was taken back that can be played again."""
    result: Result
    reason: str
    thinking: bool


class Rematched(Answer, frozen=True, tag="rematched"):
    """Both wanted to play again: the new game, and the key of one's seat in it."""

    game: str
    seats: dict[str, str]


class Hinted(Answer, frozen=True, tag="hint"):
    move: MoveData


class Refused(Answer, frozen=True, tag="refused"):
    code: str
    message: str
    ply: int


class Pong(Answer, frozen=True, tag="pong"):
    pass
