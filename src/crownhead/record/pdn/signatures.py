"""A visitor for searches: the keys and the materials that a game goes through, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from crownhead import _core
from crownhead._core import Detail, Signature
from crownhead.record.game.headers import Headers
from crownhead.record.pdn.visitor import ForMoves

if TYPE_CHECKING:
    from crownhead.record.board import Board
    from crownhead.record.game.problems import RecordProblem
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position


class Trace(NamedTuple):
    """What a search needs to know of a game."""

    headers: Headers
    main: list[Signature]
    """Of the main line, from the first position on."""
    variations: list[Signature]


def trace_of(board: Board) -> Trace:
    """Of a line of play that stands in no file."""
    return Trace(Headers(), [_core.signature(position) for position in board.history], [])


class Tracer(ForMoves):
    __slots__ = ("_headers", "_main", "_variations")

    detail = Detail.SIGNATURE

    def begin(self, headers: Headers, position: Position | None) -> None:
        self._headers = headers
        self._main: list[Signature] = [] if position is None else [_core.signature(position)]
        self._variations: list[Signature] = []

    def moves(self, moves: list[Move], details: list[Signature]) -> None:
        if self._depth:
            self._variations += details
        else:
            self._main += details

    def null(self, position: Position) -> None:
        self.moves([], [_core.signature(position)])

    setup = null

    def end(self, problems: list[RecordProblem]) -> Trace:
        return Trace(self._headers, self._main, self._variations)
