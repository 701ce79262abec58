"""What an engine says while it thinks, and when it has chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crownhead.engine.score import Score

if TYPE_CHECKING:
    from crownhead import _core
    from crownhead.rules.colour import Colour
    from crownhead.rules.move import Move


@dataclass(frozen=True, slots=True)
class Info:
    """One line at the end of one iteration of the search."""

    depth: int
    score: Score
    """Seen by the player to move."""
    line: tuple[Move, ...]
    nodes: int
    time: float
    """Seconds since the search began."""
    rank: int = 1
    """1 is the best line."""
    selective_depth: int = 0
    """Plies of the longest line looked at."""
    database_hits: int = 0
    from_book: bool = False
    """Known from an opening book, not searched for."""

    @classmethod
    def of_report(cls, report: _core.Report, colour: Colour) -> Info:
        """From what the core reports, seen by the side to move."""
        return cls(
            depth=report.depth,
            score=Score.of_core(report.score, colour),
            line=report.line,
            nodes=report.nodes,
            time=report.seconds,
            rank=report.rank,
            selective_depth=report.selective_depth,
            database_hits=report.database_hits,
        )


@dataclass(frozen=True, slots=True)
class Played:
    """The move that an engine chose, and why."""

    move: Move
    score: Score
    """Seen by the player who makes the move."""
    line: tuple[Move, ...]
    nodes: int
    depth: int
    time: float
    from_book: bool = False
    """Known from an opening book, not searched for."""

    @property
    def ponder(self) -> Move | None:
        """The reply that the engine expects."""
        return self.line[1] if len(self.line) > 1 else None

    @classmethod
    def of_info(cls, info: Info) -> Played:
        """The first move of a line, as the one that is played."""
        return cls(info.line[0], info.score, info.line, info.nodes, info.depth, info.time, info.from_book)
