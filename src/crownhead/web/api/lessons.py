"""Lessons over HTTP. A lesson's state is in the browser: each request tells all the moves of its step."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from crownhead.errors import BadRequest, StorageFailed
from crownhead.record.board import Board
from crownhead.record.library.row import THE_USER
from crownhead.study.lessons import hint, judge, lesson, lessons
from crownhead.study.lessons.progress import finish, finished
from crownhead.web.api.endpoint import Ask, Endpoint
from crownhead.web.describe import move_data, plies_data, position_data, side_of
from crownhead.web.messages.position import MoveData, PlyData, PositionData
from crownhead.web.messages.wire import Answer, Message, MoveText, Side

if TYPE_CHECKING:
    from crownhead.study.lessons import Lesson, Step

LONGEST = 400
"""Moves of a step; no goal takes as many."""


class StepData(Answer, frozen=True):
    text: str
    goal: str
    side: Side
    """Who learns."""
    position: PositionData


class LessonData(Answer, frozen=True):
    name: str
    title: str
    chapter: str
    source: str
    finished: bool
    steps: list[StepData]


class StepMoves(Message, frozen=True):
    moves: Annotated[list[MoveText], Meta(max_length=LONGEST)]
    """All that were played in this step, the learner's and the answers."""


class Taught(Answer, frozen=True):
    right: bool
    done: bool
    text: str
    plies: list[PlyData]
    """A wrong move is taken back; a right one is answered."""
    position: PositionData


async def list_lessons(ask: Ask) -> list[LessonData]:
    done = finished() if ask.visitor == THE_USER else frozenset()
    return [_data(one, one.name in done) for one in lessons()]


async def try_step(ask: Ask) -> Taught:
    """Judges the last of the moves, which is the learner's, and answers it."""
    step, moves = _step(ask), ask.body.moves
    if not moves:
        raise BadRequest("there is no move to judge")
    said = await asyncio.to_thread(judge, step, moves, ask.service.endgames.tablebase())
    board = Board.of(step.position, moves if said.right else moves[:-1])
    if said.reply:
        board.push(said.reply)
    return Taught(said.right, said.done, said.text, plies_data(board), position_data(board.position))


async def give_hint(ask: Ask) -> MoveData:
    """A move that is right here."""
    step = _step(ask)
    board = Board.of(step.position, ask.body.moves)
    if board.is_over or board.turn != step.position.turn:
        raise BadRequest("it is not the learner's turn")
    move = await asyncio.to_thread(hint, step, board.moves, ask.service.endgames.tablebase())
    return move_data(board.position, move)


async def finish_lesson(ask: Ask) -> None:
    """Keeps that a lesson was finished, for the one user of this machine; other visitors' browsers keep it."""
    one = lesson(ask.request.path_params["name"])
    if ask.visitor == THE_USER:
        try:
            finish(one.name)
        except OSError as error:
            raise StorageFailed(f"your progress could not be saved: {error.strerror or error}") from error


def _step(ask: Ask) -> Step:
    steps = lesson(ask.request.path_params["name"]).steps
    number = ask.request.path_params["step"]
    if not (number.isascii() and number.isdigit() and 1 <= int(number[:4]) <= len(steps)):
        raise BadRequest(f"there is no step {number[:20]!r}: this lesson has 1 to {len(steps)}")
    return steps[int(number) - 1]


def _data(one: Lesson, done: bool) -> LessonData:
    return LessonData(one.name, one.title, one.chapter, one.source, done, list(map(_step_data, one.steps)))


def _step_data(step: Step) -> StepData:
    position = step.position
    return StepData(step.text.strip(), step.goal.value, side_of(position.turn), position_data(position))


_STEP = "/api/lessons/{name}/steps/{step}"
ENDPOINTS = [
    Endpoint("GET", "/api/lessons", "All lessons", list_lessons, gives=list[LessonData]),
    Endpoint("POST", f"{_STEP}/attempts", "Try a move", try_step, takes=StepMoves, gives=Taught),
    Endpoint("POST", f"{_STEP}/hints", "A move that is right", give_hint, takes=StepMoves, gives=MoveData),
    Endpoint("POST", "/api/lessons/{name}/finished", "A lesson was finished", finish_lesson, status=204),
]
