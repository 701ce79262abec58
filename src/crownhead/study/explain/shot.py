"""Combinations: what can be won by moves that leave the other player nothing but to jump.

The search is complete within its bounds. The player who begins may choose among all moves, but after a quiet
one the combination goes on only if the other must jump; all jumps of the other are looked at. So a gain that
is found here cannot be refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position

MOST_PLIES = 13
MOST_POSITIONS = 20_000


class _TooLong(Exception):
    """The bounds were reached before the end was seen, or the attacker has no move and has lost."""


@dataclass(frozen=True, slots=True)
class Shot:
    gain: int
    """Pieces won, those lost taken off, for the player who begins."""
    line: tuple[Move, ...]

    @property
    def given(self) -> int:
        """Pieces that the player gives up on the way."""
        return sum(len(move.captures) for move in self.line[1::2])


NOTHING = Shot(0, ())


def best_shot(position: Position) -> Shot:
    """The most that the player to move can win by force; NOTHING where nothing can be forced or seen."""
    return _Solver().safely(position, attacking=True)


def shot_by(position: Position, move: Move) -> Shot:
    """What is forced after this move, which counts itself. The other player answers as well as possible."""
    rest = _Solver().safely(position.play(move), attacking=False)
    return Shot(len(move.captures) - rest.gain, (move, *rest.line))


def loses_by_force(position: Position, move: Move) -> bool | None:
    """Whether jumps that nobody can refuse cost the player who makes the move at least a piece; None if the bounds hid
    something."""
    defending, attacking = _Solver(), _Solver()
    after = position.play(move)
    loss = defending.safely(after, attacking=False).gain - len(move.captures)
    if loss > 0 or attacking.safely(after, attacking=True).gain > 0:
        return True
    return False if defending.has_seen_all and attacking.has_seen_all else None


class _Solver:
    def __init__(self) -> None:
        self._left = MOST_POSITIONS
        self.has_seen_all = True

    def safely(self, position: Position, attacking: bool) -> Shot:
        try:
            return self._attack(position, MOST_PLIES) if attacking else self._defend(position, MOST_PLIES)
        except _TooLong:
            return NOTHING

    def _count(self, plies: int) -> None:
        self._left -= 1
        if self._left < 0 or plies < 0:
            self.has_seen_all = False
            raise _TooLong

    def _attack(self, position: Position, plies: int) -> Shot:
        """The best for the attacker, whose turn it is; gains are the attacker's."""
        self._count(plies)
        found = [
            shot for move in position.legal_moves(unique=True) if (shot := self._tried(position, move, plies))
        ]
        if not found:
            raise _TooLong
        return max(found, key=_order)

    def _tried(self, position: Position, move: Move, plies: int) -> Shot | None:
        """None for a move whose end is not seen: the attacker can do without it."""
        after = position.play(move)
        if not (position.must_jump or after.must_jump):
            return NOTHING  # the combination can end here, with nothing left to take
        try:
            reply = self._defend(after, plies - 1)
        except _TooLong:
            return None
        return Shot(len(move.captures) - reply.gain, (move, *reply.line))

    def _defend(self, position: Position, plies: int) -> Shot:
        """The best for the defender, whose turn it is, as the defender's gain; ends where no jump is forced."""
        self._count(plies)
        if not position.must_jump:
            return NOTHING
        found = []
        for move in position.legal_moves(unique=True):
            reply = self._attack(position.play(move), plies - 1)
            found.append(Shot(len(move.captures) - reply.gain, (move, *reply.line)))
        return max(found, key=_order)


def _order(shot: Shot) -> tuple[int, int]:
    """The most first, and of equal ones the shortest."""
    return shot.gain, -len(shot.line)
