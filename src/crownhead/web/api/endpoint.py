"""How an address of the API is declared: once, for the server and for its documentation."""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from crownhead.errors import BadRequest, CrownheadError, TooLarge
from crownhead.web.http.errors import error_response, json_response, refusal
from crownhead.web.messages.wire import GameId

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

    from crownhead.web.service import Service

ORDINARY_BODY = 64 << 10
"""Bytes that a request may have, where the endpoint says nothing else."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One request, read and checked."""

    service: Service
    visitor: str
    asker: str
    """Whose share of the engine is used."""
    request: Request
    body: Any

    @property
    def game(self) -> str:
        """The game in the path."""
        return self.request.path_params["game"]  # type: ignore[no-any-return]

    @property
    def key(self) -> str:
        """The key of a seat, as `Authorization: Bearer KEY`."""
        scheme, _, key = self.request.headers.get("authorization", "").partition(" ")
        return key.strip() if scheme.lower() == "bearer" else ""


@dataclass(frozen=True, slots=True)
class QueryParameter:
    """A parameter after the question mark."""

    name: str
    type: Any
    summary: str
    required: bool = False


ERRORS = (400, 403, 413, 422, 429, 503)
"""What any request may be refused with."""
OR_MISSING = (*ERRORS, 404)
"""Where what a query or a name asks for may not be there."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    method: str
    path: str
    summary: str
    handler: Callable[[Ask], Awaitable[object]]
    takes: Any = None
    gives: Any = None
    """A type that is sent as JSON, or a media type."""
    status: int = 200
    query: tuple[QueryParameter, ...] = ()
    largest: int = ORDINARY_BODY
    errors: tuple[int, ...] = ERRORS

    async def answer(self, request: Request) -> Response:
        try:
            _check_path(request)
            body = await self._body(request)
            who = request.state
            ask = Ask(request.app.state.service, who.visitor, who.asker, request, body)
            answer = await self.handler(ask)
        except CrownheadError as error:
            return error_response(error)
        except asyncio.CancelledError:  # by nobody but a server that stops, when it has waited long enough
            return refusal(503, "stopping", "the server is being stopped")
        except ClientDisconnect:
            return Response(status_code=400)  # to nobody
        if isinstance(answer, Response):
            return answer
        return Response(status_code=204) if self.status == 204 else json_response(answer, self.status)

    async def _body(self, request: Request) -> Any:
        if self.takes is None:
            return query_values(request, self.query) if self.query else None
        return read_body(await read_bytes(request, self.largest), self.takes)


def read_body(data: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequest(f"what was sent does not fit: {error}") from error


async def read_bytes(request: Request, largest: int) -> bytes:
    if int(request.headers.get("content-length") or 0) > largest:
        raise _too_large(largest)
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > largest:
            raise _too_large(largest)
    return bytes(data)


def _too_large(largest: int) -> TooLarge:
    return TooLarge(f"too large: {largest} bytes are the most that this address takes")


def query_values(request: Request, declared: tuple[QueryParameter, ...]) -> dict[str, Any]:
    values = {}
    for query in declared:
        text = request.query_params.get(query.name)
        if text is None:
            if query.required:
                raise BadRequest(f"the parameter {query.name} is missing: {query.summary}")
            continue
        values[query.name] = _converted(query, text)
    return values


def _converted(query: QueryParameter, text: str) -> Any:
    try:
        value = msgspec.convert(text, query.type, strict=False)
    except msgspec.ValidationError as error:
        raise BadRequest(f"the parameter {query.name} does not fit: {error}") from error
    if isinstance(value, float) and not math.isfinite(value):
        raise BadRequest(f"the parameter {query.name} is no number")
    return value


def _check_path(request: Request) -> None:
    if "game" in request.path_params:
        try:
            msgspec.convert(request.path_params["game"], GameId)
        except msgspec.ValidationError:
            raise BadRequest("the name of a game is 16 hexadecimal digits") from None
