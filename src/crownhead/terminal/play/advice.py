"""The engine in two parts: the opponent, as strong as its level, and the teacher, as strong as it can be."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from crownhead.engine import Engine, Limit, ScoreKind
from crownhead.engine.look import look
from crownhead.errors import CrownheadError, EngineError
from crownhead.play.draw_policy import opinion
from crownhead.study.explain import Explanation, continued, explain

if TYPE_CHECKING:
    from crownhead.engine import Played, Score
    from crownhead.record.board import Board
    from crownhead.rules.move import Move
    from crownhead.tablebase import Tablebase
    from crownhead.terminal.play.seating import Seating

HASH_MB = 32
LINE = 8
"""Moves that are shown of how it could go on."""
MOST_PIECES = 8
"""Of more there is no database."""


class Advice:
    """Engines are made when first needed: two people who ask nothing need none."""

    def __init__(self, seating: Seating) -> None:
        self.seating = seating

    @cached_property
    def _opponent(self) -> Engine:
        return Engine(hash_mb=HASH_MB, level=self.seating.level, book="auto")

    @cached_property
    def teacher(self) -> Engine:
        return Engine(hash_mb=HASH_MB)

    @cached_property
    def tablebase(self) -> Tablebase | None:
        """The user's endgames, which build themselves when first asked for; None where that cannot be."""
        from crownhead.tablebase import Tablebase

        try:
            return Tablebase.open()
        except (CrownheadError, OSError):
            return None

    def explain(self, board: Board, move: Move) -> Explanation:
        return explain(board, move, self.teacher, self.lesson, self._endgames(len(board.position.pieces())))

    def _endgames(self, pieces: int) -> Tablebase | None:
        """The smallest build themselves in a moment; of larger ones only what is there is used."""
        from crownhead.tablebase import first, folder

        there = pieces <= first.PIECES or folder.tables_in(folder.default_folder())
        return self.tablebase if pieces <= MOST_PIECES and there else None

    def choose(self, board: Board, limit: Limit) -> Played:
        """The opponent's move. stop() makes it move at once."""
        try:
            return self._opponent.play(board, limit)
        except EngineError:  # stopped before the first move was looked at
            return self._opponent.play(board, Limit(depth=1))

    def of_draw(self, board: Board) -> list[Score]:
        """What the teacher thinks of a draw that is offered."""
        return opinion(self.teacher, board)

    def best(self, board: Board) -> Played:
        """The teacher's opinion of a position that is not over; in endings the line goes on by the database."""
        played = look(self.teacher, board, self.lesson)
        tablebase = self._endgames(len(board.position.pieces()))
        if tablebase is None or played.score.kind is ScoreKind.EVALUATION:
            return played
        return replace(played, line=continued(tablebase, board.position, played.line, LINE))

    @property
    def lesson(self) -> Limit:
        """The teacher thinks as long as the opponent does."""
        return Limit(time=self.seating.seconds)

    def stop(self) -> None:
        """From any thread: whatever is being thought about is decided now."""
        for engine in self._made():
            engine.stop()

    def close(self) -> None:
        for engine in self._made():
            engine.close()

    def _made(self) -> list[Engine]:
        return [self.__dict__[name] for name in ("_opponent", "teacher") if name in self.__dict__]
