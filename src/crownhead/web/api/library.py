"""The library: a visitor's games, found, brought in, taken out and put away."""

from __future__ import annotations

import asyncio
import io
from typing import TYPE_CHECKING, cast

from starlette.responses import Response

from crownhead.errors import BadRequest, TooLarge, UnknownGame
from crownhead.record import pdn
from crownhead.record.board import Board
from crownhead.record.game.game import Game
from crownhead.record.openings.opening import opening_of
from crownhead.rules.position import Position
from crownhead.web.api.trees import tree_of
from crownhead.web.http.endpoint import Ask, Endpoint, Query
from crownhead.web.live.seats import new_game_id
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
from crownhead.web.storage.store import GameRow, Settings

if TYPE_CHECKING:
    from crownhead.web.storage.store import StoredMove

MOST_IMPORTED = 5_000
LONGEST_NAME = 120
REASONS_AS = {"1-0": "Black won", "0-1": "White won", "1/2-1/2": "A draw"}


async def list_games(ask: Ask) -> LibraryPage:
    total, rows = await catalogue.find(ask.service.store, ask.visitor, _search(ask))
    return LibraryPage(total, [_summary(row) for row in rows])


async def import_games(ask: Ask) -> Imported:
    ask.service.limits.imported(ask.asker, len(ask.body.text))
    rows, problems = await asyncio.to_thread(_read, ask.body.text)
    if not rows:
        raise BadRequest("there is no game of American checkers in it")
    await ask.service.store.add_games(rows, ask.visitor)
    return Imported([row.id for row, _ in rows], problems[:50])


async def delete_game(ask: Ask) -> None:
    await ask.service.rooms.delete(ask.game, ask.visitor)


async def export_games(ask: Ask) -> Response:
    games = await catalogue.identifiers(ask.service.store, ask.visitor, _search(ask))
    texts = [await _pdn_of(ask, game) for game in games]
    disposition = {"content-disposition": 'attachment; filename="crownhead.pdn"'}
    return Response("\n".join(texts), media_type="text/plain", headers=disposition)


async def read_tree_of_game(ask: Ask) -> TreeData:
    await _expect_reader(ask)
    row, moves = await ask.service.store.game(ask.game)
    return tree_of(await asyncio.to_thread(_game, row, moves))


async def read_pdn_of_game(ask: Ask) -> Response:
    await _expect_reader(ask)
    return Response(await _pdn_of(ask, ask.game), media_type="text/plain")


async def _expect_reader(ask: Ask) -> None:
    seat = ask.service.locksmith.seat(ask.game, ask.key)
    if seat is None and not await ask.service.store.seats_held(ask.game, ask.visitor):
        raise UnknownGame("there is no such game, or your link does not open it")


async def _pdn_of(ask: Ask, game: str) -> str:
    row, moves = await ask.service.store.game(game)
    return await asyncio.to_thread(lambda: pdn.dumps(_game(row, moves)))


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
        reason=row.reason,
        plies=row.plies,
        created=row.created,
        changed=row.changed,
        event=row.event,
        opening=row.opening,
    )


def _game(row: GameRow, moves: list[StoredMove]) -> Game:
    """From the text that was imported, or from the moves that were played."""
    if row.pdn is not None:
        return pdn.loads(row.pdn)
    board = Board.of(row.start, (stored.move for stored in moves))
    headers = {"Event": row.event or "crownhead", "Black": row.black, "White": row.white}
    game = Game.from_board(board, headers)
    for node, stored in zip(game.mainline(), moves, strict=True):
        if stored.remaining is not None:
            node.clock = max(0.0, stored.remaining)
    game.result = row.result
    return game


def _read(text: str) -> tuple[list[tuple[GameRow, list[str]]], list[str]]:
    """Every game that begins with a position of ours; what could not be understood of them is said."""
    found: list[tuple[GameRow, list[str]]] = []
    problems: list[str] = []
    for number, game in enumerate(pdn.games(io.StringIO(text)), 1):
        problems += [f"game {number}: {problem}" for problem in game.problems if problem.is_damage]
        if game.position is None:
            continue
        if len(found) >= MOST_IMPORTED:
            raise TooLarge(f"more than {MOST_IMPORTED} games: bring them in by parts")
        found.append(_row(game))
    return found, problems


def _row(game: Game) -> tuple[GameRow, list[str]]:
    assert game.position is not None
    nodes = []
    for node in game.mainline():
        if node.move is None or node.position is None:
            break
        nodes.append(node)
    opening = opening_of(node.position for node in nodes if node.position)
    header = game.headers
    result = game.result if game.result in ("1-0", "0-1", "1/2-1/2") else "*"
    row = GameRow(
        id=new_game_id(),
        kind="imported",
        black=header.get("Black", "?")[:LONGEST_NAME],
        white=header.get("White", "?")[:LONGEST_NAME],
        start=game.position.fen,
        settings=Settings(),
        result=result,
        reason=REASONS_AS.get(result, ""),
        event=header.get("Event", "")[:LONGEST_NAME],
        opening=opening.title if opening else "",
        pdn=pdn.dumps(game),
    )
    return row, [str(node.move) for node in nodes]


SEARCH = (
    Query("q", Name, "words that must occur in names, event or opening"),
    Query("result", Result, "1-0 if Black won, 0-1, 1/2-1/2, or * for games that go on"),
    Query("kind", Kind, "engine, screen, link or imported"),
    Query("position", FenText, "the FEN of a position that the game went through"),
)
ENDPOINTS = [
    Endpoint(
        "GET",
        "/api/library",
        "Find games",
        list_games,
        gives=LibraryPage,
        query=(*SEARCH, Query("page", PageNumber, "from 0, fifty games each")),
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
