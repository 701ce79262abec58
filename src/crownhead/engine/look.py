"""The engine's whole opinion of a position, even where only one move can be made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.engine.info import Played
from crownhead.errors import EngineError

if TYPE_CHECKING:
    from crownhead.engine.engine import Engine
    from crownhead.engine.limit import Limit
    from crownhead.record.board import Board


def look(engine: Engine, board: Board, limit: Limit) -> Played:
    """As Engine.play, which does not think where there is no choice and would have no score to tell."""
    last = None
    for info in engine.analyse(board, limit):
        last = info
    if last is None:
        raise EngineError("the search was stopped before it had found a move")
    return Played.of_info(last)
