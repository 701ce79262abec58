"""A game in progress as it is stored: rows to games, outcomes to the two words that a row has for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.engine.levels import FULL_STRENGTH
from crownhead.play.clock import Control
from crownhead.play.in_progress import GameInProgress
from crownhead.play.participant import Participant, Role
from crownhead.play.record import Points
from crownhead.record.board import Board
from crownhead.record.outcome import Ending, Outcome
from crownhead.rules.colour import BLACK, WHITE

if TYPE_CHECKING:
    from crownhead.record.library.row import GameRow, StoredMove
    from crownhead.rules.colour import Colour

WINNERS = {"1-0": BLACK, "0-1": WHITE, "1/2-1/2": None}


def game_of_row(row: GameRow, moves: list[StoredMove]) -> GameInProgress:
    """With its clocks as they stood after the last moves: nobody pays for the time in which the server was away."""
    board = Board.of(row.start, [stored.move for stored in moves])
    if not board.is_over and (outcome := outcome_of(row.result, row.reason)):
        board.declare(outcome)
    black, white = participant(row, BLACK), participant(row, WHITE)
    game = GameInProgress(black, white, board, apart=row.kind == "link", given=row.settings.given)
    game.restore_times(stored.remaining for stored in moves)
    game.restore_book(stored.from_book for stored in moves)
    return game


def participant(row: GameRow, colour: Colour) -> Participant:
    settings, name = row.settings, row.black if colour == BLACK else row.white
    control = Control(settings.clock, settings.increment) if settings.clock else None
    if settings.engine != str(colour):
        return Participant.person(name, control)
    return Participant(name, Role.ENGINE, settings.level or FULL_STRENGTH, settings.seconds, control)


def outcome_of(result: str, reason: str) -> Outcome | None:
    """A reason that is none of ours was told by a record that somebody brought."""
    if result not in WINNERS:
        return None
    ours = (ending for ending in Ending if str(ending) == reason)
    return Outcome(WINNERS[result], next(ours, Ending.RECORDED))


def points_of(row: GameRow) -> Points | None:
    """A person's in a finished game against the engine; None for any other game."""
    engine, level = row.settings.engine, row.settings.level
    if engine is None or level is None or row.result not in WINNERS:
        return None
    winner = WINNERS[row.result]
    return Points(level, 0.5 if winner is None else float(str(winner) != engine))


def words_of(outcome: Outcome | None) -> tuple[str, str]:
    """The result and the reason, for a row."""
    return ("*", "") if outcome is None else (outcome.result, str(outcome.reason))
