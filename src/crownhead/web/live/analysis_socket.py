"""The socket of analysis: a browser names a position or a game, and hears what the engine thinks of it.

One search at a time for each socket: a new wish ends the last one.
"""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, cast

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from crownhead.engine.limit import Limit
from crownhead.errors import BadRequest, CrownheadError
from crownhead.proofs.claim import Claim
from crownhead.proofs.verdict import certified, verdict_of
from crownhead.record.board import Board
from crownhead.study.inquiry import moves_of
from crownhead.study.review import boards_of, review_data, reviewed
from crownhead.web.describe import side_of
from crownhead.web.http.errors import fault_of
from crownhead.web.http.limits import MESSAGE_BURST, MESSAGES_PER_SECOND, Bucket
from crownhead.web.live.game_socket import send_all
from crownhead.web.live.listener import Listener
from crownhead.web.live.thoughts import EngineRequest, Thought
from crownhead.web.messages.analysis import (
    Analyse,
    FromStudent,
    ProofGoesOn,
    ProveAsked,
    Proved,
    Rested,
    ReviewAsked,
    Reviewed,
    Reviewing,
    Stop,
    ThoughtSent,
    Worth,
)
from crownhead.web.messages.game_socket import Ping, Pong, Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from crownhead.proofs.verdict import ProvedVerdict
    from crownhead.rules.position import Position
    from crownhead.web.service import Service

_decode = msgspec.json.Decoder(FromStudent).decode
LONGEST_LINE = 16
"""Moves of a line that are sent."""


async def analysis(socket: WebSocket) -> None:
    await socket.accept()
    listener = Listener(socket.state.visitor, socket.state.asker)
    service = socket.app.state.service
    student = Student(listener, service)
    sender = asyncio.create_task(send_all(socket, listener))
    bucket = Bucket(MESSAGES_PER_SECOND, MESSAGE_BURST)
    try:
        while True:
            await _hear(socket, student, listener, bucket)
    except WebSocketDisconnect:
        pass
    finally:
        student.stop()
        sender.cancel()


async def _hear(socket: WebSocket, student: Student, listener: Listener, bucket: Bucket) -> None:
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1000))
    try:
        bucket.take()
        student.obey(_read(event.get("text") or event.get("bytes") or b""))
    except CrownheadError as error:
        _, fault = fault_of(error)
        listener.send(Refused(fault.code, fault.message, 0))


def _read(data: bytes | str) -> FromStudent:
    try:
        return cast("FromStudent", _decode(data))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequest(f"what was sent does not fit: {error}") from error


class Student:
    """One who watches the engine think."""

    def __init__(self, listener: Listener, service: Service) -> None:
        self._listener = listener
        self._service = service
        self._task: asyncio.Task[None] | None = None

    def stop(self) -> None:
        if self._task:
            self._task.cancel()

    def obey(self, message: FromStudent) -> None:
        if isinstance(message, Ping):
            self._listener.send(Pong())
            return
        self.stop()
        match message:
            case Analyse():
                self._task = asyncio.create_task(self._tell(message.id, partial(self._analyse, message)))
            case ReviewAsked():
                self._task = asyncio.create_task(self._tell(message.id, partial(self._review, message)))
            case ProveAsked():
                self._task = asyncio.create_task(self._tell(message.id, partial(self._prove, message)))
            case Stop():
                pass

    async def _tell(self, number: int, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Whatever comes of it, the browser hears that it is over."""
        try:
            await work()
        except CrownheadError as error:
            _, fault = fault_of(error)
            self._listener.send(Refused(fault.code, fault.message, number))
        finally:
            self._listener.send(Rested(number))

    async def _analyse(self, asked: Analyse) -> None:
        board = _board(asked)
        if board.position.is_over:
            return
        most = self._service.limits.allowance
        request = EngineRequest.about(
            board,
            "analyse",
            seconds=min(asked.seconds, most.analysis_seconds),
            lines=asked.lines,
            threads=min(asked.threads, most.threads),
            hash_mb=min(asked.hash_mb, most.hash_mb),
        )
        known = await asyncio.to_thread(self._service.endgames.verdict, board.position)
        async with contextlib.aclosing(self._service.pool.think(self._listener.asker, request)) as thoughts:
            async for thought in thoughts:
                if thought.kind == "info":
                    self._listener.send(thought_sent(asked.id, thought, board.position, known))

    async def _review(self, asked: ReviewAsked) -> None:
        boards = boards_of(_board(asked))
        found = await self._service.reviews.found(
            await self._own(asked.game),
            boards,
            Limit(nodes=asked.nodes),
            self._listener.asker,
            lambda done, of: self._listener.send(Reviewing(asked.id, done, of)),
        )
        data = await asyncio.to_thread(lambda: review_data(reviewed(boards, found)))
        self._listener.send(Reviewed(asked.id, data))

    async def _own(self, game: str | None) -> str | None:
        """The game, where it is in the library of who asks."""
        if game is None or not await self._service.store.seats_held(game, self._listener.visitor):
            return None
        return game

    async def _prove(self, asked: ProveAsked) -> None:
        seconds = min(asked.seconds, self._service.limits.allowance.analysis_seconds)
        position = Board(asked.fen).position
        request = EngineRequest(0, "prove", position.fen, seconds=seconds)
        async with contextlib.aclosing(self._service.pool.think(self._listener.asker, request)) as thoughts:
            async for thought in thoughts:
                if thought.kind == "info":
                    self._listener.send(ProofGoesOn(asked.id, thought.nodes, thought.time))
                else:
                    self._listener.send(proved(asked.id, thought, position))


def proved(number: int, thought: Thought, position: Position) -> Proved:
    found = thought.proof
    if found is None:
        return Proved(number, side_of(position.turn), thought.nodes)
    claim = Claim(found.claim)
    return Proved(
        id=number,
        turn=side_of(position.turn),
        nodes=thought.nodes,
        claim=cast('Literal["win", "loss", "draw"]', claim.value),
        words=certified(position, claim).sentence,
        positions=found.positions,
        leaves=found.leaves,
        certificate=found.certificate,
    )


def thought_sent(
    number: int, thought: Thought, position: Position, known: ProvedVerdict | None = None
) -> ThoughtSent:
    """`known` is what a database says of the position, and so of the best line."""
    verdict = known if known and thought.rank == 1 else verdict_of(position, thought.score)
    return ThoughtSent(
        id=number,
        rank=thought.rank,
        depth=thought.depth,
        nodes=thought.nodes,
        time=thought.time,
        worth=Worth(thought.verdict, thought.centimen, thought.plies, verdict.sentence if verdict else None),
        line=in_notation(position, thought.line),
        fens=_fens(position, thought.line),
        path=[int(square) for square in position.parse_move(thought.line[0]).path] if thought.line else [],
        database_hits=thought.database_hits,
    )


def in_notation(position: Position, line: list[str]) -> list[str]:
    """The moves of a line as people write them."""
    return position.line_notation(moves_of(position, line[:LONGEST_LINE]))


def _fens(position: Position, line: list[str]) -> list[str]:
    found = []
    for move in moves_of(position, line[:LONGEST_LINE]):
        position = position.play(move)
        found.append(position.fen)
    return found


def _board(asked: Analyse | ReviewAsked) -> Board:
    return Board.of(asked.fen or None, asked.moves)
