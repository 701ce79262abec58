"""A game in progress and those who are connected to it.

Everything that changes the game goes through one lock, is written to disk, then made in memory, then told to
everybody: what a player was told is on disk.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any, Literal

from crownhead.errors import CrownheadError, EngineBusy, EngineFailed, NotNow, SeatRefused
from crownhead.record.openings.opening import opening_of
from crownhead.rules.colour import BLACK, WHITE
from crownhead.web.describe import move_data, ply_data, position_data, side_of
from crownhead.web.live.listener import Listener
from crownhead.web.live.match import verdict, won_by
from crownhead.web.live.seats import Seat
from crownhead.web.live.thoughts import Request
from crownhead.web.messages import GameSent, Hinted, Moved, OfferData, Refused, Result

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from crownhead.record.board import Board
    from crownhead.rules.colour import Colour
    from crownhead.rules.move import Move
    from crownhead.web.live.match import Match
    from crownhead.web.live.pool import EnginePool
    from crownhead.web.storage.store import Store

HINT_SECONDS = 0.7
CONSIDER_DRAW_SECONDS = 0.4
DRAW_IS_FINE = 10
"""Hundredths of a man: the engine accepts a draw if it thinks to be no further ahead than that."""
LATEST_OPENING = 12
"""Moves after which no opening is looked for any more."""
log = logging.getLogger(__name__)


class Room:
    def __init__(self, match: Match, store: Store, pool: EnginePool) -> None:
        self.match = match
        self.touched = time.monotonic()
        self._store = store
        self._pool = pool
        self._lock = asyncio.Lock()
        self._listeners: set[Listener] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._asker = ""
        """On whose account the engine thinks."""
        self._flag: asyncio.TimerHandle | None = None
        self._watch_clock()

    @property
    def idle(self) -> bool:
        return not self._listeners and not self._tasks

    def has_others(self, visitor: str) -> bool:
        return any(listener.visitor != visitor for listener in self._listeners)

    @property
    def present(self) -> set[Colour]:
        seats = {seat.colour for listener in self._listeners for seat in listener.seats}
        return {colour for colour in (BLACK, WHITE) if colour in seats}

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
        if self.match.players.kind == "link":
            self._tell_all()

    def tell(self, listener: Listener) -> None:
        seats = sorted(seat.value for seat in listener.seats)
        listener.send(GameSent(self.match.data(self.present, time.monotonic()), seats))

    def end(self, why: str) -> None:
        """There is no such game any more: those who are still there are told, and sent away."""
        self._broadcast(Refused("unknown_game", why, self.match.ply))
        for listener in self._listeners:
            listener.hang_up()
        self.close()

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
            self.match.expect_room_for_a_move()
            self._expect(seats, self.match.board.turn)
            if ply != self.match.ply:
                raise NotNow(f"the board has changed: {self.match.ply} moves were made, not {ply}")
            move = self.match.board.parse_move(text)
            if await self._time_is_up():
                raise NotNow("your time was up")
            await self._make(move)
        self._let_engine_move()
        return True

    async def act(self, seats: set[Seat], action: str, side: str | None) -> None:
        colour = self._actor(seats, side)
        match action:
            case "undo":
                await self._undo(colour)
            case "draw":
                await self._offer_draw(colour)
            case "decline":
                await self._decline(colour)
            case "resign":
                await self._end(won_by(colour.opponent), f"{colour.title} resigned")
            case "claim":
                await self._claim(colour)
        self._let_engine_move()

    async def hint(self, listener: Listener) -> None:
        """For the player to move; not in a game between two people on two machines, where it would be unfair."""
        self.match.expect_open()
        self._expect(listener.seats, self.match.board.turn)
        if self.match.players.kind == "link":
            raise NotNow("there are no hints in a game by link")
        board = self.match.board.copy()
        thought = await self._pool.answer(listener.asker, _request(board, "analyse", seconds=HINT_SECONDS))
        listener.send(Hinted(move_data(board.position, board.parse_move(thought.line[0]))))

    # -- moves -------------------------------------------------------------------------------------

    def _is_repeated(self, seats: set[Seat], ply: int, text: str) -> bool:
        """A browser that lost its connection says its last move again, not knowing whether it was heard."""
        if not 0 <= ply < self.match.ply:
            return False
        before = self.match.board.ply
        while before.number > ply + 1:
            before = before.previous  # type: ignore[assignment]
        assert before.previous is not None
        position = before.previous.position
        if Seat.of(position.turn) not in seats:
            return False
        try:
            return position.parse_move(text) == before.move
        except ValueError:
            return False

    async def _make(self, move: Move) -> None:
        """On disk, on the board, to everybody. The lock is held."""
        match, now = self.match, time.monotonic()
        after = match.board.copy()
        after.push(move)
        result, reason = verdict(outcome) if (outcome := after.outcome()) else ("*", "")
        remaining = None
        if match.clocks:
            mover = match.board.turn
            remaining = match.clocks.remaining(mover, now) + match.clocks.increment
        opening = _named_by(after)
        await self._store.add_move(match.id, match.ply, str(move), remaining, result, reason, opening)
        match.push(move, now)
        self._watch_clock()
        self._broadcast(self._moved())

    def _moved(self) -> Moved:
        match = self.match
        return Moved(
            ply=match.ply - 1,
            made=ply_data(match.board.ply),
            position=position_data(match.board.position),
            claimable=match.claimable(),
            clock=match.clock_data(time.monotonic()),
            offer=match.offer,
            result=match.result,
            reason=match.reason,
            thinking=match.engine_to_move,
        )

    # -- the engine --------------------------------------------------------------------------------

    def _let_engine_move(self) -> None:
        if self.match.engine_to_move and not self.match.thinking:
            self.match.thinking = True
            self._spawn(self._engine_move())

    async def _engine_move(self) -> None:
        match = self.match
        try:
            while match.engine_to_move:
                board = match.board.copy()
                if board.outcome(claim_draw=True):
                    await self._claim(board.turn)
                    return
                thought = await self._pool.answer(self._asker, self._engine_request(board))
                async with self._lock:
                    if match.board.ply is board.ply and not match.is_over and not await self._time_is_up():
                        await self._make(board.parse_move(thought.line[0]))
        except (EngineBusy, EngineFailed) as error:
            self._broadcast(Refused("engine", f"{error}. Take a move back or come again.", match.ply))
        except CrownheadError as error:
            log.warning("game %s: the engine's move was not made: %s", match.id, error)
            self._broadcast(Refused("storage", str(error), match.ply))
        finally:
            match.thinking = False

    def _engine_request(self, board: Board) -> Request:
        players, clocks = self.match.players, self.match.clocks
        if clocks is None:
            return _request(board, "play", level=players.level, seconds=players.seconds)
        left = clocks.remaining(board.turn, time.monotonic())
        return _request(board, "play", level=players.level, clock=left, increment=clocks.increment)

    # -- undo, draw, end ---------------------------------------------------------------------------

    async def _undo(self, colour: Colour) -> None:
        match = self.match
        async with self._lock:
            if match.players.kind == "link":
                match.expect_open()
                match.plies_to_undo(colour)
                offer = match.offer
                if offer is None or offer.kind != "undo" or offer.side == side_of(colour):
                    match.offer = OfferData("undo", side_of(colour))
                    self._tell_all()
                    return
                colour = colour.opponent
            plies = match.plies_to_undo(colour)
            await self._store.take_back(match.id, match.ply - plies)
            match.result, match.reason = "*", ""
            match.take_back(plies, time.monotonic())
            self._watch_clock()
            self._tell_all()

    async def _offer_draw(self, colour: Colour) -> None:
        match = self.match
        match.expect_open()
        if match.players.kind == "screen" or self._offered("draw", colour.opponent):
            await self._end("1/2-1/2", "A draw: agreed")
        elif match.players.engine is None:
            match.offer = OfferData("draw", side_of(colour))
            self._tell_all()
        else:
            await self._ask_engine_for_draw(colour)

    async def _ask_engine_for_draw(self, colour: Colour) -> None:
        board = self.match.board.copy()
        request = _request(board, "analyse", seconds=CONSIDER_DRAW_SECONDS)
        thought = await self._pool.answer(self._asker, request)
        for_engine = thought.centimen if colour == WHITE else -thought.centimen
        if for_engine <= DRAW_IS_FINE:
            await self._end("1/2-1/2", "A draw: agreed")
        else:
            raise NotNow("the engine declines: it thinks that it is ahead")

    async def _decline(self, colour: Colour) -> None:
        if self.match.offer is None:
            raise NotNow("there is no offer to decline")
        self.match.offer = None
        self._tell_all()

    def _offered(self, kind: str, by: Colour) -> bool:
        offer = self.match.offer
        return offer is not None and offer.kind == kind and offer.side == side_of(by)

    async def _claim(self, colour: Colour) -> None:
        match = self.match
        match.expect_open()
        reason = match.claimable()
        if reason is None or match.board.turn != colour:
            raise NotNow("no draw can be claimed: no third repetition, no forty moves without progress")
        await self._end("1/2-1/2", f"A draw: {reason}")

    async def _end(self, result: Result, reason: str) -> None:
        async with self._lock:
            self.match.expect_open()
            await self._store.finish(self.match.id, self.match.ply, result, reason)
            self.match.finish(result, reason, now=time.monotonic())
            self._watch_clock()
            self._tell_all()

    # -- the clock ---------------------------------------------------------------------------------

    def _watch_clock(self) -> None:
        """Comes back when the running clock will have run out."""
        if self._flag:
            self._flag.cancel()
            self._flag = None
        clocks = self.match.clocks
        if clocks and clocks.running is not None and not self.match.is_over:
            left = clocks.remaining(clocks.running, time.monotonic())
            self._flag = asyncio.get_running_loop().call_later(left + 0.02, self._flag_falls)

    def _flag_falls(self) -> None:
        self._spawn(self._time_out())

    async def _time_out(self) -> None:
        async with self._lock:
            await self._time_is_up()

    async def _time_is_up(self) -> bool:
        """Ends the game if the running clock has run out. The lock is held."""
        match, now = self.match, time.monotonic()
        loser = match.clocks.flagged(now) if match.clocks and not match.is_over else None
        if loser is None:
            return False
        result, reason = won_by(loser.opponent), f"{loser.title} ran out of time"
        await self._store.finish(match.id, match.ply, result, reason)
        match.finish(result, reason, now=now)
        self._tell_all()
        return True

    # -- small things ------------------------------------------------------------------------------

    def _actor(self, seats: set[Seat], side: str | None) -> Colour:
        """Who acts: the side that was named, or the one that is held, or the player to move."""
        held = [seat.colour for seat in seats if seat.colour is not None]
        wanted = {"black": BLACK, "white": WHITE}.get(side or "")
        if wanted is None:
            turn = self.match.board.turn
            wanted = turn if turn in held or not held else held[0]
        self._expect(seats, wanted)
        return wanted

    def _expect(self, seats: set[Seat], colour: Colour) -> None:
        if Seat.of(colour) not in seats:
            raise SeatRefused(f"you do not play {side_of(colour)} here")

    def _tell_all(self) -> None:
        for listener in self._listeners:
            self.tell(listener)

    def _broadcast(self, message: Moved | Refused) -> None:
        self.touched = time.monotonic()
        data = Listener.encoded(message)
        for listener in self._listeners:
            listener.send_bytes(data)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("game %s: %s", self.match.id, error, exc_info=error)


def _request(board: Board, kind: Literal["play", "analyse"], **limits: Any) -> Request:
    history = board.history
    return Request(0, kind, history[0].fen, [str(move) for move in board.moves], **limits)


def _named_by(board: Board) -> str | None:
    """The opening that the last move completed."""
    opening = opening_of([board.position]) if len(board) <= LATEST_OPENING else None
    return opening.title if opening else None
