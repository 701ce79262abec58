"""The library: a visitor's games, found, brought in, taken out and put away."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast

from starlette.responses import Response, StreamingResponse

from crownhead.errors import BadRequest, CrownheadError, StorageFailed, TooMuch, UnknownGame
from crownhead.rules.position import Position
from crownhead.web.api.endpoint import Ask, Endpoint, QueryParameter
from crownhead.web.api.records import games_in, pdn_of, tree_of_game
from crownhead.web.live.stored import outcome_of
from crownhead.web.messages import (
    LARGEST_PDN,
    FenText,
    Imported,
    Kind,
    LibraryPage,
    Name,
    PageNumber,
    PdnAsked,
    Result,
    Summary,
    TreeData,
)
from crownhead.web.storage import catalogue
from crownhead.web.storage.catalogue import Search

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from crownhead.web.api.records import Stored
    from crownhead.web.storage.store import GameRow

MOST_PROBLEMS = 50
"""That are told of one import."""
EXPORTED_AT_ONCE = 50


async def list_games(ask: Ask) -> LibraryPage:
    total, rows = await catalogue.find(ask.service.store, ask.visitor, _search(ask))
    return LibraryPage(total, [_summary(row) for row in rows])


async def import_games(ask: Ask) -> Imported:
    ask.service.limits.imported(ask.asker, len(ask.body.text))
    rows, problems = await ask.service.clerk.do(ask.asker, games_in, ask.body.text)
    if not rows:
        told = f": {problems[0]}" if problems else ""
        raise BadRequest(f"there is no game of American checkers in it that can be kept{told}")
    await ask.service.store.add_games(rows, ask.visitor)
    return Imported([row.id for row, _ in rows], problems[:MOST_PROBLEMS])


async def delete_game(ask: Ask) -> None:
    await ask.service.rooms.delete(ask.game, ask.visitor)


async def export_games(ask: Ask) -> Response:
    """Sent as they are written, a few at a time, however many there are."""
    games = await catalogue.identifiers(ask.service.store, ask.visitor, _search(ask))
    headers = {"content-disposition": 'attachment; filename="crownhead.pdn"'}
    return StreamingResponse(_texts(ask, games), media_type="text/plain", headers=headers)


async def _texts(ask: Ask, games: list[str]) -> AsyncIterator[str]:
    """A game that cannot be read leaves a comment in its place: it is too late for another status."""
    for first in range(0, len(games), EXPORTED_AT_ONCE):
        stored = []
        for game in games[first : first + EXPORTED_AT_ONCE]:
            try:
                stored.append(await ask.service.store.game(game))
            except UnknownGame:  # deleted meanwhile
                continue
            except StorageFailed as error:
                yield f"% game {game}: {error}\n\n"
        yield await _written(ask, stored) + "\n"


async def _written(ask: Ask, stored: list[Stored]) -> str:
    while True:
        try:
            return await ask.service.clerk.do(ask.asker, pdn_of, stored)
        except TooMuch as error:
            await asyncio.sleep(error.wait)
        except CrownheadError as error:
            return f"% {len(stored)} games: {error}\n"


async def read_tree_of_game(ask: Ask) -> TreeData:
    await _expect_reader(ask)
    return await ask.service.clerk.do(ask.asker, tree_of_game, *await ask.service.store.game(ask.game))


async def read_pdn_of_game(ask: Ask) -> Response:
    await _expect_reader(ask)
    stored = [await ask.service.store.game(ask.game)]
    return Response(await ask.service.clerk.do(ask.asker, pdn_of, stored), media_type="text/plain")


async def _expect_reader(ask: Ask) -> None:
    seat = ask.service.locksmith.seat(ask.game, ask.key)
    if seat is None and not await ask.service.store.seats_held(ask.game, ask.visitor):
        raise UnknownGame("there is no such game, or your link does not open it")


def _search(ask: Ask) -> Search:
    asked = ask.body or {}
    position = Position.from_fen(asked["position"]) if asked.get("position") else None
    return Search(
        asked.get("q", ""), asked.get("result", ""), asked.get("kind", ""), position, asked.get("page", 0)
    )


def _summary(row: GameRow) -> Summary:
    return Summary(
        id=row.id,
        kind=cast("Kind", row.kind),
        black=row.black,
        white=row.white,
        result=row.result,
        reason=outcome.in_words if (outcome := outcome_of(row.result, row.reason)) else "",
        plies=row.plies,
        created=row.created,
        changed=row.changed,
        event=row.event,
        opening=row.opening,
    )


SEARCH = (
    QueryParameter("q", Name, "words that must occur in names, event or opening"),
    QueryParameter("result", Result, "1-0 if Black won, 0-1, 1/2-1/2, or * for games that go on"),
    QueryParameter("kind", Kind, "engine, screen, link or imported"),
    QueryParameter("position", FenText, "the FEN of a position that the game went through"),
)
ENDPOINTS = [
    Endpoint(
        "GET",
        "/api/library",
        "Find games",
        list_games,
        gives=LibraryPage,
        query=(*SEARCH, QueryParameter("page", PageNumber, "from 0, fifty games each")),
    ),
    Endpoint(
        "POST",
        "/api/library",
        "Bring in games from PDN",
        import_games,
        takes=PdnAsked,
        gives=Imported,
        status=201,
        largest=2 * LARGEST_PDN,
    ),
    Endpoint(
        "GET", "/api/library.pdn", "All games found, as PDN", export_games, gives="text/plain", query=SEARCH
    ),
    Endpoint("DELETE", "/api/library/{game}", "Put a game away", delete_game, status=204),
    Endpoint(
        "GET", "/api/games/{game}/tree", "A game with its variations", read_tree_of_game, gives=TreeData
    ),
    Endpoint("GET", "/api/games/{game}/pdn", "A game as PDN", read_pdn_of_game, gives="text/plain"),
]
