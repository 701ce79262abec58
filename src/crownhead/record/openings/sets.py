"""Sets of openings by name: ballots of two or three moves, of 11 men (all, telling, edge), or the start."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from crownhead.record.board import Board
from crownhead.record.openings.ballots import (
    Ballot,
    Kind,
    ballots,
    edge_with_eleven_men,
    telling_with_eleven_men,
)

START = "start"
TELLING = "11-man-telling"
EDGE = "11-man-edge"
SETS = (*map(str, Kind), TELLING, EDGE, START)


@dataclass(frozen=True, slots=True)
class OpeningLine:
    """A position and moves from it, as texts that can be written into a file."""

    name: str
    fen: str
    moves: tuple[str, ...] = ()

    @classmethod
    def of(cls, board: Board, name: str) -> OpeningLine:
        return cls(name, board.history[0].fen, tuple(map(str, board.moves)))

    def board(self) -> Board:
        return Board.of(self.fen, self.moves)


@cache
def opening_set(name: str) -> tuple[OpeningLine, ...]:
    if name == START:
        return (OpeningLine.of(Board(), START),)
    return tuple(OpeningLine.of(ballot.board(), str(ballot)) for ballot in _ballots(name))


def _ballots(name: str) -> tuple[Ballot, ...]:
    chosen = {TELLING: telling_with_eleven_men, EDGE: edge_with_eleven_men}.get(name)
    return chosen() if chosen else ballots(Kind(name))
