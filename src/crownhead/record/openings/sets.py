"""Sets of openings by name: ballots of two or three moves, 11-man ballots, or the start alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from crownhead.record.board import Board
from crownhead.record.openings.ballots import Kind, ballots

START = "start"
SETS = (*map(str, Kind), START)


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
    """Of 11-man ballots only those that leave no jump open: many others lose a man before the game begins."""
    if name == START:
        return (OpeningLine.of(Board(), START),)
    kind = Kind(name)
    made = (OpeningLine.of(ballot.board(), str(ballot)) for ballot in ballots(kind))
    return tuple(line for line in made if kind is not Kind.ELEVEN_MAN or not line.board().position.must_jump)
