"""Processes that answer the questions of many reviews at once, with an engine each."""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from crownhead.jobs import Work
from crownhead.record.board import Board
from crownhead.study.inquiry import Question, answer, conducted, teacher

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import TracebackType

    from crownhead.engine import Limit, Played
    from crownhead.jobs import Pool
    from crownhead.rules.position import Position
    from crownhead.study.inquiry import Inquiry

T = TypeVar("T")

MOST_INQUIRIES = 1024
"""Games that are reviewed at the same time, however many workers there are: each has a thread that waits."""


class Thinkers:
    """A context manager, which ends the pool at once."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._threads = ThreadPoolExecutor(MOST_INQUIRIES)

    def __enter__(self) -> Thinkers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.close()
        self._threads.shutdown(cancel_futures=True)

    @property
    def _at_a_time(self) -> int:
        """Inquiries: while the last doubts of one are settled, the next is begun."""
        return min(self._pool.workers + 1, MOST_INQUIRIES)

    def conduct(
        self, inquiries: Iterable[Inquiry[T]], told: Callable[[int, int], None] = lambda done, more: None
    ) -> Iterator[T]:
        """What each inquiry finds, in order. `told` hears how many questions were answered, and how many came up
        after the first."""
        waiting: deque[Future[T]] = deque()
        for inquiry in inquiries:
            waiting.append(self._threads.submit(self._conduct, inquiry, told))
            if len(waiting) >= self._at_a_time:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()

    def _conduct(self, inquiry: Inquiry[T], told: Callable[[int, int], None]) -> T:
        first = True

        def ask(questions: list[Question]) -> list[Played]:
            nonlocal first
            if not first:
                told(0, len(questions))
            first = False
            answers = []
            for future in [self._ask(question) for question in questions]:
                answers.append(future.result())
                told(1, 0)
            return answers

        return conducted(inquiry, ask)

    def _ask(self, question: Question) -> Future[Played]:
        board = question.board
        moves = tuple(str(move) for move in board.moves)
        return self._pool.submit(_answers, _Sent(board.history[0], moves, question.limit))


class _Sent(NamedTuple):
    """A question on its way to another process."""

    start: Position
    moves: tuple[str, ...]
    limit: Limit


class _Answerer:
    """What a process has for all of its questions: an engine."""

    def __init__(self) -> None:
        self._engine = teacher()

    def __call__(self, sent: _Sent) -> Played:
        return answer(self._engine, Question(Board.of(sent.start, sent.moves), sent.limit))

    def close(self) -> None:
        self._engine.close()


_answers: Work[_Sent, Played] = Work(_Answerer)
