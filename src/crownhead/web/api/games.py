"""Games over plain HTTP: make one, read it, move in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from crownhead.errors import NotNow, SeatRefused, UnknownGame
from crownhead.play.streak import streak
from crownhead.web.api.endpoint import Ask, Endpoint
from crownhead.web.describe import side_of
from crownhead.web.live.seats import Seat
from crownhead.web.messages.game import Acceptance, GameData, NewGame, RematchAsked, Seated, Suggestion
from crownhead.web.messages.game_socket import Act, MakeMove

if TYPE_CHECKING:
    from crownhead.web.live.room import Room


async def create_game(ask: Ask) -> Seated:
    ask.service.limits.new_game(ask.asker)
    room, colour = await ask.service.rooms.create(ask.body, ask.visitor)
    return msgspec.structs.replace(await _seated(ask, room), side=side_of(colour))


async def read_game(ask: Ask) -> Seated:
    """With a key, or for one whose library has the game."""
    seat = ask.service.locksmith.seat(ask.game, ask.key)
    if seat is None and not await ask.service.store.seats_held(ask.game, ask.visitor):
        raise UnknownGame("there is no such game, or your link does not open it")
    return await _seated(ask, await ask.service.rooms.open(ask.game), seat)


async def accept_invitation(ask: Ask) -> Seated:
    """The key of the seat that was kept free, for the visitor who comes first; and for no other."""
    if not ask.service.locksmith.invites(ask.game, ask.body.invitation):
        raise SeatRefused("this link does not belong to this game")
    room = await ask.service.rooms.open(ask.game)
    seat = await ask.service.store.accept_invitation(ask.game, ask.visitor)
    if seat is None:
        raise NotNow("this invitation was opened before, and opens a game only once: ask for a new one")
    colour = Seat(seat).colour
    if ask.body.name and colour is not None:
        await room.rename(colour, ask.body.name)
    key = ask.service.locksmith.key(ask.game, Seat(seat))
    return Seated(room.data(), {seat: key}, side=seat)  # type: ignore[arg-type]


async def make_move(ask: Ask) -> GameData:
    room, seats = await _entered(ask)
    await room.move(seats, ask.body.ply, ask.body.move)
    return room.data()


async def act(ask: Ask) -> GameData:
    room, seats = await _entered(ask)
    if ask.body.action in ("hint", "rematch"):
        raise SeatRefused(f"a {ask.body.action} is asked for on the socket of the game")
    await room.act(seats, ask.body.action, ask.body.side)
    return room.data()


async def rematch(ask: Ask) -> Seated:
    """At once, where nobody else has to agree."""
    room, seats = await _entered(ask)
    if room.kind == "link":
        raise NotNow("the other player has to agree: ask for a rematch on the socket of the game")
    if len(room.game.people) == 2:
        seats = {Seat.BLACK, Seat.WHITE}
    ask.service.limits.new_game(ask.asker)
    made = await ask.service.rooms.again(room, seats, ask.body.swap, ask.visitor)
    return await _seated(ask, made)


async def suggest_level(ask: Ask) -> Suggestion:
    """What the visitor's latest games against the engine say of the level, if this is the last of them."""
    await ask.service.store.game(ask.game)
    await ask.service.store.refresh()
    found = await ask.service.store.read(lambda db: streak(db, ask.visitor))
    if found is None or found.game != ask.game:
        return Suggestion()
    return Suggestion(found.suggested, found.suggested_name, found.games)


async def _entered(ask: Ask) -> tuple[Room, set[Seat]]:
    seat = ask.service.locksmith.seat(ask.game, ask.key)
    if seat is None:
        raise SeatRefused("show the key of your seat: Authorization: Bearer KEY")
    return await ask.service.rooms.open(ask.game), {seat}


async def _seated(ask: Ask, room: Room, shown: Seat | None = None) -> Seated:
    """The game with the keys that the visitor made, has shown before or shows now."""
    game = room.id
    seats = await ask.service.store.seats_held(game, ask.visitor)
    if shown is not None:
        seats.add(shown.value)
    keys = ask.service.locksmith.keys(game)
    made = Seated(room.data(), {seat: keys[seat] for seat in keys if seat in seats})
    if seats <= {Seat.WATCH.value} or not await ask.service.store.is_inviting(game):
        return made
    return msgspec.structs.replace(made, invitation=ask.service.locksmith.invitation(game))


ENDPOINTS = [
    Endpoint("POST", "/api/games", "Begin a game", create_game, takes=NewGame, gives=Seated, status=201),
    Endpoint("GET", "/api/games/{game}", "Read a game", read_game, gives=Seated),
    Endpoint(
        "POST",
        "/api/games/{game}/invitation",
        "Accept an invitation",
        accept_invitation,
        takes=Acceptance,
        gives=Seated,
    ),
    Endpoint("POST", "/api/games/{game}/moves", "Move", make_move, takes=MakeMove, gives=GameData),
    Endpoint(
        "POST",
        "/api/games/{game}/rematch",
        "Play again",
        rematch,
        takes=RematchAsked,
        gives=Seated,
        status=201,
    ),
    Endpoint("GET", "/api/games/{game}/suggestion", "Another level", suggest_level, gives=Suggestion),
    Endpoint("POST", "/api/games/{game}/actions", "Undo, draw, resign", act, takes=Act, gives=GameData),
]
