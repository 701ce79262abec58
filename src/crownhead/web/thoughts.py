"""What the server asks of an engine's process, and what comes back."""

from __future__ import annotations

from typing import Literal

import msgspec


class Request(msgspec.Struct, frozen=True, omit_defaults=True):
    id: int
    kind: Literal["play", "analyse", "stop"]
    fen: str = ""
    moves: list[str] = []
    level: int | None = None
    seconds: float | None = None
    clock: float | None = None
    increment: float = 0.0
    depth: int | None = None
    lines: int = 1


class Thought(msgspec.Struct, frozen=True, omit_defaults=True):
    """An interim result ("info"), the last one ("done") or a failure."""

    id: int
    kind: Literal["info", "done", "failed"]
    move: str = ""
    score: str = ""
    """In words, from the view of the player to move: +0.32, win in 13."""
    centimen: int = 0
    """The same as a number for bars and graphs, from the view of the player to move."""
    exact: bool = False
    line: list[str] = []
    depth: int = 0
    nodes: int = 0
    time: float = 0.0
    rank: int = 1
    message: str = ""
