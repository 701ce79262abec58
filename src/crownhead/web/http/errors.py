"""Every error and its HTTP status: the one place where the two meet."""

from __future__ import annotations

import math

import msgspec
from starlette.responses import Response

from crownhead import errors
from crownhead.web.messages.wire import ErrorAnswer, ErrorData

STATUS: list[tuple[type[Exception], int, str]] = [
    (errors.BadRequest, 400, "bad_request"),
    (errors.InvalidPosition, 422, "invalid_position"),
    (errors.AmbiguousMove, 422, "ambiguous_move"),
    (errors.IllegalMove, 422, "illegal_move"),
    (errors.InvalidMove, 422, "invalid_move"),
    (errors.PictureError, 422, "bad_picture"),
    (errors.UnknownGame, 404, "unknown_game"),
    (errors.UnknownLesson, 404, "unknown_lesson"),
    (errors.UnknownProblem, 404, "unknown_problem"),
    (errors.UnknownRepertoire, 404, "unknown_repertoire"),
    (errors.RepertoireError, 503, "storage_failed"),
    (errors.FileInUse, 503, "in_use"),
    (errors.SeatRefused, 403, "seat_refused"),
    (errors.NotNow, 409, "not_now"),
    (errors.GameInUse, 409, "game_in_use"),
    (errors.TooMuch, 429, "too_much"),
    (errors.TooLarge, 413, "too_large"),
    (errors.EngineBusy, 503, "engine_busy"),
    (errors.EngineFailed, 503, "engine_failed"),
    (errors.StorageFailed, 503, "storage_failed"),
    (errors.CrownheadError, 422, "unprocessable"),
]
RETRY_SECONDS = 2
LONGEST_MESSAGE = 600


def fault_of(error: Exception) -> tuple[int, ErrorData]:
    status, code = next((status, code) for kind, status, code in STATUS if isinstance(error, kind))
    reasons = list(getattr(error, "reasons", ())) or list(getattr(error, "candidates", ()))
    return status, ErrorData(code, str(error)[:LONGEST_MESSAGE], reasons)


def error_response(error: Exception) -> Response:
    status, data = fault_of(error)
    headers = {}
    if status in (429, 503):
        wait = getattr(error, "wait", 0.0) or RETRY_SECONDS
        headers["Retry-After"] = str(math.ceil(wait))
    return json_response(ErrorAnswer(data), status, headers)


def refusal(status: int, code: str, message: str, headers: dict[str, str] | None = None) -> Response:
    return json_response(ErrorAnswer(ErrorData(code, message)), status, headers)


def json_response(answer: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(answer), status, headers, "application/json")
