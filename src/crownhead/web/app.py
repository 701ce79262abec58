"""The server: its table of addresses, its door and its life."""

from __future__ import annotations

import asyncio
import contextlib
import os
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute

from crownhead.record.library.home import home_path
from crownhead.record.library.shelf import shelf_beside
from crownhead.web.api import analyses as analyses_api
from crownhead.web.api import games as play_api
from crownhead.web.api import judgement as judgement_api
from crownhead.web.api import lessons as lessons_api
from crownhead.web.api import library as library_api
from crownhead.web.api import openapi
from crownhead.web.api import openings as openings_api
from crownhead.web.api import ordering as ordering_api
from crownhead.web.api import pdn as pdn_api
from crownhead.web.api import players as players_api
from crownhead.web.api import positions as study_api
from crownhead.web.api import problems as problems_api
from crownhead.web.api.endgames import EndgameLookup
from crownhead.web.clerk import Clerk
from crownhead.web.http.assets import Assets
from crownhead.web.http.door import Door
from crownhead.web.http.errors import json_response, refusal
from crownhead.web.http.limits import AT_HOME, IN_PUBLIC, Limits
from crownhead.web.http.pages import PAGES
from crownhead.web.http.visitor import VisitorMiddleware
from crownhead.web.imports import Imports
from crownhead.web.live.analysis_socket import analysis
from crownhead.web.live.game_socket import live
from crownhead.web.live.pool import EnginePool
from crownhead.web.live.rooms import Rooms
from crownhead.web.live.seats import Locksmith, new_secret
from crownhead.web.reviews import Reviews
from crownhead.web.service import Service
from crownhead.web.storage.store import LARGEST_IN_PUBLIC, Store
from crownhead.web.trainers import Trainers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from pathlib import Path

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp

    from crownhead.web.api.endpoint import Endpoint

ENDPOINTS = [
    *play_api.ENDPOINTS,
    *study_api.ENDPOINTS,
    *judgement_api.ENDPOINTS,
    *analyses_api.ENDPOINTS,
    *pdn_api.ENDPOINTS,
    *library_api.ENDPOINTS,
    *ordering_api.ENDPOINTS,
    *players_api.ENDPOINTS,
    *problems_api.ENDPOINTS,
    *lessons_api.ENDPOINTS,
    *openings_api.ENDPOINTS,
]


@dataclass(frozen=True, slots=True)
class Options:
    """How a server is to be run."""

    database: Path = field(default_factory=home_path)
    at_home: bool = True
    """Reached from this machine only: its user is the only visitor."""
    engines: int = field(default_factory=lambda: max(1, min(4, (os.cpu_count() or 2) // 2)))


def create_app(options: Options | None = None) -> ASGIApp:
    """The door is outside of everything, so that every answer goes through it, a failure's too."""
    chosen = options or Options()
    limits = Limits(AT_HOME if chosen.at_home else IN_PUBLIC)
    assets = Assets()
    app = Starlette(
        routes=_routes(assets),
        exception_handlers={404: _missing(assets), 405: _wrong_method, Exception: _failed},
        lifespan=partial(_life, options=chosen, limits=limits),
    )
    return Door(VisitorMiddleware(app, at_home=chosen.at_home), at_home=chosen.at_home, limits=limits)


@contextlib.asynccontextmanager
async def _life(app: Starlette, options: Options, limits: Limits) -> AsyncIterator[None]:
    store = Store(
        options.database,
        None if options.at_home else LARGEST_IN_PUBLIC,
        shelf_beside(options.database) if options.at_home else None,
    )
    locksmith = Locksmith(await store.secret(new_secret()))
    async with EnginePool(options.engines) as pool:
        rooms, clerk = Rooms(store, pool), Clerk()
        imports, reviews = Imports(store, clerk), Reviews(store, pool)
        await imports.tidy()
        app.state.service = Service(
            store, pool, rooms, locksmith, EndgameLookup(), clerk, limits, imports, reviews, Trainers()
        )
        sweeper = asyncio.create_task(rooms.sweep())
        yield
        sweeper.cancel()
        rooms.close()
        await imports.close()
        await reviews.close()
        await clerk.close()
    await store.close()


def _routes(assets: Assets) -> list[Route | WebSocketRoute]:
    api = [_route(list(same)) for _, same in groupby(sorted(ENDPOINTS, key=_path), key=_path)]
    pages = [Route(page.address, _page(assets, page.name)) for page in PAGES]
    return [
        Route("/healthz", _healthy),
        Route("/api/openapi.json", _document),
        *api,
        WebSocketRoute("/api/games/{game}/live", live),
        WebSocketRoute("/api/analysis", analysis),
        Route("/game/{game}", _page(assets, "play")),
        *pages,
        Route("/static/{path:path}", _file(assets)),
    ]


METHODS = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE"]


def _path(endpoint: Endpoint) -> str:
    return endpoint.path


def _route(endpoints: list[Endpoint]) -> Route:
    """One for a path, whatever the methods: a wrong method is told all the right ones, and a fixed name is not taken
    for the name of a game by another path."""
    by_method = {endpoint.method: endpoint for endpoint in endpoints}

    async def answer(request: Request) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        if method not in by_method:
            allowed = {*by_method, *(["HEAD"] if "GET" in by_method else [])}
            raise HTTPException(405, headers={"Allow": ", ".join(sorted(allowed))})
        return await by_method[method].answer(request)

    return Route(endpoints[0].path, answer, methods=METHODS)


def _page(assets: Assets, name: str) -> Callable[[Request], Awaitable[Response]]:
    async def page(request: Request) -> Response:
        return assets.page(name, request)

    return page


def _file(assets: Assets) -> Callable[[Request], Awaitable[Response]]:
    async def file(request: Request) -> Response:
        return assets.file(request)

    return file


async def _healthy(request: Request) -> Response:
    return PlainTextResponse("ready\n")


async def _document(request: Request) -> Response:
    return json_response(openapi.document(ENDPOINTS))


def _missing(assets: Assets) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def missing(request: Request, error: Exception) -> Response:
        if _is_api(request):
            return refusal(404, "not_found", "there is nothing at this address")
        return assets.missing(request)

    return missing


async def _wrong_method(request: Request, error: Exception) -> Response:
    headers = getattr(error, "headers", None) or {}
    if _is_api(request):
        return refusal(405, "method_not_allowed", "that method is not allowed at this address", headers)
    return PlainTextResponse("That method is not allowed at this address.\n", 405, headers)


async def _failed(request: Request, error: Exception) -> Response:
    """A mistake of ours: it is in the log."""
    if _is_api(request):
        return refusal(500, "failed", "the server made a mistake, and has written it down")
    return PlainTextResponse("The server made a mistake, and has written it down.\n", 500)


def _is_api(request: Request) -> bool:
    return request.url.path.startswith("/api/")
