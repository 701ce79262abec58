"""The socket of a game: a player shows keys, then moves and hears of every move."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, cast

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from crownhead.errors import BadRequest, CrownheadError, NotNow, SeatRefused
from crownhead.web.http.errors import fault_of
from crownhead.web.http.limits import MESSAGE_BURST, MESSAGES_PER_SECOND, Bucket
from crownhead.web.live.listener import Listener
from crownhead.web.live.seats import Seat
from crownhead.web.messages.game_socket import Act, FromPlayer, Join, MakeMove, Ping, Pong, Refused, Rematched

if TYPE_CHECKING:
    from crownhead.web.live.room import Room
    from crownhead.web.service import Service

JOIN_SECONDS = 10.0
"""Who opens a socket must say soon what for."""
POLICY_VIOLATION, TRY_AGAIN = 1008, 1013
_decode = msgspec.json.Decoder(FromPlayer).decode


async def live(socket: WebSocket) -> None:
    await socket.accept()
    service: Service = socket.app.state.service
    listener = Listener(socket.state.visitor, socket.state.asker)
    try:
        room = await _joined(socket, service, listener)
    except CrownheadError as error:
        await _refuse_and_close(socket, error)
        return
    except (WebSocketDisconnect, TimeoutError):
        with contextlib.suppress(RuntimeError):
            await socket.close(POLICY_VIOLATION)
        return
    sender = asyncio.create_task(send_all(socket, listener))
    try:
        _tell_of_rematch(service, room, listener)
        await _converse(socket, room, listener)
    finally:
        room.leave(listener)
        sender.cancel()


async def _joined(socket: WebSocket, service: Service, listener: Listener) -> Room:
    async with asyncio.timeout(JOIN_SECONDS):
        message = await hear(socket)
    if not isinstance(message, Join):
        raise BadRequest("say join first, with the key of your seat")
    game = socket.path_params["game"]
    seats = {service.locksmith.seat(game, key) for key in message.keys}
    if None in seats:
        raise SeatRefused("this link does not belong to this game")
    listener.seats = {seat for seat in seats if seat is not None}
    room = await service.rooms.open(game)
    held = await service.store.seats_held(game, listener.visitor)
    if new := {seat.value for seat in listener.seats} - held:
        await service.store.add_holder(game, listener.visitor, new)
    room.join(listener)
    return room


async def _converse(socket: WebSocket, room: Room, listener: Listener) -> None:
    bucket = Bucket(MESSAGES_PER_SECOND, MESSAGE_BURST)
    while True:
        try:
            message = await hear(socket)
            bucket.take()
            await _obey(message, room, listener, socket.app.state.service)
        except WebSocketDisconnect:
            return
        except CrownheadError as error:
            _, fault = fault_of(error)
            listener.send(Refused(fault.code, fault.message, len(room.game.board)))


async def _obey(message: FromPlayer, room: Room, listener: Listener, service: Service) -> None:
    match message:
        case MakeMove(ply=ply, move=move):
            if not await room.move(listener.seats, ply, move):
                room.tell(listener)
        case Act(action="hint"):
            await room.hint(listener)
        case Act(action="rematch"):
            await _rematch(room, listener, service)
        case Act(action="decline") if room.game.outcome is not None:
            room.want_rematch(listener.seats, wanted=False)
        case Act(action=action, side=side):
            await room.act(listener.seats, action, side)
        case Ping():
            listener.send(Pong())
        case Join():
            room.tell(listener)


async def _rematch(room: Room, listener: Listener, service: Service) -> None:
    """The second who wants it gets it for both, with the sides exchanged."""
    if room.kind != "link":
        raise NotNow("ask for a rematch by POST /api/games/{game}/rematch: nobody else has to agree")
    if room.want_rematch(listener.seats) and room.next_game is None:
        service.limits.new_game(listener.asker)
        seats = listener.seats - {Seat.WATCH}
        made = await service.rooms.again(room, seats, swap=True, visitor=listener.visitor)
        room.next_game = made.id
        room.send_each(lambda other: _rematched(service, made.id, other))


def _tell_of_rematch(service: Service, room: Room, listener: Listener) -> None:
    """One who was away when the other agreed."""
    if room.next_game is not None:
        listener.send(_rematched(service, room.next_game, listener))


def _rematched(service: Service, game: str, listener: Listener) -> Rematched:
    seats = [seat.opposite for seat in listener.seats]
    return Rematched(game, {seat.value: service.locksmith.key(game, seat) for seat in seats})


async def hear(socket: WebSocket) -> FromPlayer:
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1000))
    data = event.get("text") or event.get("bytes") or b""
    try:
        return cast("FromPlayer", _decode(data))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequest(f"what was sent does not fit: {error}") from error


async def send_all(socket: WebSocket, listener: Listener) -> None:
    """Sends what waits, until the socket is closed or has fallen too far behind."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while (data := await listener.next_to_send()) is not None:
            await socket.send_text(data.decode())
        await socket.close(TRY_AGAIN)


async def _refuse_and_close(socket: WebSocket, error: CrownheadError) -> None:
    _, fault = fault_of(error)
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(msgspec.json.encode(Refused(fault.code, fault.message, 0)).decode())
        await socket.close(POLICY_VIOLATION)
