"""What can be said truly of a move: each fact is derived from the rules, a complete search or a proof."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from crownhead.record.game.node import passed
from crownhead.rules.colour import BLACK, WHITE
from crownhead.study.explain.runaway import runs_home
from crownhead.study.explain.shot import best_shot, shot_by

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crownhead.record.board import Board
    from crownhead.rules.colour import Colour
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position
    from crownhead.rules.square import Square

BRIDGE = {BLACK: (1, 3), WHITE: (30, 32)}
"""Two men at home that keep the other side from crowning anywhere but at the price of a piece."""


class Theme(Enum):
    """What a fact is about."""

    FORCED = "forced"
    ENDS = "ends the game"
    TAKES = "takes"
    SHOT = "shot"
    EXCHANGE = "exchange"
    SACRIFICE = "sacrifice"
    ALLOWS = "allows a shot"
    CROWNS = "crowns"
    RUNS = "runs home"
    LETS_THROUGH = "lets a man through"
    BRIDGE = "breaks the bridge"
    THREAT = "threat"
    REPEATS = "repeats"
    PROVED = "proved"
    DATABASE = "database"
    THROWN_AWAY = "thrown away"
    BEST = "best"
    WORSE = "worse than the best"


@dataclass(frozen=True, slots=True)
class Fact:
    theme: Theme
    text: str
    line: tuple[Move, ...] = ()
    """Moves that show it, from the position before the move or, for what the other player can do, after."""


def facts(board: Board, move: Move) -> Iterator[Fact]:
    """What the rules and complete searches say of a move that is legal on this board."""
    position, after = board.position, board.position.play(move)
    yield from _forced(position, move)
    if after.is_over:
        yield Fact(Theme.ENDS, "It wins the game: the other side has no move left.")
        return
    yield from _crowned(position, move)
    yield from _material(position, move, owed(board))
    yield from _danger(after)
    yield from _runaways(position, move, after)
    yield from _bridge(position, move)
    yield from _repetition(board, after)


# -- moves themselves ----------------------------------------------------------------------------------


def _forced(position: Position, move: Move) -> Iterator[Fact]:
    legal = position.legal_moves(unique=True)
    if len(legal) == 1:
        jump = ", and jumping is compulsory" if move.is_jump else ""
        yield Fact(Theme.FORCED, f"It is the only legal move{jump}.")
    elif move.is_jump:
        yield Fact(Theme.FORCED, f"A jump was compulsory; there were {len(legal)} to choose from.")


def _crowned(position: Position, move: Move) -> Iterator[Fact]:
    piece = position.piece_at(move.origin)
    if piece is not None and not piece.king and move.target.row == piece.colour.crownhead:
        yield Fact(Theme.CROWNS, "It makes a king.")


def _repetition(board: Board, after: Position) -> Iterator[Fact]:
    times = board.ply.occurrences(after) + 1
    if times == 2:
        yield Fact(Theme.REPEATS, "It brings a position for the second time.")
    elif times >= 3:
        yield Fact(Theme.REPEATS, "It brings a position for the third time: a draw can be claimed.")


def _bridge(position: Position, move: Move) -> Iterator[Fact]:
    mover = position.turn
    guards = BRIDGE[mover]
    held = all(square in position.pieces(mover, king=False) for square in guards)
    if held and move.origin in guards and position.pieces(mover.opponent, king=False):
        where = f"{guards[0]} and {guards[1]}"
        yield Fact(Theme.BRIDGE, f"It breaks the bridge of {where}, the guard of the last row.")


def balance(position: Position, colour: Colour) -> int:
    """Pieces that a player has more than the other."""
    return len(position.pieces(colour)) - len(position.pieces(colour.opponent))


# -- pieces won and lost -------------------------------------------------------------------------------


def owed(board: Board) -> int:
    """Pieces that the last move took: to take them back is not to win them."""
    return len(board.last_move.captures) if board.last_move else 0


def _material(position: Position, move: Move, owed: int) -> Iterator[Fact]:
    """What is forced by the move: the exchange, the shot, or the loss."""
    shot = shot_by(position, move)
    played, won = written(position, shot.line), shot.gain - owed
    if shot.gain > 0 and owed and won <= 0:
        yield Fact(Theme.EXCHANGE, f"It takes back {count(shot.gain)}: {played}.", shot.line)
    elif len(shot.line) == 1:
        if move.is_jump:
            yield Fact(Theme.TAKES, f"It takes {count(len(move.captures))}.", shot.line)
    elif won > 0 and shot.given:
        yield Fact(Theme.SHOT, f"It wins {count(won)} by a shot: {played}.", shot.line)
    elif won > 0:
        yield Fact(Theme.TAKES, f"It wins {count(won)}: {played}.", shot.line)
    elif shot.gain == 0:
        yield Fact(Theme.EXCHANGE, f"It exchanges {shot.given} for {shot.given}: {played}.", shot.line)
    elif shot.gain < 0:
        yield Fact(Theme.SACRIFICE, f"It gives up {count(-shot.gain)}: {played}.", shot.line)


def _danger(after: Position) -> Iterator[Fact]:
    """What each side can do next, where the other player is not bound to jump anyway."""
    if after.must_jump:
        return
    reply = best_shot(after)
    if reply.gain > 0:
        text = f"It allows a shot that wins {count(reply.gain)}: {written(after, reply.line)}."
        yield Fact(Theme.ALLOWS, text, reply.line)
    threat = best_shot(passed(after))
    if threat.gain > 0:
        yield Fact(Theme.THREAT, f"It threatens {written(passed(after), threat.line)}.", threat.line)


# -- on the way to the last row ------------------------------------------------------------------------


def _runaways(position: Position, move: Move, after: Position) -> Iterator[Fact]:
    mover = position.turn
    piece = after.piece_at(move.target)
    if piece is not None and not piece.king and runs_home(after, move.target):
        yield Fact(Theme.RUNS, f"The man on {move.target} cannot be kept from becoming a king.")
    for man in after.pieces(mover.opponent, king=False):
        if runs_home(after, man) and _could_be_stopped(position, move, man):
            yield Fact(Theme.LETS_THROUGH, f"It lets the man on {man} through to become a king.")


def _could_be_stopped(position: Position, move: Move, man: Square) -> bool:
    """Whether another move keeps this man from running home, or takes it."""
    others = [other for other in position.legal_moves(unique=True) if other != move]
    return any(man in other.captures or not runs_home(position.play(other), man) for other in others)


# -- words ---------------------------------------------------------------------------------------------


def names(position: Position, line: tuple[Move, ...]) -> list[str]:
    """The moves of a line as people write them."""
    found = []
    for move in line:
        found.append(position.notation(move))
        position = position.play(move)
    return found


def written(position: Position, line: tuple[Move, ...]) -> str:
    return " ".join(names(position, line))


def count(pieces: int) -> str:
    return f"{pieces} piece" if pieces == 1 else f"{pieces} pieces"
