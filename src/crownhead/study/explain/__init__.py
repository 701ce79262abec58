"""A move explained in words: true statements taken from the rules, from searches and from databases.

fact         what can be said, and the words of lines
case         the move, with what the engine found
shot         combinations, looked through completely
material     what is won and lost, counted net
runaway      men that cannot be stopped
facts        what the rules say
quiet        reasons for quiet moves
endgame      what an endgame database says
explanation  all of these together
"""

from crownhead.study.explain.endgame import continued
from crownhead.study.explain.explanation import Explanation, explain, explained, explaining
from crownhead.study.explain.fact import Fact, Motif
from crownhead.study.explain.shot import Shot, best_shot, shot_by

__all__ = [
    "Explanation",
    "Fact",
    "Motif",
    "Shot",
    "best_shot",
    "continued",
    "explain",
    "explained",
    "explaining",
    "shot_by",
]
