"""What is learnt from games and positions: moves explained, games reviewed, problems.

inquiry   questions to an engine, whoever answers them
explain/  a move explained in words
review/   a game reviewed
library   the games of the user's library reviewed, and what that tells of a player
problems  positions in which one move wins

>>> import crownhead as ch
>>> ch.study.problems.problem(1).attempt(["18-15"]).verdict    # doctest: +SKIP
"""

from crownhead.study import inquiry, problems
from crownhead.study.explain import Explanation, explain
from crownhead.study.library import Library, open_library
from crownhead.study.review import (
    GamesFile,
    Grade,
    Judged,
    Review,
    annotate,
    proved_turns,
    review,
    review_data,
)

__all__ = [
    "Explanation",
    "GamesFile",
    "Grade",
    "Judged",
    "Library",
    "Review",
    "annotate",
    "explain",
    "inquiry",
    "open_library",
    "problems",
    "proved_turns",
    "review",
    "review_data",
]
