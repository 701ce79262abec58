"""Sets of openings by name: ballots of two or three moves, 11-man ballots (all, or the telling ones), or the start."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from crownhead.record.board import Board
from crownhead.record.openings.ballots import Kind, ballots, telling_with_eleven_men

START = "start"
TELLING = "11-man-telling"
SETS = (*map(str, Kind), TELLING, START)


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
    chosen = telling_with_eleven_men() if name == TELLING else ballots(Kind(name))
    return tuple(OpeningLine.of(ballot.board(), str(ballot)) for ballot in chosen)
