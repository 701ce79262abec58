"""What those who study ask of an engine.

A review, an explanation and the judgement of a problem are inquiries: generators that yield questions, are sent the
answers, and return what they found. They do not know who answers: an engine at hand, processes on all cores, or the
queue of a server. Each question is searched alone, with an empty transposition table, so that with a limit of nodes or
depth the answer is the same whoever gives it, and the same tomorrow.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from crownhead.engine.engine import Engine
from crownhead.engine.info import Played
from crownhead.engine.look import look

if TYPE_CHECKING:
    from crownhead.engine.limit import Limit
    from crownhead.record.board import Board
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position

HASH_MB = 16
"""The size of the table changes what a search finds: all who answer use this one."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Question:
    """What is the best move here? The game is not over."""

    board: Board
    limit: Limit


Inquiry: TypeAlias = Generator[list[Question], list[Played], T]
Progress: TypeAlias = Callable[[int, int], None]
"""Is told how many questions are answered, and how many there are so far: answers may raise new ones."""


def teacher() -> Engine:
    """An engine that answers as all others do."""
    return Engine(hash_mb=HASH_MB)


def answer(engine: Engine, question: Question) -> Played:
    engine.new_game()
    return look(engine, question.board, question.limit)


def answered(inquiry: Inquiry[T], engine: Engine | None = None, progress: Progress | None = None) -> T:
    """What an inquiry finds with this engine, or with one of its own."""
    if engine is None:
        with teacher() as made:
            return answered(inquiry, made, progress)
    done = 0

    def ask(questions: list[Question]) -> list[Played]:
        nonlocal done
        asked, answers = done + len(questions), []
        for question in questions:
            answers.append(answer(engine, question))
            done += 1
            if progress:
                progress(done, asked)
        return answers

    return conducted(inquiry, ask)


def conducted(inquiry: Inquiry[T], ask: Callable[[list[Question]], list[Played]]) -> T:
    """What an inquiry finds when somebody answers all questions that it has at a time."""
    answers: Any = None
    while True:
        try:
            questions = inquiry.send(answers)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        answers = ask(questions)


def moves_of(position: Position, texts: list[str]) -> tuple[Move, ...]:
    """A line that was sent or stored as text."""
    line = []
    for text in texts:
        line.append(position.parse_move(text))
        position = position.play(line[-1])
    return tuple(line)
