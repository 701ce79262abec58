"""Solving problems: a move is right if it still wins, whatever the book line is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.errors import BadRequest
from crownhead.rules.colour import BLACK, Colour
from crownhead.study.problems import Problem, problem, problems
from crownhead.web.describe import move_data, plies_data, position_data, side_of
from crownhead.web.http.endpoint import Ask, Endpoint
from crownhead.web.live.thoughts import Request, Thought
from crownhead.web.messages import Attempt, MoveData, ProblemData, Solving

if TYPE_CHECKING:
    from crownhead.record.board import Board

PROOF_SECONDS = 1.0


async def list_problems(ask: Ask) -> list[ProblemData]:
    return [_data(number, one) for number, one in enumerate(problems(), 1)]


async def try_move(ask: Ask) -> Solving:
    """Judges the last of the moves, which is the solver's, and answers it."""
    one, board = _begun(ask)
    if not ask.body.moves:
        return _solving(board, right=True, solved=False)
    if board.turn == one.solver:
        raise BadRequest("the last move is not the solver's")
    if board.position.is_over:
        return _solving(board, right=True, solved=True)
    on_line = one.next_in_line(board.moves)
    reply: str | None = on_line
    if on_line is None:
        thought = await _thought(ask, board)
        if not _wins(thought, one.solver):
            board.pop()
            return _solving(board, right=False, solved=False)
        reply = thought.line[0]
    found = (len(board) + 1) // 2
    if found >= one.length or reply is None:
        return _solving(board, right=True, solved=True)
    board.push(reply)
    return _solving(board, right=True, solved=False)


async def show_solution(ask: Ask) -> MoveData:
    """The move that wins here."""
    one, board = _begun(ask)
    text = one.next_in_line(board.moves) or (await _thought(ask, board)).line[0]
    return move_data(board.position, board.parse_move(text))


def _begun(ask: Ask) -> tuple[Problem, Board]:
    text = ask.request.path_params["number"]
    one = problem(int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0)
    board = one.board()
    for move in ask.body.moves:
        board.push(move)
    return one, board


async def _thought(ask: Ask, board: Board) -> Thought:
    moves = [str(move) for move in board.moves]
    request = Request(0, "analyse", board.history[0].fen, moves, seconds=PROOF_SECONDS)
    return await ask.service.pool.answer(ask.asker, request)


def _wins(thought: Thought, solver: Colour) -> bool:
    return thought.verdict == ("win" if solver == BLACK else "loss")


def _solving(board: Board, *, right: bool, solved: bool) -> Solving:
    return Solving(right, solved, plies_data(board), position_data(board.position))


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
        takes=Attempt,
        gives=Solving,
    ),
    Endpoint(
        "POST",
        "/api/problems/{number}/solution",
        "The move that wins",
        show_solution,
        takes=Attempt,
        gives=MoveData,
    ),
]
