"""Two clocks, of which at most one runs."""

from __future__ import annotations

from dataclasses import dataclass, field

from crownhead.rules.colour import BLACK, WHITE, Colour


@dataclass(slots=True)
class Clocks:
    """Seconds for the whole game and seconds added after each move. Moments are those of one steady clock."""

    initial: float
    increment: float
    left: dict[Colour, float] = field(default_factory=dict)
    running: Colour | None = None
    since: float = 0.0

    def __post_init__(self) -> None:
        for colour in (BLACK, WHITE):
            self.left.setdefault(colour, self.initial)

    def remaining(self, colour: Colour, now: float) -> float:
        used = now - self.since if self.running == colour else 0.0
        return max(0.0, self.left[colour] - used)

    def start(self, colour: Colour, now: float) -> None:
        """Lets this player's clock run and stops the other's."""
        self.stop(now)
        self.running, self.since = colour, now

    def stop(self, now: float) -> None:
        if self.running is not None:
            self.left[self.running] = self.remaining(self.running, now)
        self.running = None

    def press(self, mover: Colour, now: float) -> float:
        """The mover gets the increment, and the opponent's time begins. What the mover has left."""
        self.stop(now)
        self.left[mover] += self.increment
        self.start(mover.opponent, now)
        return self.left[mover]

    def flagged(self, now: float) -> Colour | None:
        """Whose time is up."""
        if self.running is not None and self.remaining(self.running, now) <= 0:
            return self.running
        return None
