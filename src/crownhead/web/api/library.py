"""The library: a visitor's games, found, brought in, taken out and put away."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, cast

from starlette.responses import Response, StreamingResponse

from crownhead.errors import BadRequest, CrownheadError, StorageFailed, TooMuch, UnknownGame
from crownhead.play.stored import outcome_of
from crownhead.record.library import search as library
from crownhead.record.library.entry import insert_entries
from crownhead.record.library.putting import tags_of
from crownhead.record.library.search import Search
from crownhead.rules.material import Material
from crownhead.rules.position import Position
from crownhead.web.api.endpoint import Ask, Endpoint, QueryParameter
from crownhead.web.api.records import entries_in, pdn_of, tree_of_game
from crownhead.web.messages.library import ChosenAsked, GameLength, Imported, LibraryPage, PageNumber, Summary
from crownhead.web.messages.tree import LARGEST_PDN, PdnAsked, TreeData
from crownhead.web.messages.wire import FenText, Kind, Name, Result

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import AsyncIterator

    from crownhead.record.library.row import GameRow
    from crownhead.web.api.records import Stored

PLAIN = (
    "result",
    "kind",
    "player",
    "event",
    "opening",
    "date",
    "shortest",
    "longest",
    "mistake",
    "phase",
    "collection",
    "tag",
    "page",
)
"""Parameters that a search takes as they are."""
MOST_PROBLEMS = 50
"""That are told of one import."""
EXPORTED_AT_ONCE = 50


async def list_games(ask: Ask) -> LibraryPage:
    search = await ready(ask)
    total, rows = await ask.service.store.read(lambda db: library.find(db, ask.visitor, search))
    tags = await ask.service.store.read(lambda db: tags_of(db, ask.visitor, [row.id for row in rows]))
    return LibraryPage(total, [_summary(row, tags.get(row.id, [])) for row in rows])


async def list_unfinished(ask: Ask) -> list[Summary]:
    """Of the terminal and of the browser, those against a friend by link too; the latest first."""
    await ask.service.store.refresh()
    rows = await ask.service.store.read(lambda db: library.unfinished(db, ask.visitor))
    return [_summary(row) for row in rows]


async def import_games(ask: Ask) -> Imported:
    ask.service.limits.imported(ask.asker, len(ask.body.text))
    entries, problems = await ask.service.clerk.do(ask.asker, entries_in, ask.body.text)
    if not entries:
        told = f": {problems[0]}" if problems else ""
        raise BadRequest(f"there is no game of American checkers in it that can be kept{told}")

    def work(db: sqlite3.Connection) -> list[str]:
        ask.service.store.expect_space(db)
        return insert_entries(db, entries, ask.visitor, "imported", None)

    kept = await ask.service.store.write(work)
    return Imported(kept, problems[:MOST_PROBLEMS], len(entries) - len(kept))


async def delete_game(ask: Ask) -> None:
    await ask.service.rooms.delete(ask.game, ask.visitor)


async def export_games(ask: Ask) -> Response:
    """Sent as they are written, a few at a time, however many there are."""
    search = await ready(ask)
    games = await ask.service.store.read(lambda db: library.identifiers(db, ask.visitor, search))
    headers = {"content-disposition": 'attachment; filename="crownhead.pdn"'}
    return StreamingResponse(_texts(ask, games), media_type="text/plain", headers=headers)


async def export_chosen(ask: Ask) -> Response:
    chosen = set(ask.body.games)
    mine = await ask.service.store.read(lambda db: library.identifiers(db, ask.visitor, Search()))
    games = [game for game in mine if game in chosen]
    return StreamingResponse(_texts(ask, games), media_type="text/plain")


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


async def ready(ask: Ask, asked: dict[str, Any] | None = None) -> Search:
    """What is asked, when the library knows what terminals have played and where every game went."""
    search, store = search_of(ask.body or {} if asked is None else asked), ask.service.store
    await store.refresh()
    while search.needs_index and (games := await store.read(library.unindexed)):
        await store.write(partial(library.index, games=games))
    return search


def search_of(asked: dict[str, Any]) -> Search:
    position = Position.from_fen(asked["position"]) if asked.get("position") else None
    return Search(
        words=asked.get("q", ""),
        material=_material(asked.get("material", "")),
        position=position,
        **{name: asked[name] for name in PLAIN if name in asked},
    )


def _material(text: str) -> Material | None:
    try:
        return Material.parse(text) if text else None
    except ValueError as error:
        raise BadRequest(str(error)) from error


def _summary(row: GameRow, tags: list[str] | None = None) -> Summary:
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
        date=row.date,
        tags=tags or [],
    )


SEARCH = (
    QueryParameter("q", Name, "words that must occur in names, event or opening"),
    QueryParameter("result", Result, "1-0 if Black won, 0-1, 1/2-1/2, or * for games that go on"),
    QueryParameter("kind", Kind, "engine, screen, link, terminal, imported or match"),
    QueryParameter("player", Name, "a part of a player's name"),
    QueryParameter("event", Name, "a part of the name of the event"),
    QueryParameter("opening", Name, "a part of the name of the opening"),
    QueryParameter("date", Name, "the beginning of a date, 1855 or 1855.03, or a range, 1855..1870"),
    QueryParameter("shortest", GameLength, "moves of each side that a game has at least"),
    QueryParameter("longest", GameLength, "moves of each side that a game has at most"),
    QueryParameter("material", Name, "men and kings that were on the board, as bbB-wW"),
    QueryParameter("mistake", Name, "reviewed games with this kind of mistake, by the player that is named"),
    QueryParameter("phase", Literal["opening", "middle game", "ending"], "the phase of that mistake"),
    QueryParameter("collection", Name, "games in this collection"),
    QueryParameter("tag", Name, "games with this tag"),
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
    Endpoint("GET", "/api/library/unfinished", "Games to go on with", list_unfinished, gives=list[Summary]),
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
    Endpoint(
        "POST",
        "/api/library.pdn",
        "Chosen games, as PDN",
        export_chosen,
        takes=ChosenAsked,
        gives="text/plain",
    ),
    Endpoint("DELETE", "/api/library/{game}", "Put a game away", delete_game, status=204),
    Endpoint(
        "GET", "/api/games/{game}/tree", "A game with its variations", read_tree_of_game, gives=TreeData
    ),
    Endpoint("GET", "/api/games/{game}/pdn", "A game as PDN", read_pdn_of_game, gives="text/plain"),
]
