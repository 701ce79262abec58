"""What all messages share: small types with their bounds, and what a browser and the server may send."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from crownhead.engine.levels import FULL_STRENGTH

LONGEST_GAME = 1000
"""Plies. Longer games are refused; the longest on record are far shorter."""

Name = Annotated[str, Meta(max_length=60)]
MoveText = Annotated[str, Meta(max_length=60)]
FenText = Annotated[str, Meta(max_length=400)]
GameId = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
Key = Annotated[str, Meta(max_length=64)]
Side = Literal["black", "white"]
Kind = Literal["engine", "screen", "link", "terminal", "imported", "match"]
Result = Literal["*", "1-0", "0-1", "1/2-1/2"]
Level = Annotated[int, Meta(ge=1, le=FULL_STRENGTH)]
MoveTexts = Annotated[list[MoveText], Meta(max_length=LONGEST_GAME)]


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sent by a browser: unknown fields are mistakes."""


class Answer(msgspec.Struct, frozen=True, omit_defaults=False):
    """Sent by the server."""


class ErrorData(Answer, frozen=True):
    code: str
    message: str
    reasons: list[str] = []


class ErrorAnswer(Answer, frozen=True):
    error: ErrorData
