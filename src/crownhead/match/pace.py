"""How much a player may think."""

from __future__ import annotations

from dataclasses import dataclass, replace

from crownhead.engine.limit import Limit
from crownhead.play.clock import Control


@dataclass(frozen=True, slots=True)
class Pace:
    """A clock for the game, or the same limit for each move; times in seconds.

    With `cpu` times are the processor time that a player uses, which is fair on a machine that others use as well.
    Who is late by more than `margin` loses.
    """

    clock: float | None = None
    increment: float = 0.0
    move_time: float | None = None
    nodes: int | None = None
    depth: int | None = None
    margin: float = 0.05
    cpu: bool = False

    @property
    def control(self) -> Control | None:
        """The clock as a game in progress has it."""
        return None if self.clock is None else Control(self.clock, self.increment, margin=self.margin)

    def limit(self, of_clock: Limit | None) -> Limit:
        """What the next move may use: its share of the clock, and no more than this pace has for a move."""
        return replace(
            of_clock or Limit(infinite=True),
            time=self.move_time,
            nodes=self.nodes,
            depth=self.depth,
            infinite=False,
            cpu=self.cpu,
        )

    def forgives(self, used: float) -> bool:
        """Whether a move that took so many seconds was in time, the clock aside."""
        return self.move_time is None or used <= self.move_time + self.margin

    def __str__(self) -> str:
        if self == UNLIMITED:
            return "no limit"
        parts = []
        if self.clock is not None:
            parts.append(f"{self.clock:g}+{self.increment:g} s")
        if self.move_time is not None:
            parts.append(f"{self.move_time:g} s a move")
        if self.nodes is not None:
            parts.append(f"{self.nodes} nodes")
        if self.depth is not None:
            parts.append(f"depth {self.depth}")
        return ", ".join(parts) + (" of processor time" if self.cpu else "")


UNLIMITED = Pace(depth=1, margin=0)
"""For players that are not told of a limit: no clock runs for them."""
