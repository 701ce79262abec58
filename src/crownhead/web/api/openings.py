"""Openings over HTTP: the explorer, and the trainer of repertoires."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import TYPE_CHECKING, Annotated, TypeVar

from msgspec import Meta
from starlette.responses import Response

from crownhead.book.book import Book
from crownhead.errors import BadRequest, CorruptBook
from crownhead.record import pdn
from crownhead.record.library import continuations as library
from crownhead.record.library.row import THE_USER
from crownhead.record.library.search import index, unindexed
from crownhead.record.openings.names import opening_names
from crownhead.rules.position import Position
from crownhead.study.openings import explore, from_book
from crownhead.study.openings.kept import answer_kept, extend, forget, repertoire, repertoires
from crownhead.study.openings.played import added, collection_games, collection_tallies
from crownhead.study.openings.repertoire import as_games
from crownhead.web.api.endpoint import OR_MISSING, Ask, Endpoint
from crownhead.web.api.positions import board_of
from crownhead.web.describe import move_data, plies_data, position_data
from crownhead.web.messages.position import LineAsked, MoveData, PlyData, PositionData
from crownhead.web.messages.wire import Answer, FenText, Message, MoveText, MoveTexts, Name, Side

if TYPE_CHECKING:
    from collections.abc import Callable

    from crownhead.record.board import Board
    from crownhead.record.collection.continuations import PlayedTally
    from crownhead.record.game.game import Game
    from crownhead.rules.move import Move
    from crownhead.study.openings import Card, Explored, Repertoire

T = TypeVar("T")

MOST_GAMES = 50
"""That are listed of a position."""

# -- the explorer ----------------------------------------------------------------------------------


class ExploredMoveData(Answer, frozen=True):
    move: MoveData
    score: str
    """The book's, in men, for the side that moves; empty where the book does not know the move."""
    games: int
    wins: int
    """Of the side that moves."""
    draws: int
    losses: int
    leads_into: str
    source: str
    """Where the name of the opening was found."""


class ExploredData(Answer, frozen=True):
    start: str
    plies: list[PlyData]
    position: PositionData
    name: str
    """Of the opening that the line is in; empty where it has none."""
    title: str
    """The same, with a word for a transposition."""
    source: str
    games: int
    moves: list[ExploredMoveData]
    problem: str = ""
    """Why there is no book: what is wrong with the file."""


class OpeningNameData(Answer, frozen=True):
    name: str
    moves: list[str]
    source: str


async def explore_line(ask: Ask) -> ExploredData:
    board = board_of(ask.body)
    own = await _own(ask, library.continuations, board.position)
    is_user = ask.visitor == THE_USER
    found, problem = await asyncio.to_thread(_found, board, own, is_user)
    moves = [
        ExploredMoveData(
            move_data(board.position, one.move),
            one.score,
            one.tally.games,
            one.tally.wins,
            one.tally.draws,
            one.tally.losses,
            one.leads_into,
            one.names[0].source if one.names else "",
        )
        for one in found.moves
    ]
    source = found.name.source if found.name else ""
    return ExploredData(
        board.history[0].fen,
        plies_data(board),
        position_data(board.position),
        found.name.name if found.name else "",
        found.title,
        source,
        found.games,
        moves,
        problem if is_user else "",
    )


async def _own(ask: Ask, question: Callable[..., T], *given: object) -> T:
    """Of the visitor's games in the library, also those just played."""
    store = ask.service.store
    await store.refresh()
    while games := await store.read(unindexed):
        await store.write(partial(index, games=games))
    return await store.read(lambda db: question(db, ask.visitor, *given))


def _found(board: Board, own: dict[Move, PlayedTally], is_user: bool) -> tuple[Explored, str]:
    """And what is wrong with the book. Files that were indexed on this machine are shown to its user alone."""
    played = added(own, collection_tallies(board.position)) if is_user else own
    try:
        book, problem = Book.open(), ""
    except (CorruptBook, OSError) as error:
        book, problem = None, f"The book is not used: {error}"
    return explore(board, book, played), problem


class PlayedGameData(Answer, frozen=True):
    black: str
    white: str
    result: str
    date: str
    event: str
    id: str
    """Of a game in the library."""
    start: str
    """Of a game in a PDN file: its first position if that is not the usual one, and its moves."""
    moves: list[str]


class PlayedGames(Answer, frozen=True):
    total: int
    games: list[PlayedGameData]


async def list_played(ask: Ask) -> PlayedGames:
    """Those that went through the last position of the line, the visitor's own first."""
    position = board_of(ask.body).position
    total, rows = await _own(ask, library.games_through, position, MOST_GAMES)
    own = [PlayedGameData(r.black, r.white, r.result, r.date, r.event, r.id, "", []) for r in rows]
    if ask.visitor != THE_USER:
        return PlayedGames(total, own)
    others, found = await asyncio.to_thread(collection_games, position, MOST_GAMES - len(own))
    return PlayedGames(total + others, [*own, *(_game(each.game()) for each in found)])


