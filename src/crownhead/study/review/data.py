"""A review as data: what `crownhead analyse --json` prints and the browser is sent. Everything is seen by Black."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from crownhead.rules.colour import BLACK, WHITE, Colour
from crownhead.study.review.certain import proved_turns, verdicts
from crownhead.study.review.grade import FAULTS
from crownhead.study.review.judged import LINE
from crownhead.study.review.phase import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crownhead.engine.score import Score
    from crownhead.proofs.verdict import ProvedVerdict
    from crownhead.rules.move import Move
    from crownhead.study.review.certain import ProvedTurn
    from crownhead.study.review.judged import Judged, Review


class ScoreData(msgspec.Struct, frozen=True):
    verdict: Literal["win", "loss", "draw", "evaluation"]
    centimen: int
    plies: int | None


class PositionScoreData(ScoreData, frozen=True):
    proved: str | None
    """As a sentence, where it is."""


class JudgedData(msgspec.Struct, frozen=True):
    number: int
    """Moves before it, of both players."""
    side: Literal["black", "white"]
    text: str
    """As books write it: 12... 23-19??"""
    move: str
    path: list[int]
    grade: str
    mark: str
    loss: float
    """What it gave away of the expected result, 0 to 1."""
    score: ScoreData
    best: list[str]
    """The line that the engine prefers."""
    best_path: list[int]
    best_score: ScoreData
    words: list[str]


class PlayerData(msgspec.Struct, frozen=True):
    accuracy: float | None
    """0 to 100; None where too few moves had a choice."""
    faults_per_100: float | None
    counts: dict[str, int]
    """Of each fault."""


class PhaseData(msgspec.Struct, frozen=True):
    name: str
    first: int
    """The number of its first move."""
    black: PlayerData
    white: PlayerData


class ProvedData(msgspec.Struct, frozen=True):
    number: int
    """Moves before the position, of both players."""
    fen: str
    after: str
    """The move that led to it; empty at the beginning."""
    winner: Literal["black", "white"] | None
    """None is a draw."""
    ground: Literal["search", "database", "certificate"]
    words: str


class ReviewData(msgspec.Struct, frozen=True):
    black: PlayerData
    white: PlayerData
    scores: list[PositionScoreData]
    """Of every position, the first included."""
    moves: list[JudgedData]
    critical: list[int]
    """The numbers of the moves that decided most."""
    phases: list[PhaseData]
    """Those that the game had."""
    proved: list[ProvedData]
    """Where another result is proved than was before."""


def review_data(review: Review) -> ReviewData:
    """A review as plain data, ready to be written as JSON."""
    return ReviewData(
        black=_player(review, BLACK),
        white=_player(review, WHITE),
        scores=[
            _position_score(score, verdict)
            for score, verdict in zip(review.scores, verdicts(review), strict=True)
        ],
        moves=[judged_data(judged) for judged in review.moves],
        critical=[judged.number for judged in review.critical],
        phases=list(_phases(review)),
        proved=[_proved(turn) for turn in proved_turns(review)],
    )


def _proved(turn: ProvedTurn) -> ProvedData:
    winner = turn.verdict.winner
    return ProvedData(
        number=turn.number,
        fen=turn.position.fen,
        after=turn.after,
        winner=None if winner is None else "black" if winner == BLACK else "white",
        ground=turn.verdict.ground.value,
        words=turn.words,
    )


def _phases(review: Review) -> Iterator[PhaseData]:
    for phase in Phase:
        part = review.of_phase(phase)
        if part.moves:
            yield PhaseData(str(phase), part.moves[0].number, _player(part, BLACK), _player(part, WHITE))


def _player(review: Review, colour: Colour) -> PlayerData:
    counts = {grade.title: review.count(colour, grade) for grade in FAULTS}
    return PlayerData(review.accuracy[colour], review.faults_per_100[colour], counts)


def judged_data(judged: Judged) -> JudgedData:
    return JudgedData(
        number=judged.number,
        side="black" if judged.colour == BLACK else "white",
        text=judged.text,
        move=judged.notation,
        path=_path(judged.move),
        grade=judged.grade.title,
        mark=judged.grade.mark,
        loss=judged.loss,
        score=_score(judged.score),
        best=judged.board.position.line_notation(judged.best.line[:LINE]),
        best_path=_path(judged.best.move),
        best_score=_score(judged.best.score),
        words=judged.explanation.sentences,
    )


def _score(score: Score) -> ScoreData:
    seen = score.seen_by(BLACK)
    return ScoreData(seen.kind.value, seen.centimen, seen.plies)


def _position_score(score: Score, verdict: ProvedVerdict | None) -> PositionScoreData:
    return PositionScoreData(
        score.kind.value, score.centimen, score.plies, verdict.sentence if verdict else None
    )


def _path(move: Move) -> list[int]:
    return [int(square) for square in move.path]
