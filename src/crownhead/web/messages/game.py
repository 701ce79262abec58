"""Games: what a new one may be, and what there is to know of one."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from crownhead.engine.levels import DEFAULT_LEVEL
from crownhead.web.messages.position import PlyData, PositionData
from crownhead.web.messages.wire import (
    Answer,
    FenText,
    Key,
    Kind,
    Level,
    Message,
    MoveTexts,
    Name,
    Result,
    Side,
)


class ClockAsked(Message, frozen=True):
    minutes: Annotated[float, Meta(gt=0, le=600)]
    increment: Annotated[float, Meta(ge=0, le=600)] = 0.0


class NewGame(Message, frozen=True):
    kind: Literal["engine", "screen", "link"] = "engine"
    colour: Literal["black", "white", "random"] = "black"
    level: Level = DEFAULT_LEVEL
    seconds: Annotated[float, Meta(ge=0.05, le=60)] = 1.0
    """The engine's time for a move, where no clock is used."""
    clock: ClockAsked | None = None
    ballot: Literal["none", "3-move", "2-move", "11-man"] | Annotated[int, Meta(ge=1, le=174)] = "none"
    """What is drawn by lot, or the number of a three-move opening."""
    fen: FenText | None = None
    moves: MoveTexts = []
    name: Name = ""
    opponent: Name = ""


class ClockData(Answer, frozen=True):
    initial: float
    increment: float
    black: float
    white: float
    running: Side | None


class OfferData(Answer, frozen=True):
    kind: Literal["draw", "undo", "redo"]
    side: Side


class GameData(Answer, frozen=True):
    id: str
    kind: Kind
    black: str
    white: str
    engine: Side | None
    level: int | None
    start: str
    plies: list[PlyData]
    position: PositionData
    result: Result
    reason: str
    claimable: str | None
    """Why the player to move may claim a draw."""
    clock: ClockData | None
    offer: OfferData | None
    redo: bool
    """Whether something was taken back that can be played again."""
    present: list[Side]
    """Whose seats are taken by a browser right now."""
    rematch: list[Side]
    """Who would like to play again."""
    thinking: bool


class Seated(Answer, frozen=True):
    """A game and the keys of the seats that the asker may give away or keep."""

    game: GameData
    seats: dict[str, str]
    side: Side | None = None
    """What the maker of the game or the invited plays, where that is not both."""
    invitation: str | None = None
    """What opens the other seat, once, to whoever is given it; until then the maker can read it."""


class Acceptance(Message, frozen=True):
    invitation: Key
    name: Name = ""


class RematchAsked(Message, frozen=True):
    swap: bool = False
    """With the sides exchanged."""


class Suggestion(Answer, frozen=True):
    """Another level, for somebody who always wins or always loses; none if there is no reason for one."""

    level: int | None = None
    name: str = ""
    streak: int = 0
    """Games in a row that were won, or lost."""
