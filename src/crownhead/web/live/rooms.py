"""All games in progress: made, taken up again from disk, and let go when nobody is there.

There is one room for a game, always: whoever has a room at hand, or listens in it, keeps it alive, and everybody
else who asks for the game is given the same one.
"""

from __future__ import annotations

import asyncio
import random
import time
from typing import TYPE_CHECKING, cast
from weakref import WeakValueDictionary

from crownhead.errors import BadRequest, NotNow, TooLarge, TooMuch, UnknownGame
from crownhead.play.participant import Participant
from crownhead.play.record import game_of
from crownhead.play.stored import game_of_row, words_of
from crownhead.record import pdn
from crownhead.record.board import Board
from crownhead.record.library.gamefile import GameFile
from crownhead.record.library.row import GameRow, Settings, StoredMove
from crownhead.record.openings.ballots import Kind as BallotKind
from crownhead.record.openings.ballots import draw
from crownhead.record.openings.opening import openings
from crownhead.rules.colour import BLACK, WHITE, Colour
from crownhead.web.live.room import Room
from crownhead.web.live.seats import Seat, new_game_id
from crownhead.web.messages.wire import LONGEST_GAME

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from crownhead.play.in_progress import GameInProgress
    from crownhead.web.live.pool import EnginePool
    from crownhead.web.messages.game import NewGame
    from crownhead.web.messages.wire import Kind
    from crownhead.web.storage.store import Store

MOST_ROOMS = 5_000
IDLE_SECONDS = 600.0
SWEEP_SECONDS = 30.0


