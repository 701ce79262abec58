"""How people who are learning see the board: what is far away, long or behind them is overlooked.

Every jump has a difficulty, the number of things that make it hard to see:

- it is a reply and not on the board yet (1);
- each hop after the first (1);
- a king takes backwards (1);
- it takes another piece than the one that just moved (1);
- each move further ahead (1).

A player with sight s notices a jump of difficulty d with the probability s ** d. A jump that is not noticed is not
reckoned with; what is noticed is searched a few moves deep, and the judgement of what comes out of it is blurred.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crownhead.rules.colour import BLACK

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from random import Random

    from crownhead.rules.move import Move
    from crownhead.rules.position import Position

WIN = 2000
"""Hundredths of a man: more than any judgement of a position in play."""
BOREDOM = 40
"""Hundredths of a man: what it costs to bring a position back that was on the board before."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a learner sees, and how sound the judgement is. Amounts in hundredths of a man."""

    depth: int
    """Moves of both sides that are searched; noticed jumps go on from there."""
    clearness: float
    """The probability with which a jump of difficulty 1 is noticed."""
    blur: float
    """Standard deviation of the error in judging a move."""
    appetite: float = 0.0
    """What taking a piece is worth beyond the piece."""


def difficulty(position: Position, jump: Move, last: Move | None, ply: int) -> int:
    """Of a jump that may follow `last`, so many moves ahead; 0 for a plain jump that can be made now."""
    hops = len(jump.captures) - 1
    backwards = _goes_back(position, jump)
    elsewhere = last is not None and last.target not in jump.captures
    return ply + hops + backwards + elsewhere


def _goes_back(position: Position, move: Move) -> bool:
    """Whether the first step goes towards the player's own side; only a king's can."""
    first, second, *_ = move.path
    return (second < first) == (position.turn == BLACK)


class Glance:
    """One player's look at one position. What is noticed is drawn by lot once for each jump."""

    def __init__(self, sight: Sight, judge: Callable[[Position], int], chance: Random) -> None:
        self._sight = sight
        self._judge = judge
        self._chance = chance
        self._luck: dict[Move, float] = {}
        self.nodes = 0

    @property
    def depth(self) -> int:
        return self._sight.depth

    def choose(self, position: Position, earlier: Collection[int]) -> tuple[Move, float]:
        """The move that looks best, and what it seems to be worth."""
        moves = position.legal_moves(unique=True)
        noticed = [move for move in moves if self._notices(position, move, None, 0)] or moves
        seen = [(self._first_sight(position, move, earlier), move) for move in noticed]
        worth, move = max(seen, key=lambda pair: pair[0])
        return move, worth

    def _first_sight(self, position: Position, move: Move, earlier: Collection[int]) -> float:
        after = position.play(move)
        worth = self._taken(move, 0) - self._value(after, move, 1, -2 * WIN, 2 * WIN)
        worth += self._chance.gauss(0, self._sight.blur)
        return worth - BOREDOM if after.key in earlier else worth

    def _value(self, position: Position, last: Move, ply: int, alpha: float, beta: float) -> float:
        """Seen by the player to move: v <= alpha is at most, v >= beta at least, anything between exact."""
        self.nodes += 1
        moves = position.legal_moves(unique=True)
        if not moves:
            return ply - WIN
        if position.must_jump:
            moves = [move for move in moves if self._notices(position, move, last, ply)]
        elif ply >= self._sight.depth:
            moves = []
        if not moves:
            return self._judge(position)
        best = -2.0 * WIN
        for move in moves:
            taken = self._taken(move, ply)
            after = position.play(move)
            best = max(
                best, taken - self._value(after, move, ply + 1, taken - beta, taken - max(alpha, best))
            )
            if best >= beta:
                break
        return best

    def _taken(self, move: Move, ply: int) -> float:
        """The pleasure of taking, which is felt for one's own jumps alone."""
        return 0.0 if ply % 2 else self._sight.appetite * len(move.captures)

    def _notices(self, position: Position, move: Move, last: Move | None, ply: int) -> bool:
        if not move.is_jump:
            return True
        if move not in self._luck:
            self._luck[move] = self._chance.random()
        return self._luck[move] < self._sight.clearness ** difficulty(position, move, last, ply)
