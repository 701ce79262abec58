"""How games went on from a position: each move with how often it was played and how those games ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from crownhead.record.collection.index_rows import signed
from crownhead.rules.colour import BLACK

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crownhead.record.collection.index import Index
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position

_COUNT = """
SELECT games.result, count(*) FROM positions AS after JOIN games ON games.id = after.game
WHERE after.key = ? AND after.main
AND EXISTS (SELECT 1 FROM positions AS before WHERE before.key = ? AND before.game = after.game AND before.main)
GROUP BY games.result
"""


class PlayedTally(NamedTuple):
    """Games, for the side that made the move."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    others: int = 0
    """Without a result."""

    @property
    def games(self) -> int:
        return sum(self)

    def __add__(self, other: object) -> PlayedTally:
        """Of both; a tally is no sequence to be lengthened."""
        assert isinstance(other, PlayedTally)
        return PlayedTally(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    @classmethod
    def of(cls, results: Iterable[tuple[str, int]], *, black: bool) -> PlayedTally:
        """Of games with these results in PDN, where 1-0 is a win of Black."""
        columns = {"1-0": 0 if black else 2, "0-1": 2 if black else 0, "1/2-1/2": 1}
        counts = [0, 0, 0, 0]
        for result, count in results:
            counts[columns.get(result, 3)] += count
        return cls(*counts)


def continuations(index: Index, position: Position) -> dict[Move, PlayedTally]:
    """Of every legal move, in the games that the index knows; games with the colours reversed count as well.

    Counted are games whose main line went through the position and through the one after the move. While there are
    only men on the board, men that never go back, such a game made this move here.
    """
    return {move: _tally(index, position, move) for move in position.legal_moves(unique=True)}


def _tally(index: Index, position: Position, move: Move) -> PlayedTally:
    after = position.play(move)
    black = position.turn is BLACK
    own = index.rows(_COUNT, (signed(after.key), signed(position.key)))
    twins = index.rows(_COUNT, (signed(after.flipped().key), signed(position.flipped().key)))
    return PlayedTally.of(own, black=black) + PlayedTally.of(twins, black=not black)
