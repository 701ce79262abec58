"""What the server asks of an engine's process, and what comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from crownhead.engine import Limit
from crownhead.engine.levels import FULL_STRENGTH
from crownhead.engine.score import Score, ScoreKind
from crownhead.rules.colour import BLACK

if TYPE_CHECKING:
    from crownhead.record.board import Board

DEEPEST = 60
"""Plies. A search that has come so far has nothing left to say."""
LONGEST_MOVE = 60.0
"""Seconds that a player of ours thinks about a move, however much its clock has left."""

SLOWEST = 100_000
"""Nodes a second, where the machine is busy: a twentieth of what is usual."""


class EngineRequest(msgspec.Struct, frozen=True, omit_defaults=True):
    id: int
    kind: Literal["play", "analyse", "look", "prove", "stop"]
    """A look is a question of study.inquiry: so many nodes, with an empty table."""
    fen: str = ""
    moves: list[str] = []
    level: int = FULL_STRENGTH
    seconds: float | None = None
    clock: float | None = None
    increment: float = 0.0
    depth: int | None = None
    nodes: int | None = None
    """From an empty table, so that the answer is the same everywhere."""
    lines: int = 1
    threads: int = 1
    hash_mb: int = 32

    @classmethod
    def about(cls, board: Board, kind: Literal["play", "analyse", "look"], **limits: Any) -> EngineRequest:
        return cls(0, kind, board.history[0].fen, [str(move) for move in board.moves], **limits)

    @property
    def limit(self) -> Limit:
        if self.kind == "look":
            return Limit(nodes=self.nodes, depth=self.depth)
        if self.clock is None:
            return Limit(time=self.seconds, nodes=self.nodes, depth=DEEPEST)
        return Limit(time=LONGEST_MOVE, clock=self.clock, increment=self.increment, depth=DEEPEST)

    @property
    def longest(self) -> float:
        """Seconds that its search can take on a machine that does little else."""
        if self.kind == "look":
            return (self.nodes or 0) / SLOWEST
        return self.limit.budget()[1] or 0.0


class ProofFound(msgspec.Struct, frozen=True):
    claim: str
    """For the side to move: win, loss or draw."""
    positions: int
    leaves: int
    """Of them, those of which a database gives the value."""
    certificate: str
    """In base64."""


class Thought(msgspec.Struct, frozen=True, omit_defaults=True):
    """An interim result ("info"), the last one ("done") or a failure; before all, that the process is ready."""

    id: int
    kind: Literal["ready", "info", "done", "failed"]
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
    database_hits: int = 0
    from_book: bool = False
    message: str = ""
    proof: ProofFound | None = None

    @property
    def score(self) -> Score:
        return Score(ScoreKind(self.verdict), self.centimen, BLACK, self.plies)
