"""Positions and lines, as data for the board: what may be played, and what is wrong with a set-up."""

from __future__ import annotations

import asyncio
from typing import Annotated

from msgspec import Meta
from starlette.responses import Response

from crownhead.picture import svg
from crownhead.record.board import Board
from crownhead.record.openings.opening import opening_of
from crownhead.web.api.endpoint import Ask, Endpoint, QueryParameter
from crownhead.web.describe import plies_data, position_data
from crownhead.web.messages.position import DatabaseMove, LineAsked, LineData, VerdictData
from crownhead.web.messages.wire import Answer, FenText


async def read_line(ask: Ask) -> LineData:
    board = board_of(ask.body)
    opening = opening_of(board.history)
    return LineData(
        board.history[0].fen,
        plies_data(board),
        position_data(board.position),
        opening=opening.title if opening else None,
    )


async def read_endgame(ask: Ask) -> list[DatabaseMove]:
    """Apart from the line, because a database may have to be built or read from disk."""
    return await asyncio.to_thread(ask.service.endgames.values, board_of(ask.body).position)


async def read_refusal(ask: Ask) -> RefusalData:
    """Why a press on the board does nothing: the sentence that a typed move gets."""
    squares = [ask.body["from"]] + ([ask.body["to"]] if "to" in ask.body else [])
    reason = Board(ask.body.get("fen")).position.why_not(*squares)
    return RefusalData(f"{reason[0].upper()}{reason[1:]}.")


async def picture(ask: Ask) -> Response:
    asked = ask.body
    board = Board(asked.get("fen"))
    shown = svg.board(
        board.position,
        theme=asked.get("theme", "red-black"),
        flipped=asked.get("flipped", False),
        size=asked.get("size", 400),
    )
    return Response(shown, media_type="image/svg+xml")


def board_of(line: LineAsked) -> Board:
    return Board.of(line.fen or None, line.moves)


SquareNumber = Annotated[int, Meta(ge=1, le=32)]


async def read_verdict(ask: Ask) -> VerdictData:
    verdict = await asyncio.to_thread(ask.service.endgames.verdict, board_of(ask.body).position)
    return VerdictData(verdict.sentence if verdict else None)


class RefusalData(Answer, frozen=True):
    text: str


ENDPOINTS = [
    Endpoint(
        "GET",
        "/api/refusal",
        "Why a piece cannot move, or cannot move there",
        read_refusal,
        gives=RefusalData,
        query=(
            QueryParameter("fen", FenText, "the position; the start of the game if none is given"),
            QueryParameter("from", SquareNumber, "the square of the piece", required=True),
            QueryParameter("to", SquareNumber, "the square it was to go to"),
        ),
    ),
    Endpoint("POST", "/api/line", "A line of play", read_line, takes=LineAsked, gives=LineData),
    Endpoint(
        "POST",
        "/api/endgame",
        "What the endgame databases say of every move",
        read_endgame,
        takes=LineAsked,
        gives=list[DatabaseMove],
    ),
    Endpoint(
        "POST",
        "/api/verdict",
        "What the endgame databases prove of a position",
        read_verdict,
        takes=LineAsked,
        gives=VerdictData,
    ),
    Endpoint(
        "GET",
        "/api/board.svg",
        "A picture of a position",
        picture,
        gives="image/svg+xml",
        query=(
            QueryParameter("fen", FenText, "the position; the start of the game if none is given"),
            QueryParameter("theme", str, "red-black, red-white, wood or high-contrast"),
            QueryParameter("flipped", bool, "White at the top"),
            QueryParameter("size", int, "width and height in pixels"),
        ),
    ),
]
