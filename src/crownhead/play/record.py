"""A game in progress as a record, and a record as a game that can go on: players, moves, clocks and the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from crownhead.engine.levels import DEFAULT_LEVEL, FULL_STRENGTH, LEVELS
from crownhead.errors import PDNError
from crownhead.play.clock import Control
from crownhead.play.in_progress import GameInProgress
from crownhead.play.participant import Participant
from crownhead.record.game.game import Game
from crownhead.record.outcome import Ending, Outcome
from crownhead.rules.colour import BLACK, WHITE, Colour

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crownhead.record.board import Board

LONGEST_THOUGHT = 3600.0
"""Seconds that a record can ask the engine to think about a move."""


class Points(NamedTuple):
    """What a person made against a level of the engine."""

    level: int
    points: float
    """1, 1/2 or 0."""


# -- to a record ---------------------------------------------------------------------------------------


def record_of(game: GameInProgress, now: float, tags: Mapping[str, str] | None = None) -> Game:
    """All that is needed to go on another day, with the clocks as they stand; more tags may be given."""
    record = Game.from_board(game.board, {**(tags or {}), **_tags(game)})
    if game.outcome is not None:
        record.headers["Termination"] = str(game.outcome.reason)
    elif game.clock:
        for colour, seconds in game.clock.times(now).items():
            record.headers[f"{colour.title}Clock"] = f"{seconds:.1f}"
    for number, (node, left) in enumerate(zip(record.mainline(), game.times_after_moves(), strict=True)):
        node.clock = None if left is None else round(left, 1)
        node.from_book = game.is_from_book(number)
    return record


def _tags(game: GameInProgress) -> dict[str, str]:
    tags = {}
    for colour, player in game.players.items():
        tags[colour.title] = player.name
        tags[f"{colour.title}Type"] = "human" if player.is_person else "program"
    if control := next((player.control for player in game.players.values() if player.control), None):
        tags["TimeControl"] = str(control)
    for player in game.players.values():
        if player.is_engine:
            tags["EngineLevel"] = str(player.level)
            tags["EngineSeconds"] = f"{player.seconds:g}"
    if game.given:
        tags["GivenMoves"] = str(game.given)
    return tags


# -- from a record -------------------------------------------------------------------------------------


def game_of(record: Game, otherwise: Mapping[Colour, Participant]) -> GameInProgress:
    """The game that a record tells of, with the clocks stopped. What it does not say of the players, or says wrongly,
    is as in others. Raises PDNError where its main line cannot be played."""
    board = board_of(record)
    players = players_of(record.headers, otherwise)
    given = _given(record.headers.get("GivenMoves", ""), len(board))
    game = GameInProgress(players[BLACK], players[WHITE], board, given=given)
    game.restore_times(node.clock for node in record.mainline())
    game.restore_book(node.from_book for node in record.mainline())
    for colour in Colour:
        left = _number(record.headers.get(f"{colour.title}Clock", ""))
        if left is not None:
            game.clock.set(colour, left)
    return game


def board_of(record: Game) -> Board:
    damage = next((problem for problem in record.problems if problem.is_damage), None)
    end = record.end()
    if end.position is None or damage:
        message = f"the moves cannot be played to their end: {damage or 'no position is known'}"
        raise PDNError(message, file="", problems=record.problems)
    board = end.board()
    if not board.is_over and (outcome := _declared(record, board)):
        board.declare(outcome)
    return board


def _declared(record: Game, board: Board) -> Outcome | None:
    """An end that the moves alone do not show. A result without a reason is left open: it can be played on."""
    reason, winner = record.headers.get("Termination"), record.winner
    if winner is not None:
        fits = (ending for ending in (Ending.RESIGNED, Ending.NO_TIME) if reason == str(ending))
        return next((Outcome(winner, ending) for ending in fits), None)
    if record.result != "1/2-1/2":
        return None
    ending = Ending.AGREED if reason == str(Ending.AGREED) else board.can_claim_draw()
    return Outcome(None, ending) if ending else None


def points_of(record: Game) -> Points | None:
    """A person's in a finished game against the engine; None for any other game."""
    people = [colour for colour in Colour if record.headers.get(f"{colour.title}Type") == "human"]
    level = _level(record.headers.get("EngineLevel", ""))
    if len(people) != 1 or record.result == "*" or level is None:
        return None
    return Points(level, 0.5 if record.winner is None else float(record.winner == people[0]))


def players_of(tags: Mapping[str, str], otherwise: Mapping[Colour, Participant]) -> dict[Colour, Participant]:
    kinds = {colour: tags.get(f"{colour.title}Type") for colour in Colour}
    if not all(kind in ("human", "program") for kind in kinds.values()):
        kinds = {colour: "human" if otherwise[colour].is_person else "program" for colour in Colour}
    text = tags.get("TimeControl")
    players = {}
    for colour, kind in kinds.items():
        control = Control.of_text(text) if text is not None else otherwise[colour].control
        if kind == "human":
            players[colour] = Participant.person(tags.get(colour.title, otherwise[colour].name), control)
        else:
            players[colour] = _engine(tags, otherwise, control)
    return players


def _engine(
    tags: Mapping[str, str], otherwise: Mapping[Colour, Participant], control: Control | None
) -> Participant:
    """At the level of the record, or of the engine that would play otherwise."""
    usual = next(
        (player for player in otherwise.values() if player.is_engine), Participant.engine(DEFAULT_LEVEL)
    )
    seconds = _number(tags.get("EngineSeconds", ""))
    level = _level(tags.get("EngineLevel", "")) or usual.level
    if not seconds or seconds > LONGEST_THOUGHT:
        seconds = usual.seconds
    return Participant.engine(level, seconds, control)


def _level(text: str) -> int | None:
    if text == "full":  # as records of the terminal had it once
        return FULL_STRENGTH
    level = int(text) if text.isascii() and text.isdigit() else 0
    return level if level in LEVELS else None


def _given(text: str, made: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and int(text) <= made else 0


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if 0 <= number < 1e9 else None
