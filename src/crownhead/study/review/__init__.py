"""A game reviewed by the engine: every move judged against the best one.

attempt    one move judged as a review does it
phase      opening, middle game and ending
reviewing  which positions are searched, how deeply, and what follows from it
grade      how good a move was
accuracy   how well a player played
judged     what a review consists of
annotate   a review written into the record
certain    where its result became certain
data       a review as data
theme      what kind of fault a move is
kept       a review as the library keeps it
file       the games of a file, by all cores, with a journal

>>> import crownhead as ch
>>> found = ch.study.review(ch.pdn.loads("1. 9-14 21-17 2. 14x21 *"), ch.Limit(nodes=20_000))
>>> [judged.text for judged in found.mistakes]
['1... 21-17??']
"""

from crownhead.study.review.annotate import annotate, men
from crownhead.study.review.attempt import judging
from crownhead.study.review.certain import ProvedTurn, proved_turns
from crownhead.study.review.data import ReviewData, judged_data, review_data
from crownhead.study.review.file import GamesFile
from crownhead.study.review.grade import FAULTS, Grade, expectation
from crownhead.study.review.judged import Judged, Review
from crownhead.study.review.phase import Phase
from crownhead.study.review.reviewing import ENOUGH, boards_of, opinions, review, reviewed
from crownhead.study.review.theme import MistakeTheme, theme_of

__all__ = [
    "ENOUGH",
    "FAULTS",
    "GamesFile",
    "Grade",
    "Judged",
    "MistakeTheme",
    "Phase",
    "ProvedTurn",
    "Review",
    "ReviewData",
    "annotate",
    "boards_of",
    "expectation",
    "judged_data",
    "judging",
    "men",
    "opinions",
    "proved_turns",
    "review",
    "review_data",
    "reviewed",
    "theme_of",
]


def _repr_html_(review: Review) -> str:
    """In a notebook: the graph, both players, the moves, and every fault with a diagram. Loaded when it is shown."""
    from crownhead.study.review.html import for_notebook

    return for_notebook(review)


Review._repr_html_ = _repr_html_  # type: ignore[attr-defined]
