"""From a record back to a game that can go on: its line, its end, who sat at it, the clocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.errors import PDNError
from crownhead.record.outcome import Ending
from crownhead.terminal.play.setup import Setup

if TYPE_CHECKING:
    from crownhead.record.board import Board
    from crownhead.record.game.game import Game
    from crownhead.rules.colour import Colour
    from crownhead.terminal.play.gamefile import GameFile
    from crownhead.terminal.play.session import Session


def restore(session: Session, game: Game, file: GameFile | None = None) -> None:
    """Puts a record on the table. Raises PDNError where its main line cannot be played."""
    board = board_of(game)
    session.begin(Setup.of_tags(game.headers, session.setup), board, file)
    session.fixed = 0
    if session.clocks:
        session.restore_times(_times(game, session.clocks.both()))


def board_of(game: Game) -> Board:
    damage = next((problem for problem in game.problems if problem.is_damage), None)
    end = game.end()
    if end.position is None or damage:
        message = f"the moves cannot be played to their end: {damage or 'no position is known'}"
        raise PDNError(message, file="", problems=game.problems)
    board = end.board()
    _declare(board, game)
    return board


def _declare(board: Board, game: Game) -> None:
    """An end that the moves alone do not show. A result without a reason is left open: it can be played on."""
    if board.is_over:
        return
    reason, winner = game.headers.get("Termination"), game.winner
    if winner is not None and reason == str(Ending.RESIGNED):
        board.resign(winner.opponent)
    elif winner is not None and reason == str(Ending.NO_TIME):
        board.lose_on_time(winner.opponent)
    elif game.result == "1/2-1/2" and reason == str(Ending.AGREED):
        board.agree_draw()
    elif game.result == "1/2-1/2" and board.can_claim_draw():
        board.claim_draw()


def _times(game: Game, times: dict[Colour, float]) -> list[dict[Colour, float]]:
    """Both clocks at the start and after every move, as far as the record says."""
    found = [times]
    for node in game.mainline():
        times = dict(times)
        if node.clock is not None and node.turn is not None:
            times[node.turn.opponent] = node.clock
        found.append(times)
    return found
