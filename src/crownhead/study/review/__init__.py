"""A game gone through with the engine: every move judged against the best one.

>>> from crownhead.study.review import review                          # doctest: +SKIP
>>> found = review(game, Limit(nodes=300_000))                          # doctest: +SKIP
>>> found.accuracy[BLACK], [judged.text for judged in found.mistakes]   # doctest: +SKIP
"""

from crownhead.study.review.annotate import annotate, men
from crownhead.study.review.grade import Grade, expectation
from crownhead.study.review.judged import Judged, Review
from crownhead.study.review.reviewing import (
    boards_of,
    deeper,
    is_doubtful,
    look_again,
    opinion,
    review,
    reviewed,
)

__all__ = [
    "Grade",
    "Judged",
    "Review",
    "annotate",
    "boards_of",
    "deeper",
    "expectation",
    "is_doubtful",
    "look_again",
    "men",
    "opinion",
    "review",
    "reviewed",
]
