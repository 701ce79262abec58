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
    verdict: Literal["win", "loss", "draw", "evaluation"] = "evaluation"
    """For Black, as everything that is said of a position here."""
    centimen: int = 0
    """Hundredths of a man that Black is ahead; beyond every evaluation if one side has won."""
    plies: int | None = None
    line: list[str] = []
    depth: int = 0
    nodes: int = 0
    time: float = 0.0
    rank: int = 1
    message: str = ""
