"""A game in progress as the messages that show it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from crownhead.rules.colour import BLACK, WHITE
from crownhead.web.describe import plies_data, ply_data, position_data, side_of
from crownhead.web.messages.game import ClockData, GameData, OfferData
from crownhead.web.messages.game_socket import MoveMade

if TYPE_CHECKING:
    from collections.abc import Collection

    from crownhead.play.in_progress import GameInProgress
    from crownhead.rules.colour import Colour
    from crownhead.web.messages.wire import Kind, Result


def game_data(
    name: str,
    kind: Kind,
    game: GameInProgress,
    present: Collection[Colour],
    rematch: Collection[Colour],
    thinking: bool,
    now: float,
) -> GameData:
    engine = next((colour for colour, player in game.players.items() if player.is_engine), None)
    return GameData(
        id=name,
        kind=kind,
        black=game.players[BLACK].name,
        white=game.players[WHITE].name,
        engine=None if engine is None else side_of(engine),
        level=None if engine is None else game.players[engine].level,
        start=game.board.history[0].fen,
        plies=plies_data(game.board, game.is_from_book),
        position=position_data(game.board.position),
        result=result_of(game),
        reason=reason_of(game),
        claimable=_claimable(game),
        clock=_clock(game, now),
        offer=_offer(game),
        redo=bool(game.undone),
        present=[side_of(colour) for colour in sorted(present)],
        rematch=[side_of(colour) for colour in sorted(rematch)],
        thinking=thinking,
    )


def moved(game: GameInProgress, now: float) -> MoveMade:
    """The last move."""
    return MoveMade(
        ply=len(game.board) - 1,
        made=ply_data(game.board.ply, game.is_from_book(len(game.board) - 1)),
        position=position_data(game.board.position),
        claimable=_claimable(game),
        clock=_clock(game, now),
        offer=_offer(game),
        redo=bool(game.undone),
        result=result_of(game),
        reason=reason_of(game),
        thinking=game.engine_to_move,
    )


def result_of(game: GameInProgress) -> Result:
    return cast("Result", game.outcome.result) if game.outcome else "*"


def reason_of(game: GameInProgress) -> str:
    return game.outcome.in_words if game.outcome else ""


def _claimable(game: GameInProgress) -> str | None:
    return None if game.claimable is None else str(game.claimable)


def _offer(game: GameInProgress) -> OfferData | None:
    return None if game.offer is None else OfferData(game.offer.kind.value, side_of(game.offer.by))


def _clock(game: GameInProgress, now: float) -> ClockData | None:
    if not game.clock:
        return None
    control, times, running = game.clock.controls[BLACK], game.clock.times(now), game.clock.running
    return ClockData(
        control.seconds,
        control.increment,
        round(times[BLACK], 2),
        round(times[WHITE], 2),
        None if running is None else side_of(running),
    )
