"""The engine and what is said with it: limits, scores, lines."""

from crownhead.engine.engine import Engine, Pondering
from crownhead.engine.info import Info, Played
from crownhead.engine.limit import Limit
from crownhead.engine.score import Score, ScoreKind

__all__ = ["Engine", "Info", "Limit", "Played", "Pondering", "Score", "ScoreKind"]
