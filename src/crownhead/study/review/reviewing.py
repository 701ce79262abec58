"""Going through a game: a search of every position, a deeper one where a judgement hangs on it, then a judgement of
every move."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from crownhead.engine.limit import Limit
from crownhead.engine.score import Score
from crownhead.record.board import Board
from crownhead.record.openings.ballots import positions_in_use
from crownhead.rules.colour import BLACK
from crownhead.study.inquiry import Question, answered
from crownhead.study.review.grade import Grade, expectation
from crownhead.study.review.judged import Judged, Review

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crownhead.engine.engine import Engine
    from crownhead.engine.info import Played
    from crownhead.record.game.game import Game
    from crownhead.study.inquiry import Inquiry, Progress

ENOUGH = Limit(nodes=200_000)
"""For each position at first."""
DOUBT = 0.08
"""A change of the expected result that makes a first look doubtful."""

Opinions = list["Played | None"]
"""Of every position of a game; None where it is over."""


def review(
    game: Game | Board, limit: Limit = ENOUGH, engine: Engine | None = None, progress: Progress | None = None
) -> Review:
    """Judges every move of a game, or of the line of a board.

    The same game and limit always get the same review, in Python, on the command line and in the browser. An engine
    of your own may see it otherwise: its table, threads and databases count too.
    """
    boards = boards_of(game)
    return reviewed(boards, answered(opinions(boards, limit), engine, progress))


def opinions(boards: Sequence[Board], limit: Limit) -> Inquiry[Opinions]:
    """What is to be known of the positions of a game before its moves are judged."""
    if limit.time is not None or limit.clock is not None or not (limit.nodes or limit.depth):
        raise ValueError(
            "a review needs a limit of nodes or depth: with time, no two reviews would be the same"
        )
    found: Opinions = [None] * len(boards)
    wanted = [index for index, board in enumerate(boards) if not board.position.is_over]
    seen_deeply: set[int] = set()
    look = limit
    while wanted:
        answers = yield [Question(boards[index], look) for index in wanted]
        for index, played in zip(wanted, answers, strict=True):
            found[index] = played
        look = deeper(limit)
        wanted = sorted(set(_worth_another_look(boards, found)) - seen_deeply)
        seen_deeply.update(wanted)
    return found


def _worth_another_look(boards: Sequence[Board], found: Opinions) -> Iterator[int]:
    """Positions on which a judgement hangs that may be noise. What comes to light there may cast doubt on others."""
    for number, judged in enumerate(reviewed(boards, found).moves):
        if is_doubtful(judged):
            yield number
        if judged.grade in (Grade.INACCURACY, Grade.MISTAKE):
            yield number
            if found[number + 1] is not None:
                yield number + 1


def is_doubtful(judged: Judged) -> bool:
    """Whether the best move of a position was played and then looked otherwise, or another looked better."""
    change = expectation(judged.best.score) - expectation(judged.score)
    return abs(change) >= DOUBT if judged.is_best else change <= -DOUBT


def deeper(limit: Limit) -> Limit:
    """For a second look: eight times the work, or four plies more."""
    return replace(limit, nodes=limit.nodes and limit.nodes * 8, depth=limit.depth and limit.depth + 4)


def boards_of(game: Game | Board) -> list[Board]:
    """The board before every move of the main line, and at its end; as far as it can be played."""
    last = game if isinstance(game, Board) else _last_board(game)
    return [Board.at(ply) for ply in last.ply.back()][::-1]


def _last_board(game: Game) -> Board:
    node = game.root
    while node.next is not None and node.next.move is not None:
        node = node.next
    return node.board()


def reviewed(boards: Sequence[Board], found: Opinions) -> Review:
    """The review of positions that were looked at: one opinion for each board of boards_of()."""
    scores = [_score(board, opinion) for board, opinion in zip(boards, found, strict=True)]
    moves = [
        _judged(number, before, after, found[number], found[number + 1])
        for number, (before, after) in enumerate(pairwise(boards))
    ]
    seen = tuple(score.seen_by(BLACK) for score in scores)
    return Review(tuple(moves), seen, tuple(board.position for board in boards))


def _score(board: Board, opinion: Played | None) -> Score:
    """Seen by the player to move, who has lost where there is nothing to think about."""
    if opinion is None:
        return Score.loss(board.turn, plies=0, exact=True)
    return opinion.score


def _judged(number: int, before: Board, after: Board, best: Played | None, reply: Played | None) -> Judged:
    move = after.last_move
    assert best is not None
    assert move is not None
    score = _score(after, reply).before
    return Judged(number, before, move, best, reply, score, *_graded(before, after, best, score))


def _graded(before: Board, after: Board, best: Played, score: Score) -> tuple[float, Grade]:
    if len(before.legal_moves(unique=True)) == 1:
        return 0.0, Grade.FORCED
    if before.position.play(best.move) == after.position:
        return 0.0, Grade.BEST
    if after.position in positions_in_use():
        return 0.0, Grade.GOOD
    loss = max(expectation(best.score) - expectation(score), 0.0)
    return loss, Grade.of_loss(loss)
