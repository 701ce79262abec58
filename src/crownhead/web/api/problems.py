"""Problems and their trainer over HTTP; study.problems judges and chooses."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

from crownhead.errors import BadRequest, StorageFailed
from crownhead.study.problems import GRADES, ProblemTheme, problem, problems
from crownhead.web.api.endpoint import OR_MISSING, Ask, Endpoint
from crownhead.web.describe import move_data, plies_data, position_data, side_of
from crownhead.web.live.inquiries import answered
from crownhead.web.messages.position import MoveData, PlyData
from crownhead.web.messages.problems import (
    AttemptAsked,
    CollectionData,
    NextAsked,
    ProblemData,
    Solving,
    StandingData,
    ThemeData,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from crownhead.record.board import Board
    from crownhead.study.problems import Attempt, Problem, Trainer


async def show_collection(ask: Ask) -> CollectionData:
    grades = Counter(GRADES[one.grade - 1] for one in problems())
    themes = [
        ThemeData(theme.slug, theme.title, theme.about, sum(theme in one.themes for one in problems()))
        for theme in ProblemTheme
    ]
    return CollectionData(len(problems()), {name: grades[name] for name in GRADES}, themes)


async def show_standing(ask: Ask) -> StandingData:
    return await asyncio.to_thread(_standing, _trainer(ask))


async def choose_next(ask: Ask) -> ProblemData:
    """One that is due again, or a new one near the solver's rating."""
    themes = {theme.slug: theme for theme in ProblemTheme}
    if ask.body.theme is not None and ask.body.theme not in themes:
        raise BadRequest(f"there is no theme {ask.body.theme[:40]!r}: the themes are {', '.join(themes)}")
    theme = themes.get(ask.body.theme or "")
    return _data(await asyncio.to_thread(_trainer(ask).choose, theme, review=ask.body.failed))


async def show_problem(ask: Ask) -> ProblemData:
    return _data(_problem(ask))


async def try_move(ask: Ask) -> Solving:
    """Judges the last of the moves, which is the solver's, and answers it. Without a move it begins the problem."""
    one, trainer = _problem(ask), _trainer(ask)
    board = one.board(ask.body.moves)
    if not ask.body.moves:
        trainer.begin(one.number)
        standing = await asyncio.to_thread(_standing, trainer)
        return Solving("begun", one.task, [], position_data(board.position), [], standing)
    try:
        attempt = await answered(one.attempting(board), ask.service.pool, ask.asker)
    except ValueError as error:
        raise BadRequest(str(error)) from error
    if not attempt.verdict.is_right:
        await _kept(trainer.fail, one)
    elif attempt.verdict.value == "solved":
        await _kept(trainer.solve, one)
    return _solving(attempt, await asyncio.to_thread(_standing, trainer))


async def show_solution(ask: Ask) -> MoveData:
    """The right move here. Whoever asks has not solved the problem."""
    one = _problem(ask)
    try:
        move = one.solution(ask.body.moves)
    except ValueError as error:
        raise BadRequest(str(error)) from error
    await _kept(_trainer(ask).fail, one)
    return move_data(one.board(ask.body.moves).position, move)


def _problem(ask: Ask) -> Problem:
    text = ask.request.path_params["number"]
    return problem(int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0)


def _trainer(ask: Ask) -> Trainer:
    return ask.service.trainers.of(ask.visitor)


async def _kept(enter: Callable[[int], None], one: Problem) -> None:
    try:
        await asyncio.to_thread(enter, one.number)
    except OSError as error:
        raise StorageFailed(f"your progress could not be saved: {error.strerror or error}") from error


def _standing(trainer: Trainer) -> StandingData:
    now = trainer.standing()
    return StandingData(**{name: getattr(now, name) for name in StandingData.__struct_fields__})


def _solving(attempt: Attempt, standing: StandingData) -> Solving:
    board = attempt.board
    return Solving(
        verdict=attempt.verdict.value,
        text=attempt.text,
        plies=plies_data(board),
        position=position_data(board.position),
        sequel=_sequel(board, attempt),
        standing=standing,
    )


def _sequel(board: Board, attempt: Attempt) -> list[PlyData]:
    there = board.copy()
    for move in attempt.sequel:
        there.push(move)
    return plies_data(there)[len(board) :]


def _data(one: Problem) -> ProblemData:
    return ProblemData(
        number=one.number,
        grade=GRADES[one.grade - 1],
        rating=one.rating,
        goal="draw" if one.goal.verb == "draw" else "win",
        length=one.length,
        themes=[theme.title for theme in one.themes],
        fen=one.fen,
        side=side_of(one.solver),
    )


_ONE = "/api/problems/{number}"
ENDPOINTS = [
    Endpoint("GET", "/api/problems", "How many problems there are", show_collection, gives=CollectionData),
    Endpoint("GET", "/api/problems/standing", "The solver's rating", show_standing, gives=StandingData),
    Endpoint(
        "POST",
        "/api/problems/next",
        "The next problem",
        choose_next,
        takes=NextAsked,
        gives=ProblemData,
        errors=OR_MISSING,
    ),
    Endpoint("GET", _ONE, "A problem", show_problem, gives=ProblemData, errors=OR_MISSING),
    Endpoint(
        "POST",
        f"{_ONE}/attempts",
        "Try a move",
        try_move,
        takes=AttemptAsked,
        gives=Solving,
        errors=OR_MISSING,
    ),
    Endpoint(
        "POST",
        f"{_ONE}/solution",
        "The right move",
        show_solution,
        takes=AttemptAsked,
        gives=MoveData,
        errors=OR_MISSING,
    ),
]
