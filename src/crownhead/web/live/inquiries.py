"""The questions of a review, an explanation or a problem, answered by the engines that everybody shares."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

from crownhead.engine import Played, Score, ScoreKind
from crownhead.rules.colour import BLACK
from crownhead.study.inquiry import moves_of
from crownhead.web.live.thoughts import EngineRequest

if TYPE_CHECKING:
    from crownhead.record.board import Board
    from crownhead.study.inquiry import Inquiry, Progress, Question
    from crownhead.web.live.pool import EnginePool
    from crownhead.web.live.thoughts import Thought

T = TypeVar("T")
AT_A_TIME = 8
"""Questions of one inquiry that wait in the queue."""


async def answered(
    inquiry: Inquiry[T],
    pool: EnginePool,
    visitor: str,
    progress: Progress = lambda done, of: None,
    at_a_time: int | None = None,
) -> T:
    """As study.inquiry.answered. Cancelling it leaves the queue."""
    places = asyncio.Semaphore(at_a_time or AT_A_TIME)
    done = asked = 0

    async def ask(question: Question) -> Played:
        nonlocal done
        async with places:
            played = await _answer(pool, visitor, question)
        done += 1
        progress(done, asked)
        return played

    answers: Any = None
    while True:
        try:
            questions = await asyncio.to_thread(_next, inquiry, answers)
        except _Found as found:
            return found.result  # type: ignore[no-any-return]
        asked += len(questions)
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(ask(question)) for question in questions]
        answers = [task.result() for task in tasks]


class _Found(Exception):
    """The end of an inquiry: StopIteration cannot pass through a future."""

    def __init__(self, result: Any) -> None:
        self.result = result


def _next(inquiry: Inquiry[Any], answers: Any) -> list[Question]:
    try:
        return inquiry.send(answers)
    except StopIteration as end:
        raise _Found(end.value) from None


async def _answer(pool: EnginePool, visitor: str, question: Question) -> Played:
    board, limit = question.board, question.limit
    request = EngineRequest.about(board, "look", nodes=limit.nodes, depth=limit.depth)
    return _played(await pool.answer(visitor, request), board)


def _played(thought: Thought, board: Board) -> Played:
    kind = ScoreKind(thought.verdict)
    score = Score(kind, thought.centimen, BLACK, thought.plies, exact=kind is not ScoreKind.EVALUATION)
    line = moves_of(board.position, thought.line)
    return Played(line[0], score.seen_by(board.turn), line, thought.nodes, thought.depth, thought.time)
