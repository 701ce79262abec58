"""The clocks of a game: a time for each player, of which at most one passes.

Moments are given, never looked up: seconds of whatever clock the caller goes by.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crownhead.engine.limit import Limit
from crownhead.rules.colour import Colour

if TYPE_CHECKING:
    from collections.abc import Mapping

LEAST = 0.001
"""Seconds that an engine is always given: it must come to a move."""
_NUMBER = r"(\d{1,5}(?:\.\d{1,3})?)"
_CONTROL = re.compile(rf"(?:(\d{{1,3}})/)?{_NUMBER}(?:\+{_NUMBER})?")


@dataclass(frozen=True, slots=True)
class Control:
    """A player's time. As PDN writes it, 300+3 is five minutes, and three seconds for every move made.

    >>> str(Control(300, 3)), str(Control(3600, moves=40))
    ('300+3', '40/3600+0')
    """

    seconds: float
    increment: float = 0.0
    moves: int | None = None
    """For so many moves, again and again; None for the whole game."""
    margin: float = 0.0
    """Seconds of lateness that are forgiven: programs cannot be exact."""

    def __str__(self) -> str:
        period = f"{self.moves}/" if self.moves else ""
        return f"{period}{self.seconds:g}+{self.increment:g}"

    @classmethod
    def of_text(cls, text: str) -> Control | None:
        """From a text such as 300+3; None if it is no such text, or gives no time."""
        match = _CONTROL.fullmatch(text)
        if match is None or float(match[2]) == 0 or match[1] == "0":
            return None
        return cls(float(match[2]), float(match[3] or 0), int(match[1]) if match[1] else None)


class Clock:
    """The clock of a game. A side without a control has all the time in the world."""

    def __init__(self, controls: Mapping[Colour, Control | None]) -> None:
        self.controls = {colour: control for colour in Colour if (control := controls.get(colour))}
        self.running: Colour | None = None
        self._left = {colour: control.seconds for colour, control in self.controls.items()}
        self._made = dict.fromkeys(self.controls, 0)
        self._since = 0.0

    def __bool__(self) -> bool:
        """Whether anybody's time is counted."""
        return bool(self.controls)

    def copy(self) -> Clock:
        """A clock that shows the same, and runs by itself."""
        clock = Clock(self.controls)
        clock.running, clock._since = self.running, self._since
        clock._left, clock._made = dict(self._left), dict(self._made)
        return clock

    def left(self, colour: Colour, now: float) -> float | None:
        """Seconds, never less than none; None without a control."""
        return max(self._exact(colour, now), 0.0) if colour in self.controls else None

    def times(self, now: float) -> dict[Colour, float]:
        """What is left to each side that has a control."""
        return {colour: max(self._exact(colour, now), 0.0) for colour in self.controls}

    def _exact(self, colour: Colour, now: float) -> float:
        """Below zero for one who is late."""
        return self._left[colour] - (now - self._since if colour is self.running else 0.0)

    # -- what happens to it ------------------------------------------------------------------------

    def start(self, colour: Colour, now: float) -> None:
        """From now on this player's time passes, and not the other's."""
        self.stop(now)
        if colour in self.controls:
            self.running, self._since = colour, now

    def stop(self, now: float) -> None:
        """Stops the clock that runs."""
        if self.running is not None:
            self._left[self.running] = self._exact(self.running, now)
        self.running = None

    def press(self, mover: Colour, now: float) -> None:
        """A move was made: the clock stops and has what the move earned. The next start is the opponent's."""
        self.stop(now)
        if control := self.controls.get(mover):
            self._made[mover] += 1
            period_over = control.moves is not None and self._made[mover] % control.moves == 0
            left = max(self._left[mover], 0.0)
            self._left[mover] = left + control.increment + (control.seconds if period_over else 0.0)

    def set(self, colour: Colour, seconds: float) -> None:
        """What a record says; for a player who has a control."""
        if colour in self.controls:
            self._left[colour] = seconds

    # -- what follows from it ----------------------------------------------------------------------

    def until_fallen(self, now: float) -> float | None:
        """Seconds until the flag of the running clock falls; None where none runs."""
        if self.running is None:
            return None
        return self._exact(self.running, now) + self.controls[self.running].margin

    def fallen(self, now: float) -> Colour | None:
        """Whose time is up."""
        left = self.until_fallen(now)
        return self.running if left is not None and left < 0 else None

    def limit(self, colour: Colour, now: float) -> Limit | None:
        """What an engine may use of it for the next move."""
        control = self.controls.get(colour)
        if control is None:
            return None
        to_go = control.moves - self._made[colour] % control.moves if control.moves else None
        left = max(self._exact(colour, now), LEAST)
        return Limit(clock=left, increment=control.increment, moves_to_go=to_go)