def _game(game: Game) -> PlayedGameData:
    def tag(name: str) -> str:
        return game.headers.get(name, "")

    begins = game.position
    start = "" if begins is None or begins == Position.start() else begins.fen
    moves = [str(node.move) for node in game.mainline() if node.move is not None]
    return PlayedGameData(
        tag("Black"), tag("White"), game.result, tag("Date"), tag("Event"), "", start, moves
    )


async def list_names(ask: Ask) -> list[OpeningNameData]:
    return [OpeningNameData(known.name, list(known.moves), known.source) for known in opening_names()]


# -- repertoires -----------------------------------------------------------------------------------


class RepertoireData(Answer, frozen=True):
    name: str
    side: Side
    cards: int
    learnt: int
    due: int


class RepertoireAsked(Message, frozen=True):
    """An opening by its moves; the book says what follows. A repertoire of that name is added to."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    side: Side
    moves: MoveTexts
    plies: Annotated[int, Meta(ge=0, le=40)] = 10


class RepertoireNamed(Message, frozen=True):
    name: Name


class CardAnswer(Message, frozen=True):
    name: Name
    fen: FenText
    move: MoveText
    helped: bool = False
    """Whether the move was shown."""


class CardData(Answer, frozen=True):
    line: list[str]
    position: PositionData
    answers: list[str]


class TrainingData(Answer, frozen=True):
    repertoire: RepertoireData
    card: CardData | None
    """None where nothing is due."""


class AnsweredData(Answer, frozen=True):
    right: bool
    text: str
    next: TrainingData


async def list_repertoires(ask: Ask) -> list[RepertoireData]:
    _expect_user(ask)
    return [_data(known) for known in await asyncio.to_thread(repertoires)]


async def make_repertoire(ask: Ask) -> RepertoireData:
    _expect_user(ask)
    asked = ask.body
    made = await asyncio.to_thread(
        from_book, asked.name, asked.side, asked.moves, Book.open(), plies=asked.plies
    )
    if not made.cards:
        raise BadRequest(f"there is no move of {asked.side} to learn in these lines: choose more moves")
    return _data(await asyncio.to_thread(extend, made))


async def export_repertoire(ask: Ask) -> Response:
    _expect_user(ask)
    games = as_games(await asyncio.to_thread(repertoire, ask.body.name))
    return Response("\n".join(map(pdn.dumps, games)), media_type="text/plain")


async def delete_repertoire(ask: Ask) -> None:
    _expect_user(ask)
    await asyncio.to_thread(forget, ask.body.name)


async def next_card(ask: Ask) -> TrainingData:
    _expect_user(ask)
    return _training(await asyncio.to_thread(repertoire, ask.body.name))


async def answer_card(ask: Ask) -> AnsweredData:
    _expect_user(ask)
    said = ask.body
    answered = await asyncio.to_thread(
        answer_kept, said.name, said.fen, said.move, time.time(), helped=said.helped
    )
    return AnsweredData(answered.right, answered.text, _training(answered.repertoire))


def _expect_user(ask: Ask) -> None:
    if ask.visitor != THE_USER:
        raise BadRequest(
            "repertoires are kept where crownhead runs for one user: start it on your own machine"
        )


def _training(known: Repertoire) -> TrainingData:
    due = known.due(time.time())
    return TrainingData(_data(known), _card(due[0]) if due else None)


def _data(known: Repertoire) -> RepertoireData:
    return RepertoireData(known.name, known.side, len(known.cards), known.learnt, len(known.due(time.time())))


def _card(card: Card) -> CardData:
    board = board_of(LineAsked(card.fen))
    return CardData(list(card.line), position_data(board.position), list(card.answers))


ENDPOINTS = [
    Endpoint(
        "POST",
        "/api/openings",
        "The book, the games and the names for every move",
        explore_line,
        takes=LineAsked,
        gives=ExploredData,
    ),
    Endpoint(
        "POST",
        "/api/openings/games",
        "Games that went through a position",
        list_played,
        takes=LineAsked,
        gives=PlayedGames,
    ),
    Endpoint("GET", "/api/openings/names", "Openings by name", list_names, gives=list[OpeningNameData]),
    Endpoint("GET", "/api/repertoires", "All repertoires", list_repertoires, gives=list[RepertoireData]),
    Endpoint(
        "POST",
        "/api/repertoires",
        "Make a repertoire of an opening, or add it to one",
        make_repertoire,
        takes=RepertoireAsked,
        gives=RepertoireData,
        status=201,
    ),
    Endpoint(
        "POST",
        "/api/repertoires/pdn",
        "A repertoire as PDN with variations",
        export_repertoire,
        takes=RepertoireNamed,
        errors=OR_MISSING,
        gives="text/plain",
    ),
    Endpoint(
        "POST",
        "/api/repertoires/deleted",
        "Delete a repertoire",
        delete_repertoire,
        takes=RepertoireNamed,
        errors=OR_MISSING,
        status=204,
    ),
    Endpoint(
        "POST",
        "/api/repertoires/next",
        "The position to be asked next",
        next_card,
        takes=RepertoireNamed,
        errors=OR_MISSING,
        gives=TrainingData,
    ),
    Endpoint(
        "POST",
        "/api/repertoires/answers",
        "Answer a position",
        answer_card,
        takes=CardAnswer,
        errors=OR_MISSING,
        gives=AnsweredData,
    ),
]
