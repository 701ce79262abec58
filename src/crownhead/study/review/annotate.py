"""A review written into the record: evaluations, marks, words, and the better lines as variations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.engine.score import ScoreKind
from crownhead.study.explain.fact import Motif
from crownhead.study.review.certain import proved_turns
from crownhead.study.review.grade import Grade
from crownhead.study.review.judged import LINE

if TYPE_CHECKING:
    from crownhead.engine.score import Score
    from crownhead.record.game.game import Game
    from crownhead.record.game.node import Node
    from crownhead.study.review.judged import Judged, Review

NAGS = {Grade.INACCURACY: 6, Grade.MISTAKE: 2, Grade.BLUNDER: 4}
"""Numeric annotation glyphs: dubious, a mistake, a blunder."""
FAR_AHEAD = 99.0
"""Men: how a proved win is written where only a number can stand."""


def annotate(game: Game, review: Review) -> None:
    """Adds to the game what the review found. What others have said stays where it is."""
    nodes = [game.root, *game.mainline()]
    for node, judged, score in zip(nodes[1:], review.moves, review.scores[1:], strict=False):
        node.evaluation = men(score)
        if judged.grade.is_fault:
            _add_fault(node, judged)
    for turn in proved_turns(review):
        if turn.number == 0 or not _says_so(review.moves[turn.number - 1]):
            _say(nodes[turn.number], turn.verdict.sentence)


def _says_so(judged: Judged) -> bool:
    """Whether the words of a fault say what is proved already."""
    return judged.grade.is_fault and any(fact.motif is Motif.PROVED for fact in judged.explanation.facts)


def men(score: Score) -> float:
    """A score as a number of men, however it is known."""
    match score.kind:
        case ScoreKind.WIN:
            return FAR_AHEAD
        case ScoreKind.LOSS:
            return -FAR_AHEAD
    return score.centimen / 100


def _add_fault(node: Node, judged: Judged) -> None:
    glyph = NAGS[judged.grade]
    if glyph not in node.nags:
        node.nags.append(glyph)
    _say(node, f"{judged.grade.title.capitalize()}. {judged.explanation}")
    variation = node.parent
    for move in judged.best.line[:LINE]:
        assert variation is not None
        variation = variation.add(move)


def _say(node: Node, text: str) -> None:
    if text not in node.notes.comments:
        node.notes.comments.append(text)
