"""The engine and what is said with it: limits, scores, lines, players."""

from crownhead.engine.engine import Engine, Pondering
from crownhead.engine.info import Info, Played
from crownhead.engine.limit import Limit
from crownhead.engine.player import EnginePlayer, Player
from crownhead.engine.score import Score, ScoreKind

__all__ = ["Engine", "EnginePlayer", "Info", "Limit", "Played", "Player", "Pondering", "Score", "ScoreKind"]
