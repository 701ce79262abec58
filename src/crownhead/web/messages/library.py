"""The library: games found, brought in, put in order; players."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from crownhead.web.messages.wire import LONGEST_GAME, Answer, FenText, GameId, Kind, Message, Name

GameLength = Annotated[int, Meta(ge=0, le=LONGEST_GAME)]
PageNumber = Annotated[int, Meta(ge=0, le=1_000_000)]


class Summary(Answer, frozen=True):
    id: str
    kind: Kind
    black: str
    white: str
    result: str
    reason: str
    plies: int
    created: float
    """Seconds since 1970."""
    changed: float
    event: str
    opening: str
    date: str
    """As the record has it, 1855.03.01."""
    tags: list[str]


class LibraryPage(Answer, frozen=True):
    total: int
    games: list[Summary]


class ImportData(Answer, frozen=True):
    """An import, under way or over."""

    number: int
    name: str
    state: Literal["running", "done", "undone", "failed"]
    games: int
    duplicates: int
    problems: list[str]
    size: int
    """Bytes of the file, and how many have been read; 0 of an import of another day."""
    read: int
    error: str


class ChosenAsked(Message, frozen=True):
    games: Annotated[list[GameId], Meta(max_length=1000)]


class OrderAsked(Message, frozen=True):
    """What is to be done with games: those that are named, or all that a search finds."""

    action: Literal["delete", "restore", "collect", "release", "tag", "untag"]
    games: Annotated[list[GameId], Meta(max_length=1000)] = []
    found: dict[Name, FenText] | None = None
    """The parameters of a search, for all that it finds."""
    name: Name = ""
    """Of the collection or the tag."""
    when: float = 0.0
    """To restore: what the answer to the deletion said."""


class Ordered(Answer, frozen=True):
    games: int
    when: float


class LabelData(Answer, frozen=True):
    kind: Literal["collection", "tag"]
    name: str
    games: int


class Imported(Answer, frozen=True):
    games: list[str]
    problems: list[str]
    duplicates: int
    """Games that were there already and are not kept twice."""
