"""Going through a game: one search for every position, then a judgement of every move."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from crownhead.engine.engine import Engine
from crownhead.engine.limit import Limit
from crownhead.engine.look import look
from crownhead.engine.score import Score, ScoreKind
from crownhead.record.board import Board
from crownhead.rules.colour import BLACK
from crownhead.study.review.grade import Grade, expectation
from crownhead.study.review.judged import Judged, Review

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from crownhead.engine.info import Played
    from crownhead.record.game.game import Game

ENOUGH = Limit(nodes=500_000)
DOUBT = 0.08
"""A change of the expected result that makes a first look doubtful."""
LOST = -30000
"""Hundredths of a man: what the core says of a player who cannot move."""


def review(
    game: Game | Board,
    limit: Limit = ENOUGH,
    engine: Engine | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Judges every move of a game, or of the line of a board.

    Takes one search for each position; `progress` is told how many are done and how many there are.
    """
    boards = boards_of(game)
    found = []
    used = engine or Engine()
    try:
        for done, board in enumerate(boards):
            found.append(opinion(used, board, limit))
            if progress:
                progress(done + 1, len(boards))
        look_again(boards, found, lambda board: opinion(used, board, deeper(limit)))
    finally:
        if engine is None:
            used.close()
    return reviewed(boards, found)


def look_again(
    boards: Sequence[Board], found: list[Played | None], ask: Callable[[Board], Played | None]
) -> None:
    """Has doubtful positions looked at once more, from the end of the game: what comes to light there casts
    doubt on what was thought before."""
    for index in reversed(range(len(boards) - 1)):
        if is_doubtful(boards, found, index):
            found[index] = ask(boards[index])


def is_doubtful(boards: Sequence[Board], found: Sequence[Played | None], index: int) -> bool:
    """Whether the best move of a position was played and then looked otherwise, or another looked better."""
    after, best = boards[index + 1], found[index]
    if best is None:
        return False
    change = expectation(best.score) - expectation(-_score(after, found[index + 1]))
    was_best = boards[index].position.play(best.move) == after.position
    return abs(change) >= DOUBT if was_best else change <= -DOUBT


def deeper(limit: Limit) -> Limit:
    """For a second look: eight times the work, or four plies more."""
    return replace(
        limit,
        time=limit.time and limit.time * 8,
        nodes=limit.nodes and limit.nodes * 8,
        depth=limit.depth and limit.depth + 4,
    )


def boards_of(game: Game | Board) -> list[Board]:
    """The board before every move of the main line, and at its end; as far as it can be played."""
    last = game if isinstance(game, Board) else _last_board(game)
    return [Board.at(ply) for ply in last.ply.back()][::-1]


def _last_board(game: Game) -> Board:
    node = game.root
    while node.next is not None and node.next.move is not None:
        node = node.next
    return node.board()


def opinion(engine: Engine, board: Board, limit: Limit) -> Played | None:
    """What the engine thinks of a position on its own, always the same for the same nodes or depth.

    None where the game is over.
    """
    if board.position.is_over:
        return None
    engine.new_game()
    return look(engine, board, limit)


def reviewed(boards: Sequence[Board], found: Sequence[Played | None]) -> Review:
    """The review of positions that were looked at: one opinion for each board of boards_of()."""
    scores = [_score(board, opinion) for board, opinion in zip(boards, found, strict=True)]
    moves = [
        _judged(number, before, after, found[number], -scores[number + 1])
        for number, (before, after) in enumerate(pairwise(boards))
    ]
    return Review(tuple(moves), tuple(score.seen_by(BLACK) for score in scores))


def _score(board: Board, opinion: Played | None) -> Score:
    """Seen by the player to move, who has lost where there is nothing to think about."""
    if opinion is None:
        return Score(ScoreKind.LOSS, LOST, board.turn, plies=0, exact=True)
    return opinion.score


def _judged(number: int, before: Board, after: Board, best: Played | None, score: Score) -> Judged:
    move = after.last_move
    assert best is not None
    assert move is not None
    is_best = before.position.play(best.move) == after.position
    loss = 0.0 if is_best else max(expectation(best.score) - expectation(score), 0.0)
    if len(before.legal_moves(unique=True)) == 1:
        grade, loss = Grade.FORCED, 0.0
    else:
        grade = Grade.BEST if is_best else Grade.of_loss(loss)
    return Judged(number, before, move, best, score, loss, grade)
