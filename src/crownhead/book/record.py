"""What a book says of one position: its known moves, each named without the position it is played in."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from crownhead import _core
from crownhead.rules.colour import BLACK

if TYPE_CHECKING:
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position

Origin = _core.BookOrigin
MOST_SCORE, MOST_DEPTH = 2047, 63
WON = 2000
"""Hundredths of a man: from here on a score is a win."""


class Known(NamedTuple):
    """One known move."""

    name: int
    """Twelve bits: origin, target, and the rank among those that have both in common; as the mover sees them."""
    score: int
    depth: int
    origin: Origin = Origin.SEARCHED
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses


Records = dict[int, list[Known]]
"""By the key of the position."""


def key_of(position: Position) -> int:
    """The same for a position and its twin, colours exchanged and the board turned by half."""
    return _core.book_key(position)


def name_of(position: Position, move: Move) -> int:
    origin, target, _ = seen_by_mover(position, move)
    rank = sorted(
        captured
        for o, t, captured in (seen_by_mover(position, m) for m in position.legal_moves(unique=True))
        if (o, t) == (origin, target)
    ).index(seen_by_mover(position, move)[2])
    return origin | target << 5 | rank << 10


def seen_by_mover(position: Position, move: Move) -> tuple[int, int, int]:
    """Origin, target and the set of what is captured, all from the chair of the side that moves."""
    indices = [square.index for square in (move.origin, move.target, *move.captures)]
    if position.turn is not BLACK:
        indices = [31 - index for index in indices]
    return indices[0], indices[1], sum(1 << index for index in indices[2:])


def merged(first: list[Known], second: list[Known]) -> list[Known]:
    """Of a move that both know, the deeper score stays, and the counts are added."""
    by_name = {known.name: known for known in first}
    for known in second:
        other = by_name.get(known.name)
        by_name[known.name] = known if other is None else _joined(other, known)
    return sorted(by_name.values(), key=lambda known: (-known.score, known.name))


def _joined(a: Known, b: Known) -> Known:
    better = max(a, b, key=lambda known: (known.origin is not Origin.PLAYED, known.depth))
    return better._replace(wins=a.wins + b.wins, draws=a.draws + b.draws, losses=a.losses + b.losses)
