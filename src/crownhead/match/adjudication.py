"""Games that are decided before they are over: by a database, by agreed scores, by length."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, nan
from typing import TYPE_CHECKING

from crownhead.rules.colour import BLACK, WHITE

if TYPE_CHECKING:
    from crownhead.engine.score import Score
    from crownhead.record.board import Board
    from crownhead.rules.colour import Colour
    from crownhead.rules.position import Position
    from crownhead.tablebase.tablebase import Tablebase


@dataclass(frozen=True, slots=True)
class Adjudication:
    """When to stop a game. Scores in men; moves are counted for each player; None switches a rule off."""

    win_score: float | None = None
    win_moves: int = 4
    draw_score: float | None = None
    draw_moves: int = 8
    draw_from: int = 40
    """Plies before which no draw is agreed."""
    longest: int = 400
    """Plies after which the game is a draw."""


@dataclass(frozen=True, slots=True)
class Ruling:
    winner: Colour | None
    reason: str


class Arbiter:
    """Follows one game. Scores are kept as Black sees them, in hundredths of a man."""

    def __init__(self, rules: Adjudication, database: Tablebase | None = None) -> None:
        self._rules = rules
        self._database = database
        self._scores: list[float] = []

    def note(self, score: Score | None) -> None:
        """What the player who just moved thought of the position."""
        self._scores.append(nan if score is None else score.seen_by(BLACK).centimen)

    def ruling(self, board: Board) -> Ruling | None:
        return self._by_database(board.position) or self._by_scores(board) or self._by_length(board)

    def _by_database(self, position: Position) -> Ruling | None:
        value = self._database.get(position) if self._database else None
        if value is None:
            return None
        winners = {"win": position.turn, "loss": position.turn.opponent, "draw": None}
        return Ruling(winners[value.result], "adjudicated by database")

    def _by_scores(self, board: Board) -> Ruling | None:
        rules = self._rules
        if rules.win_score is not None:
            if self._lately_within(rules.win_moves, 100 * rules.win_score, inf):
                return Ruling(BLACK, "adjudicated by scores")
            if self._lately_within(rules.win_moves, -inf, -100 * rules.win_score):
                return Ruling(WHITE, "adjudicated by scores")
        if rules.draw_score is not None and len(board) >= rules.draw_from:
            even = 100 * rules.draw_score
            if self._lately_within(rules.draw_moves, -even, even):
                return Ruling(None, "adjudicated by scores")
        return None

    def _by_length(self, board: Board) -> Ruling | None:
        return Ruling(None, "adjudicated by length") if len(board) >= self._rules.longest else None

    def _lately_within(self, moves: int, lowest: float, highest: float) -> bool:
        """Whether both players put their last so many moves between these scores. An untold one is not."""
        latest = self._scores[-2 * moves :]
        return len(latest) == 2 * moves and all(lowest <= score <= highest for score in latest)
