"""Solving problems, which study.problems judges."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from crownhead.errors import BadRequest
from crownhead.study.problems import Problem, problem, problems
from crownhead.web.api.endpoint import Ask, Endpoint
from crownhead.web.describe import move_data, plies_data, position_data, side_of
from crownhead.web.live.inquiries import answered
from crownhead.web.messages.position import MoveData
from crownhead.web.messages.problems import AttemptAsked, ProblemData, ProblemVerdict, Solving

if TYPE_CHECKING:
    from crownhead.record.board import Board
    from crownhead.study.inquiry import Inquiry

T = TypeVar("T")


async def list_problems(ask: Ask) -> list[ProblemData]:
    return [_data(number, one) for number, one in enumerate(problems(), 1)]


async def try_move(ask: Ask) -> Solving:
    """Judges the last of the moves, which is the solver's, and answers it. Without a move it shows the problem."""
    one = _problem(ask)
    board = one.board(ask.body.moves)
    if not ask.body.moves:
        return _solving("begun", one.task, board)
    attempt = await _answered(ask, one.attempting(board))
    return _solving(attempt.verdict.value, attempt.text, attempt.board)


async def show_solution(ask: Ask) -> MoveData:
    """The move that wins here."""
    one = _problem(ask)
    board = one.board(ask.body.moves)
    return move_data(board.position, await _answered(ask, one.solving(board)))


def _problem(ask: Ask) -> Problem:
    text = ask.request.path_params["number"]
    return problem(int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0)


async def _answered(ask: Ask, inquiry: Inquiry[T]) -> T:
    try:
        return await answered(inquiry, ask.service.pool, ask.asker)
    except ValueError as error:
        raise BadRequest(str(error)) from error


def _solving(verdict: ProblemVerdict, text: str, board: Board) -> Solving:
    return Solving(verdict, text, plies_data(board), position_data(board.position))


def _data(number: int, one: Problem) -> ProblemData:
    board = one.board()
    return ProblemData(number, one.grade, one.length, one.fen, side_of(board.turn))


ENDPOINTS = [
    Endpoint("GET", "/api/problems", "All problems", list_problems, gives=list[ProblemData]),
    Endpoint(
        "POST",
        "/api/problems/{number}/attempts",
        "Try a move",
        try_move,
        takes=AttemptAsked,
        gives=Solving,
    ),
    Endpoint(
        "POST",
        "/api/problems/{number}/solution",
        "The move that wins",
        show_solution,
        takes=AttemptAsked,
        gives=MoveData,
    ),
]
