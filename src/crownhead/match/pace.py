"""How much a player may think, and what is left of it."""

from __future__ import annotations

from dataclasses import dataclass

from crownhead.engine.limit import Limit


@dataclass(frozen=True, slots=True)
class Pace:
    """A clock for the game, or the same limit for each move; times in seconds.

    With `cpu` the clock runs on the processor time that a player uses, which is fair on a machine that others
    use as well. Who is late by more than `margin` loses.
    """

    clock: float | None = None
    increment: float = 0.0
    move_time: float | None = None
    nodes: int | None = None
    depth: int | None = None
    margin: float = 0.05
    cpu: bool = False

    def limit(self, remaining: float | None) -> Limit:
        """What the next move may use; `remaining` is what the clock shows before it."""
        return Limit(
            time=self.move_time,
            nodes=self.nodes,
            depth=self.depth,
            clock=None if remaining is None else max(remaining, 0.001),
            increment=0.0 if remaining is None else self.increment,
        )

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


class Clock:
    """One player's time in one game."""

    def __init__(self, pace: Pace) -> None:
        self.pace = pace
        self.remaining = pace.clock
        self.seconds = 0.0
        self.cpu_seconds = 0.0

    def limit(self) -> Limit:
        return self.pace.limit(self.remaining)

    def spend(self, seconds: float, cpu_seconds: float) -> bool:
        """Takes a move's time off the clock; whether the player kept to it."""
        self.seconds += seconds
        self.cpu_seconds += cpu_seconds
        used = cpu_seconds if self.pace.cpu else seconds
        if self.remaining is not None:
            self.remaining -= used
            if self.remaining < -self.pace.margin:
                return False
            self.remaining = max(self.remaining, 0.0) + self.pace.increment
        return self.pace.move_time is None or used <= self.pace.move_time + self.pace.margin
