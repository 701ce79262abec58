"""A move explained in words: true statements taken from the rules, from searches and from databases.

shot         combinations, looked through completely
runaway      men that cannot be stopped
facts        what these and the rules say of a move
endgame      what an endgame database says of it
explanation  the facts and the engine's opinion together
"""

from crownhead.study.explain.explanation import Explanation, explain, explained, explaining
from crownhead.study.explain.facts import Fact, Theme
from crownhead.study.explain.shot import Shot, best_shot, shot_by

__all__ = [
    "Explanation",
    "Fact",
    "Shot",
    "Theme",
    "best_shot",
    "explain",
    "explained",
    "explaining",
    "shot_by",
]
