"""One move judged as a review judges it: for a player who tries again, or asks why."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from crownhead.engine.limit import Limit
from crownhead.study.inquiry import Question
from crownhead.study.review.reviewing import reviewed

if TYPE_CHECKING:
    from crownhead.record.board import Board
    from crownhead.rules.move import Move
    from crownhead.study.inquiry import Inquiry
    from crownhead.study.review.judged import Judged
    from crownhead.tablebase import Tablebase

THOUGHT = Limit(nodes=1_000_000)
"""As long as the terminal thinks about why."""


def judging(
    board: Board, move: Move, limit: Limit = THOUGHT, tablebase: Tablebase | None = None
) -> Inquiry[Judged]:
    """A legal move, made or only thought of, beside the engine's best."""
    after = board.copy()
    after.push(move)
    asked = [board] if after.position.is_over else [board, after]
    best, *replies = yield [Question(one, limit) for one in asked]
    reply = replies[0] if replies else None
    [judged] = reviewed([board, after], [best, reply]).moves
    return replace(judged, number=len(board), tablebase=tablebase)
