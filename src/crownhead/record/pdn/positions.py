"""A visitor that wants positions and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead._core import Detail
from crownhead.record.pdn.visitor import ForMoves

if TYPE_CHECKING:
    from crownhead.record.game.headers import Headers
    from crownhead.record.game.problems import RecordProblem
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position


class PositionGatherer(ForMoves):
    """The tags, and the positions of the main line from the first on, with or without those of variations."""

    __slots__ = ("_headers", "_positions", "_with_variations")

    detail = Detail.POSITION

    def __init__(self, *, with_variations: bool = False) -> None:
        super().__init__()
        self._with_variations = with_variations

    def begin(self, headers: Headers, position: Position | None) -> None:
        self._headers = headers
        self._positions = [] if position is None else [position]

    def moves(self, moves: list[Move], details: list[Position]) -> None:
        if not self._depth or self._with_variations:
            self._positions += details

    def _one(self, position: Position) -> None:
        if not self._depth or self._with_variations:
            self._positions.append(position)

    null = _one
    setup = _one

    def end(self, problems: list[RecordProblem]) -> tuple[Headers, list[Position]]:
        return self._headers, self._positions
