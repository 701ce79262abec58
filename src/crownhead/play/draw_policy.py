"""Which draws the engine takes and which it claims: those that a sensible player would.

The judgement is that of the engine at full strength, whatever the level it plays at, and of a search that is bounded
by positions and not by time: the same game gets the same answer everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.engine.limit import Limit
from crownhead.engine.score import Score, ScoreKind
from crownhead.rules.colour import BLACK, WHITE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crownhead.engine.engine import Engine
    from crownhead.record.board import Board
    from crownhead.rules.position import Position

CONSIDERATION = Limit(nodes=200_000)
"""A small part of a second, by an engine of one thread that has forgotten what it found before."""
EVEN = 10
"""Hundredths of a man: what the engine gives away for a draw once the game has settled."""
WORSE = -50
"""From here on the engine is glad of a draw at any time."""
SETTLED = 40
"""Moves of both sides after which the opening is over,"""
FEW = 10
"""or as soon as so few pieces are left."""
UNCLEAR = 25
"""Hundredths of a man by which the last iterations differ: the search has not made up its mind."""
ITERATIONS = 3
LEVEL_KINGS = 35
"""Hundredths of a man. Where both have only kings, and as many, the score swings by a third of a man from one iteration
to the next and means nothing as long as no win is in sight."""


def opinion(engine: Engine, board: Board) -> list[Score]:
    """What an engine of this process thinks of an offer, iteration by iteration, seen by the player to move."""
    engine.new_game()
    return [info.score for info in engine.analyse(board, CONSIDERATION)]


def accepts_draw(scores: Sequence[Score], board: Board) -> bool:
    """Whether the engine, whose view the scores are, takes a draw when it is offered one."""
    last = scores[-1]
    if last.kind is not ScoreKind.EVALUATION:
        return last.kind is not ScoreKind.WIN
    if last.centimen <= WORSE:
        return True
    if _has_level_kings(board.position):
        return last.centimen <= LEVEL_KINGS
    latest = [score.centimen for score in scores[-ITERATIONS:]]
    is_clear = max(latest) - min(latest) <= UNCLEAR
    is_settled = len(board) >= SETTLED or len(board.position.pieces()) <= FEW
    return is_settled and is_clear and last.centimen <= EVEN


def _has_level_kings(position: Position) -> bool:
    black, white = (len(position.pieces(colour, king=True)) for colour in (BLACK, WHITE))
    return black == white and black + white == len(position.pieces())


def claims_draw(score: Score) -> bool:
    """Whether the engine, whose view the score is, claims a draw that it may claim: if it is not better.

    The view is that of its level: a beginner overlooks such a chance now and then.
    """
    return score.centimen <= 0
