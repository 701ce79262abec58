"""One move judged: why it is good or bad, and what the engine would answer."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from crownhead.errors import TablebaseError
from crownhead.record.board import Board
from crownhead.study.review import judged_data, judging
from crownhead.web.api.endpoint import Ask, Endpoint
from crownhead.web.describe import plies_data
from crownhead.web.live.inquiries import answered
from crownhead.web.messages.analysis import EngineOptions, JudgementAsked, MoveJudged

if TYPE_CHECKING:
    from crownhead.study.review import Judged
    from crownhead.tablebase import Tablebase

MOST_PIECES = 8
"""For which the databases are asked, as in the terminal."""
SHOWN = 6
"""Moves that are played out after the one that is judged."""


async def judge(ask: Ask) -> MoveJudged:
    asked: JudgementAsked = ask.body
    board = Board.of(asked.fen or None, asked.moves)
    move = board.parse_move(asked.move)
    tablebase = await asyncio.to_thread(_endgames, ask, len(board.position.pieces()))
    judged = await answered(judging(board, move, tablebase=tablebase), ask.service.pool, ask.asker)
    return await asyncio.to_thread(_judgement, judged)


def _judgement(judged: Judged) -> MoveJudged:
    after = judged.board.copy()
    after.push(judged.move)
    answer = Board(after.position)
    for move in judged.reply.line[:SHOWN] if judged.reply else ():
        answer.push(move)
    return MoveJudged(judged_data(judged), plies_data(answer))


def _endgames(ask: Ask, pieces: int) -> Tablebase | None:
    if pieces > MOST_PIECES:
        return None
    try:
        return ask.service.endgames.tablebase()
    except (TablebaseError, OSError):
        return None


async def read_engine(ask: Ask) -> EngineOptions:
    allowed = ask.service.limits.allowance
    return EngineOptions(allowed.threads, allowed.hash_mb)


ENDPOINTS = [
    Endpoint(
        "POST", "/api/judgement", "A move judged in words", judge, takes=JudgementAsked, gives=MoveJudged
    ),
    Endpoint("GET", "/api/engine", "What an analysis may ask for", read_engine, gives=EngineOptions),
]
