"""The clocks of a game: a time for each player, and perhaps seconds added after each move."""

from __future__ import annotations

import re
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

from crownhead.rules.colour import BLACK, WHITE, Colour

if TYPE_CHECKING:
    from collections.abc import Callable

_CONTROL = re.compile(r"(\d{1,5})(?:\+(\d{1,4}))?")


@dataclass(frozen=True, slots=True)
class Control:
    """As PDN writes it: 300+3 is five minutes, and three seconds for every move made."""

    seconds: int
    increment: int = 0

    def __str__(self) -> str:
        return f"{self.seconds}+{self.increment}"

    @classmethod
    def of_text(cls, text: str) -> Control | None:
        match = _CONTROL.fullmatch(text)
        if match is None or int(match[1]) == 0:
            return None
        return cls(int(match[1]), int(match[2] or 0))


class Clocks:
    """Two clocks, of which one runs or none."""

    def __init__(self, control: Control, now: Callable[[], float] = monotonic) -> None:
        self.control = control
        self._now = now
        self._left = {BLACK: float(control.seconds), WHITE: float(control.seconds)}
        self._running: Colour | None = None
        self._since = 0.0

    def left(self, colour: Colour) -> float:
        """Seconds, never less than none."""
        spent = self._now() - self._since if colour is self._running else 0.0
        return max(self._left[colour] - spent, 0.0)

    def run(self, colour: Colour | None) -> None:
        """From now on this player's time passes; None stops both."""
        if self._running is not None:
            self._left[self._running] = self.left(self._running)
        self._running = colour
        self._since = self._now()

    def add_increment(self, colour: Colour) -> None:
        self._left[colour] += self.control.increment

    def set(self, left: dict[Colour, float]) -> None:
        """Both as they were after some move; the clock that runs goes on from there."""
        self._left = dict(left)
        self._since = self._now()

    def both(self) -> dict[Colour, float]:
        return {colour: self.left(colour) for colour in Colour}

    @property
    def fallen(self) -> Colour | None:
        """Who has no time left."""
        return next((colour for colour in Colour if self.left(colour) <= 0), None)


def shown(seconds: float) -> str:
    """m:ss, with tenths in the last ten seconds."""
    if seconds < 10:
        return f"0:{int(seconds * 10) / 10:04.1f}"
    whole = int(seconds)
    minutes = whole // 60
    hours = f"{minutes // 60}:{minutes % 60:02}" if minutes >= 60 else str(minutes)
    return f"{hours}:{whole % 60:02}"