class Rooms:
    def __init__(self, store: Store, pool: EnginePool, now: Callable[[], float] = time.monotonic) -> None:
        """`now` is what the clocks of the games go by."""
        self._store = store
        self._pool = pool
        self._now = now
        self._rooms: WeakValueDictionary[str, Room] = WeakValueDictionary()
        self._recent: dict[str, Room] = {}
        """Kept for a while although nobody is there."""
        self._opening: dict[str, asyncio.Task[Room]] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    async def create(self, asked: NewGame, visitor: str) -> tuple[Room, Colour]:
        """A new game, on disk before it is returned, and the maker's colour."""
        self._expect_space()
        board = starting_board(asked)
        colour = _chosen(asked.colour)
        row = _new_row(asked, board, colour)
        invited = Seat.of(colour.opponent).value if asked.kind == "link" else None
        seats = [seat.value for seat in Seat if seat.value not in (row.settings.engine, invited)]
        await self._store.add_game(row, [str(move) for move in board.moves], visitor, seats, invited)
        return self._enter(row, [StoredMove(str(move), None) for move in board.moves]), colour

    async def again(self, room: Room, seats: set[Seat], swap: bool, visitor: str) -> Room:
        """A new game of the same players under the same conditions, from the same opening. The visitor keeps the seats
        that are given, or those opposite where the sides are exchanged."""
        if room.kind == "imported":
            raise NotNow("a game that was imported has no rematch")
        self._expect_space()
        row = _same_again(room, swap)
        given = [str(move) for move in room.game.board.moves[: room.game.given]]
        kept = {seat.opposite.value if swap else seat.value for seat in seats} | {Seat.WATCH.value}
        await self._store.add_game(row, given, visitor, kept)
        return self._enter(row, [StoredMove(move, None) for move in given])

    async def open(self, game: str) -> Room:
        """The room of a game, made from disk where it is not there. Raises UnknownGame."""
        if (room := self._rooms.get(game)) and not room.is_left:
            room.touched = time.monotonic()
            self._recent[game] = room
            return room
        # Two who come at once must not get two rooms, nor one who comes after the first has left again.
        if (opening := self._opening.get(game)) is None:
            opening = self._opening[game] = asyncio.create_task(self._load(game))
            opening.add_done_callback(lambda _: self._opening.pop(game))
        return await asyncio.shield(opening)

    async def _load(self, game: str) -> Room:
        row, moves = await self._store.game(game)
        if row.plies > LONGEST_GAME:  # imported by an older server
            raise TooLarge(f"a game of {row.plies} moves is not shown here: export it as PDN")
        path = self._store.file_of(row)
        return self._enter(row, moves) if path is None else await self._take_up(row, path)

    async def _take_up(self, row: GameRow, path: Path) -> Room:
        """A game of the terminal, as its file has it. Raises GameInUse while a terminal plays it."""
        file = await asyncio.to_thread(GameFile, path)
        try:
            record = await asyncio.to_thread(pdn.read, path)
            game = game_of(record, {colour: Participant.person(colour.title) for colour in Colour})
            return self._enter(row, [], game, file)
        except BaseException as error:
            file.close()
            if isinstance(error, OSError):
                raise UnknownGame(
                    f"the game in {path.name} cannot be read: {error.strerror or error}"
                ) from error
            raise

    def _enter(
        self,
        row: GameRow,
        moves: list[StoredMove],
        taken_up: GameInProgress | None = None,
        file: GameFile | None = None,
    ) -> Room:
        """Its clock goes on if moves were made in it."""
        self._expect_space()
        game = taken_up or game_of_row(row, moves)
        game.take_up(self._now())
        room = Room(row.id, cast("Kind", row.kind), game, self._store, self._pool, self._now, file)
        self._rooms[row.id] = self._recent[row.id] = room
        return room

    def _expect_space(self) -> None:
        """Where nobody is, is space; only rooms with people in them, whose sockets are counted, are in the way."""
        if len(self._recent) < MOST_ROOMS:
            return
        idle = [game for game, room in self._recent.items() if room.idle]
        if not idle:
            raise TooMuch("too many games are being played here: try again in a minute", wait=60)
        oldest = min(idle, key=lambda game: self._recent[game].touched)
        self._recent.pop(oldest).let_go()

    async def delete(self, game: str, visitor: str) -> None:
        """Takes a game out of a visitor's library; nobody else notices. It can be brought back for a while."""
        if not await self._store.release(game, visitor):
            self.end(game, visitor)

    def end(self, game: str, visitor: str) -> None:
        """A game was deleted: those who are still there are told, unless others play it."""
        room = self._rooms.get(game)
        if room is not None and not room.has_others(visitor):
            self._recent.pop(game, None)
            room.end("the game was deleted")

    async def sweep(self) -> None:
        """Lets go of the rooms where nobody has been for a while; for ever."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            long_ago = time.monotonic() - IDLE_SECONDS
            for game in [g for g, room in self._recent.items() if room.idle and room.touched < long_ago]:
                self._recent.pop(game).let_go()

    def close(self) -> None:
        for room in list(self._rooms.values()):
            room.close()
            room.let_go()


def starting_board(asked: NewGame) -> Board:
    board = _opened(asked)
    for move in asked.moves:
        board.push(move)
    return board


def _opened(asked: NewGame) -> Board:
    """At the start, at a position, or after the ballot that was drawn or named."""
    if asked.ballot == "none":
        return Board(asked.fen) if asked.fen else Board()
    if asked.fen:
        raise BadRequest(
            "an opening is balloted from the start of the game: give a FEN or a ballot, not both"
        )
    if isinstance(asked.ballot, int):
        return Board.of(None, openings()[asked.ballot - 1].moves)
    while True:
        board = draw(BallotKind(asked.ballot), random.Random()).board()
        # An 11-man ballot that leaves a jump open often loses a man before the game begins: another is drawn.
        if not board.position.must_jump or asked.ballot != "11-man":
            return board


def _new_row(asked: NewGame, board: Board, colour: Colour) -> GameRow:
    engine = colour.opponent if asked.kind == "engine" else None
    if engine is not None:
        mine, other = asked.name or "You", Participant.engine(asked.level).name
    else:
        mine, other = asked.name or "Player 1", asked.opponent or "Player 2"
    black, white = (mine, other) if colour == BLACK else (other, mine)
    result, reason = words_of(board.outcome())
    return GameRow(
        id=new_game_id(),
        kind=asked.kind,
        black=black,
        white=white,
        start=board.history[0].fen,
        settings=Settings(
            engine=None if engine is None else str(engine),
            level=asked.level if engine is not None else None,
            seconds=asked.seconds,
            clock=asked.clock.minutes * 60 if asked.clock else None,
            increment=asked.clock.increment if asked.clock else 0.0,
            given=len(board),
        ),
        result=result,
        reason=reason,
    )


def _same_again(room: Room, swap: bool) -> GameRow:
    game = room.game
    players = {colour: game.players[colour.opponent if swap else colour] for colour in Colour}
    engine = next((colour for colour in Colour if players[colour].is_engine), None)
    control = next((player.control for player in players.values() if player.control), None)
    kind = "link" if room.kind == "link" else "screen" if engine is None else "engine"
    settings = Settings(
        engine=None if engine is None else str(engine),
        level=None if engine is None else players[engine].level,
        seconds=1.0 if engine is None else players[engine].seconds,
        clock=control.seconds if control else None,
        increment=control.increment if control else 0.0,
        given=game.given,
    )
    names = {colour: players[colour].name for colour in Colour}
    return GameRow(new_game_id(), kind, names[BLACK], names[WHITE], game.board.history[0].fen, settings)


def _chosen(colour: str) -> Colour:
    match colour:
        case "black":
            return BLACK
        case "white":
            return WHITE
        case _:
            return random.choice((BLACK, WHITE))
