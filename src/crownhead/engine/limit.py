"""How long an engine may think."""

from __future__ import annotations

from dataclasses import dataclass

MOVES_EXPECTED = 28
"""How many more moves a player's clock is divided by where nothing else is known."""
MOST_COUNT = 10**18
"""Of plies, nodes and moves: no search comes near it, and the core can count so far."""
MOST_SECONDS = 10**9
"""Thirty years: the core counts further, a clock need not."""
SAFETY = 0.03
"""Seconds of a clock that are never planned with: the way to the engine and back takes time too."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Whatever is given holds; the search ends at the first that is reached. Times are in seconds.

    >>> Limit(time=1.0)
    Limit(time=1.0, depth=None, nodes=None, clock=None, increment=0.0, moves_to_go=None, infinite=False, cpu=False)
    """

    time: float | None = None
    """For this move."""
    depth: int | None = None
    nodes: int | None = None
    """Positions looked at; with one thread, always the same ones."""
    clock: float | None = None
    """Left on the player's clock, to be divided sensibly."""
    increment: float = 0.0
    """Added to the clock after each move."""
    moves_to_go: int | None = None
    """Moves for which the clock must last; None for the whole game."""
    infinite: bool = False
    """Until stop() is called."""
    cpu: bool = False
    """Times are processor time: what this process uses, all its threads together, however busy the machine is."""

    def __post_init__(self) -> None:
        _check_seconds("time", self.time)
        _check_seconds("clock", self.clock)
        _check_seconds("increment", self.increment)
        _check_count("depth", self.depth)
        _check_count("nodes", self.nodes)
        _check_count("moves_to_go", self.moves_to_go)
        if self.clock is None and (self.increment or self.moves_to_go is not None):
            raise ValueError("increment and moves_to_go need a clock")
        if not self.infinite and all(x is None for x in (self.time, self.depth, self.nodes, self.clock)):
            raise ValueError("a limit needs at least one of time, depth, nodes, clock or infinite=True")

    def budget(self) -> tuple[float | None, float | None]:
        """(soft, hard) seconds: past the first no deeper iteration is begun, at the second thinking stops."""
        if self.clock is None:
            return self.time, self.time
        soft, hard = self._share_of_clock(self.clock)
        return (soft, hard) if self.time is None else (min(soft, self.time), min(hard, self.time))

    def _share_of_clock(self, clock: float) -> tuple[float, float]:
        moves = min(self.moves_to_go or MOVES_EXPECTED, MOVES_EXPECTED)
        usable = max(clock - SAFETY, clock * 0.2)
        fair = min(usable / moves + 0.8 * self.increment, usable)
        # An iteration takes about as long as all before it: begun at 0.6 of the share, it ends near 1.2.
        return 0.6 * fair, min(3.0 * fair, usable * (0.9 if moves == 1 else 0.4))


def _check_seconds(name: str, value: float | None) -> None:
    if value is None:
        return
    if not isinstance(value, int | float) or not 0 <= value <= MOST_SECONDS:
        raise ValueError(f"{name} must be a number of seconds from 0 to {MOST_SECONDS}, not {value!r:.40}")


def _check_count(name: str, value: int | None) -> None:
    if value is None:
        return
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MOST_COUNT:
        raise ValueError(f"{name} must be a whole number from 1 to {MOST_COUNT}, not {value!r:.40}")
