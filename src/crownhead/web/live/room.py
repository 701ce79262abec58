"""A game in progress and those who are connected to it.

Everything that changes the game goes through one lock, is made on a copy of the game, written to disk, and then told
to everybody: what a player was told is on disk. What is allowed is for the game to say.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from crownhead.errors import (
    CrownheadError,
    EngineBusy,
    EngineFailed,
    NotNow,
    SeatRefused,
    ServiceError,
)
from crownhead.play.draw_policy import CONSIDERATION
from crownhead.rules.colour import BLACK, WHITE
from crownhead.web.describe import move_data, side_of
from crownhead.web.live.game_data import game_data, moved
from crownhead.web.live.kept_game import KeptGame, plies_after
from crownhead.web.live.listener import Listener
from crownhead.web.live.seats import Seat
from crownhead.web.live.thoughts import EngineRequest
from crownhead.web.messages.game_socket import GameSent, Hinted, MoveMade, Refused
from crownhead.web.messages.wire import LONGEST_GAME

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from crownhead.play.in_progress import GameInProgress
    from crownhead.record.library.gamefile import GameFile
    from crownhead.record.ply import Ply
    from crownhead.rules.colour import Colour
    from crownhead.web.live.pool import EnginePool
    from crownhead.web.messages.game import GameData
    from crownhead.web.messages.wire import Answer, Kind
    from crownhead.web.storage.store import Store

T = TypeVar("T")

HINT_SECONDS = 0.7
CONSIDER_SECONDS = 30.0
"""For a machine that stands still: an offer is considered by positions, which takes a small part of a second."""
log = logging.getLogger(__name__)


class Room:
    def __init__(
        self,
        name: str,
        kind: Kind,
        game: GameInProgress,
        store: Store,
        pool: EnginePool,
        now: Callable[[], float] = time.monotonic,
        file: GameFile | None = None,
    ) -> None:
        """`file` is where the terminal keeps the game: it is written first, and its lock held while anybody is here."""
        self.id = name
        self.kind = kind
        self.game = game
        self.touched = time.monotonic()
        self._now = now
        self._store = store
        self._pool = pool
        self._lock = asyncio.Lock()
        self._listeners: set[Listener] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thought: tuple[Ply, asyncio.Task[None]] | None = None
        """What the engine thinks about."""
        self._asker = ""
        """On whose account the engine thinks."""
        self._flag: asyncio.TimerHandle | None = None
        self._kept = KeptGame(name, store, file)
        self._rematch: set[Colour] = set()
        """Who would like to play again."""
        self.next_game: str | None = None
        """What they play now who played here and wanted a rematch."""
        self._watch_clock()

    @property
    def idle(self) -> bool:
        return not self._listeners and not self._tasks

    @property
    def is_thinking(self) -> bool:
        return self._thought is not None and not self._thought[1].done()

    @property
    def is_left(self) -> bool:
        """Whether a terminal may have the game by now: then this room is not entered any more."""
        return self._kept.is_left

    def has_others(self, visitor: str) -> bool:
        return any(listener.visitor != visitor for listener in self._listeners)

    @property
    def present(self) -> set[Colour]:
        seats = {seat.colour for listener in self._listeners for seat in listener.seats}
        return {colour for colour in (BLACK, WHITE) if colour in seats}

    def data(self) -> GameData:
        return game_data(
            self.id, self.kind, self.game, self.present, self._rematch, self.is_thinking, self._now()
        )

    # -- coming and going --------------------------------------------------------------------------

    def join(self, listener: Listener) -> None:
        self._listeners.add(listener)
        if listener.seats - {Seat.WATCH}:
            self._asker = listener.asker
        self._let_engine_move()
        self._tell_all()

    def leave(self, listener: Listener) -> None:
        self._listeners.discard(listener)
        self.touched = time.monotonic()
        if self.kind == "link":
            self._tell_all()
        if self._kept.has_file and not self._listeners:
            self.close()
            self.let_go()

    def tell(self, listener: Listener) -> None:
        listener.send(GameSent(self.data(), sorted(seat.value for seat in listener.seats)))

    def end(self, why: str) -> None:
        """There is no such game any more: those who are still there are told, and sent away."""
        self._broadcast(Refused("unknown_game", why, len(self.game.board)))
        for listener in self._listeners:
            listener.hang_up()
        self.close()

    def let_go(self) -> None:
        """Of the file, so that a terminal can play on."""
        self._kept.let_go()

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._flag:
            self._flag.cancel()

    # -- what players do ---------------------------------------------------------------------------

    async def move(self, seats: set[Seat], ply: int, text: str) -> bool:
        """Makes a move. False if it had been made already, and this was only said again."""
        async with self._lock:
            if self._is_repeated(seats, ply, text):
                return False
            if self.game.outcome is None:
                self._expect(seats, self.game.turn)
                self._expect_room_for_move(ply)
            await self._change(lambda game, now: game.move(text, now))
        self._let_engine_move()
        return True

    async def act(self, seats: set[Seat], action: str, side: str | None) -> None:
        by = self._actor(seats, action, side)
        match action:
            case "undo":
                await self._do(lambda game, now: game.undo(by, now))
            case "redo":
                await self._do(lambda game, now: game.redo(by, now))
            case "draw":
                await self._do(lambda game, now: game.offer_draw(by, now))
                if self.game.engine_is_asked:
                    await self._consider_draw()
            case "accept":
                await self._do(lambda game, now: game.accept(by, now))
            case "decline":
                await self._do(lambda game, now: game.decline(by, now))
            case "resign":
                await self._do(lambda game, now: game.resign(by, now))
            case "claim":
                await self._do(lambda game, now: game.claim(by, now))

    def want_rematch(self, seats: set[Seat], wanted: bool = True) -> bool:
        """One player would like to play again, or not after all. Whether both would."""
        if self.game.outcome is None:
            raise NotNow("the game is not over yet")
        mine = {seat.colour for seat in seats if seat.colour is not None}
        if not mine:
            raise SeatRefused("only the players can ask for a rematch")
        self._rematch = self._rematch | mine if wanted else set()
        self._tell_all()
        return len(self._rematch) == 2

    async def rename(self, colour: Colour, name: str) -> None:
        async with self._lock:
            await self._store.rename(self.id, side_of(colour), name)
            self.game = self.game.copy()
            self.game.players = {
                **self.game.players,
                colour: replace(self.game.players[colour], name=name),
            }
        self._tell_all()

    async def hint(self, listener: Listener) -> None:
        """For the player to move; not in a game between two people on two machines, where it would be unfair."""
        self.game.copy().expect_open(self._now())
        self._expect(listener.seats, self.game.turn)
        if self.kind == "link":
            raise NotNow("there are no hints in a game by link")
        board = self.game.board.copy()
        thought = await self._pool.answer(
            listener.asker, EngineRequest.about(board, "analyse", seconds=HINT_SECONDS)
        )
        listener.send(Hinted(move_data(board.position, board.parse_move(thought.line[0]))))

    async def check_time(self) -> None:
        """Ends the game if the running clock has run out."""
        async with self._lock:
            await self._see_flag()

    # -- changes -----------------------------------------------------------------------------------

    async def _do(self, act: Callable[[GameInProgress, float], T]) -> T:
        async with self._lock:
            done = await self._change(act)
        self._let_engine_move()
        return done

    async def _change(self, act: Callable[[GameInProgress, float], T]) -> T:
        """On a copy, on disk, in the room, to everybody. The lock is held."""
        await self._see_flag()
        after = self.game.copy()
        done = act(after, self._now())
        await self._adopt(after)
        return done

    async def _see_flag(self) -> None:
        after = self.game.copy()
        if after.time_out(self._now()):
            await self._adopt(after)

    async def _adopt(self, after: GameInProgress) -> None:
        await self._kept.save(self.game, after, self._now())
        one_more = len(after.board) == len(self.game.board) + 1
        self.game = after
        self._watch_clock()
        if one_more:
            self._broadcast(moved(after, self._now()))
        else:
            self._tell_all()

    def _is_repeated(self, seats: set[Seat], ply: int, text: str) -> bool:
        """A browser that lost its connection says its last move again, not knowing whether it was heard."""
        if not 0 <= ply < len(self.game.board):
            return False
        *_, made = plies_after(self.game.board, ply)
        assert made.previous is not None
        position = made.previous.position
        if Seat.of(position.turn) not in seats:
            return False
        try:
            return position.parse_move(text) == made.move
        except ValueError:
            return False

    # -- the engine --------------------------------------------------------------------------------

    def _let_engine_move(self) -> None:
        """The engine thinks about what is on the board; a thought about anything else is given up."""
        on_board = self.game.board.ply if self.game.engine_to_move else None
        if self._thought is not None and not self._thought[1].done():
            if self._thought[0] is on_board:
                return
            self._thought[1].cancel()
        if on_board is not None:
            self._thought = on_board, self._spawn(self._engine_move())

    async def _engine_move(self) -> None:
        board = self.game.board.copy()
        try:
            thought = await self._pool.answer(self._asker, self._engine_request())
            move = board.parse_move(thought.line[0])
            async with self._lock:
                if self.game.board.ply is board.ply:
                    score, known = thought.score, thought.from_book
                    await self._change(lambda game, now: game.engine_moves(move, score, now, from_book=known))
        except NotNow:  # the game ended meanwhile
            pass
        except (EngineBusy, EngineFailed) as error:
            again = f"{error}. Take a move back or come again."
            self._broadcast(Refused("engine", again, len(self.game.board)))
        except CrownheadError as error:
            log.warning("game %s: the engine's move was not made: %s", self.id, error)
            self._broadcast(Refused("storage", str(error), len(self.game.board)))

    def _engine_request(self) -> EngineRequest:
        limit, level = self.game.limit(self._now()), self.game.players[self.game.turn].level
        return EngineRequest.about(
            self.game.board,
            "play",
            level=level,
            seconds=limit.time,
            clock=limit.clock,
            increment=limit.increment,
        )

    async def _consider_draw(self) -> None:
        """The engine's answer; an offer that it cannot consider is withdrawn."""
        offer, board = self.game.offer, self.game.board.copy()
        request = EngineRequest.about(board, "analyse", nodes=CONSIDERATION.nodes, seconds=CONSIDER_SECONDS)
        try:
            async with contextlib.aclosing(self._pool.think(self._asker, request)) as thoughts:
                scores = [thought.score async for thought in thoughts if thought.kind == "info"]
        except ServiceError:
            if offer is not None and offer is self.game.offer:
                await self._do(lambda game, now: game.decline(offer.by, now))
            raise
        if not await self._do(lambda game, now: game.engine_answers(offer, scores, now)):
            raise NotNow("the computer declines the draw and would like to play on")

    # -- the clock ---------------------------------------------------------------------------------

    def _watch_clock(self) -> None:
        """Comes back when the running clock will have run out."""
        if self._flag:
            self._flag.cancel()
            self._flag = None
        left = self.game.clock.until_fallen(self._now())
        if left is not None:
            self._flag = asyncio.get_running_loop().call_later(left + 0.02, self._flag_falls)

    def _flag_falls(self) -> None:
        self._spawn(self.check_time())

    # -- small things ------------------------------------------------------------------------------

    def _actor(self, seats: set[Seat], action: str, side: str | None) -> Colour:
        """Who acts: the side that was named or is held. Who holds both answers for the one that is asked, and acts
        for the one to move otherwise."""
        held = [seat.colour for seat in seats if seat.colour is not None]
        wanted = {"black": BLACK, "white": WHITE}.get(side or "")
        if wanted is None:
            offer = self.game.offer if action in ("accept", "decline") else None
            usual = self.game.turn if offer is None else offer.to
            wanted = usual if usual in held or not held else held[0]
        self._expect(seats, wanted)
        return wanted

    def _expect(self, seats: set[Seat], colour: Colour) -> None:
        if Seat.of(colour) not in seats:
            raise SeatRefused(f"you do not play {side_of(colour)} here")

    def _expect_room_for_move(self, ply: int) -> None:
        made = len(self.game.board)
        if made >= LONGEST_GAME:
            raise NotNow(f"the game has {LONGEST_GAME} moves, and no more are kept: agree a draw or resign")
        if ply != made:
            raise NotNow(f"the board has changed: {made} moves were made, not {ply}")

    def _tell_all(self) -> None:
        for listener in self._listeners:
            self.tell(listener)

    def send_each(self, message: Callable[[Listener], Answer]) -> None:
        """To everybody something else."""
        for listener in self._listeners:
            listener.send(message(listener))

    def _broadcast(self, message: MoveMade | Refused) -> None:
        self.touched = time.monotonic()
        data = Listener.encoded(message)
        for listener in self._listeners:
            listener.send_bytes(data)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("game %s: %s", self.id, error, exc_info=error)
