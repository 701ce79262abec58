"""One game of a match, from its opening to its result."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from crownhead.match.adjudication import Adjudication, Arbiter, Ruling
from crownhead.match.pace import Clock, Pace
from crownhead.rules.colour import BLACK, Colour

if TYPE_CHECKING:
    from crownhead.engine.score import Score
    from crownhead.match.contender import Contender
    from crownhead.match.schedule import Pairing
    from crownhead.record.board import Board
    from crownhead.rules.move import Move
    from crownhead.tablebase.tablebase import Tablebase

LOST_ON_TIME = "time"
FAILED = "failure"
ILLEGAL = "illegal move"
FORFEITS = (LOST_ON_TIME, FAILED, ILLEGAL)


@dataclass(frozen=True, slots=True)
class Finished:
    """A game as it is kept: plain values that a line of JSON can hold. Times are the first player's first."""

    number: int
    opening: str
    fen: str
    moves: list[str]
    points: float
    """Of the first player: 1, 1/2 or 0."""
    reason: str
    detail: str
    seconds: tuple[float, float]
    cpu_seconds: tuple[float, float]
    decisions: tuple[int, int]
    """How many moves each player made after the opening."""

    @property
    def pair(self) -> int:
        return self.number // 2

    @property
    def first_is_black(self) -> bool:
        return self.number % 2 == 0

    @property
    def result(self) -> str:
        """As in American PDN, where 1-0 is a win for Black."""
        if self.points == 0.5:
            return "1/2-1/2"
        return "1-0" if (self.points == 1) == self.first_is_black else "0-1"

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class Side:
    """A contender in one game."""

    def __init__(self, contender: Contender, pace: Pace, colour: Colour) -> None:
        self.contender = contender
        self.colour = colour
        self.clock = Clock(pace)
        self.decisions = 0

    def decide(self, board: Board) -> tuple[Move, Score | None, bool]:
        """The move, the score, and whether it came in time."""
        cpu, begin = self.contender.cpu_seconds(), time.perf_counter()
        move, score = self.contender.decide(board.copy(), self.clock.limit())
        seconds = time.perf_counter() - begin
        in_time = self.clock.spend(seconds, self.contender.cpu_seconds() - cpu)
        self.decisions += 1
        return move, score, in_time


def play_game(
    pairing: Pairing,
    contenders: tuple[Contender, Contender],
    paces: tuple[Pace, Pace],
    rules: Adjudication,
    database: Tablebase | None = None,
) -> Finished:
    """Both contenders play it out; whoever fails, is late or breaks the rules loses."""
    colour = BLACK if pairing.first_is_black else BLACK.opponent
    first = Side(contenders[0], paces[0], colour)
    second = Side(contenders[1], paces[1], colour.opponent)
    board = pairing.opening.board()
    sides = {side.colour: side for side in (first, second)}
    ruling, detail = _played_out(board, sides, Arbiter(rules, database))
    points = 0.5 if ruling.winner is None else float(ruling.winner == colour)
    return Finished(
        number=pairing.number,
        opening=pairing.opening.name,
        fen=pairing.opening.fen,
        moves=list(map(str, board.moves)),
        points=points,
        reason=ruling.reason,
        detail=detail,
        seconds=(round(first.clock.seconds, 6), round(second.clock.seconds, 6)),
        cpu_seconds=(round(first.clock.cpu_seconds, 6), round(second.clock.cpu_seconds, 6)),
        decisions=(first.decisions, second.decisions),
    )


def _played_out(board: Board, sides: dict[Colour, Side], arbiter: Arbiter) -> tuple[Ruling, str]:
    for side in sides.values():
        try:
            side.contender.new_game()
        except Exception as error:
            return _forfeit(side, FAILED, error)
    while True:
        if outcome := board.outcome(claim_draw=True):
            return Ruling(outcome.winner, str(outcome.reason)), ""
        if ruling := arbiter.ruling(board):
            return ruling, ""
        side = sides[board.turn]
        try:
            move, score, in_time = side.decide(board)
        except Exception as error:  # a player's failure, of whatever kind, must not end the match
            return _forfeit(side, FAILED, error)
        if not in_time:
            return _forfeit(side, LOST_ON_TIME, f"{side.clock.pace}")
        try:
            board.push(move)
        except ValueError as error:
            return _forfeit(side, ILLEGAL, error)
        arbiter.note(score)


def _forfeit(side: Side, reason: str, detail: object) -> tuple[Ruling, str]:
    told = f"{type(detail).__name__}: {detail}" if isinstance(detail, Exception) else str(detail)
    return Ruling(side.colour.opponent, reason), f"{side.colour}: {told}"[:400]
