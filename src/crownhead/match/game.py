"""One game of a match, from its opening to its result."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from crownhead.match.adjudication import Adjudication, Arbiter, Ruling
from crownhead.match.contender import Seeded
from crownhead.play.in_progress import GameInProgress
from crownhead.play.participant import Participant
from crownhead.rules.colour import BLACK, WHITE, Colour

if TYPE_CHECKING:
    from crownhead.engine.limit import Limit
    from crownhead.engine.score import Score
    from crownhead.match.contender import Contender
    from crownhead.match.pace import Pace
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
        self.pace = pace
        self.colour = colour
        self.seconds = 0.0
        self.cpu_seconds = 0.0
        self.decisions = 0

    def decide(self, board: Board, limit: Limit) -> tuple[Move, Score | None, float]:
        """The move, the score, and the seconds that count."""
        cpu, begin = self.contender.cpu_seconds(), time.perf_counter()
        move, score = self.contender.decide(board.copy(), limit)
        seconds, cpu = time.perf_counter() - begin, self.contender.cpu_seconds() - cpu
        self.seconds += seconds
        self.cpu_seconds += cpu
        self.decisions += 1
        return move, score, cpu if self.pace.cpu else seconds


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
    sides = {side.colour: side for side in (first, second)}
    for place, side in enumerate((first, second)):
        if isinstance(side.contender, Seeded):
            side.contender.seed(pairing.luck(place))
    players = {side.colour: Participant.program("", side.pace.control) for side in (first, second)}
    game = GameInProgress(players[BLACK], players[WHITE], pairing.opening.board())
    ruling, detail = _played_out(game, sides, Arbiter(rules, database))
    points = 0.5 if ruling.winner is None else float(ruling.winner == colour)
    return Finished(
        number=pairing.number,
        opening=pairing.opening.name,
        fen=pairing.opening.fen,
        moves=list(map(str, game.board.moves)),
        points=points,
        reason=ruling.reason,
        detail=detail,
        seconds=(round(first.seconds, 6), round(second.seconds, 6)),
        cpu_seconds=(round(first.cpu_seconds, 6), round(second.cpu_seconds, 6)),
        decisions=(first.decisions, second.decisions),
    )


def _played_out(game: GameInProgress, sides: dict[Colour, Side], arbiter: Arbiter) -> tuple[Ruling, str]:
    for side in sides.values():
        try:
            side.contender.new_game()
        except Exception as error:
            return _forfeit(side, FAILED, error)
    now = 0.0  # the sum of the seconds that count: nobody pays for what the match itself does
    game.start(now)
    while True:
        if outcome := game.outcome:
            return Ruling(outcome.winner, str(outcome.reason)), ""
        if ruling := arbiter.ruling(game.board):
            return ruling, ""
        side = sides[game.turn]
        try:
            limit = side.pace.limit(game.clock.limit(game.turn, now))
            move, score, used = side.decide(game.board, limit)
        except Exception as error:  # a player's failure, of whatever kind, must not end the match
            return _forfeit(side, FAILED, error)
        now += used
        if game.time_out(now) or not side.pace.forgives(used):
            return _forfeit(side, LOST_ON_TIME, f"{side.pace}")
        try:
            game.move(move, now)
        except ValueError as error:
            return _forfeit(side, ILLEGAL, error)
        arbiter.note(score)


def _forfeit(side: Side, reason: str, detail: object) -> tuple[Ruling, str]:
    told = f"{type(detail).__name__}: {detail}" if isinstance(detail, Exception) else str(detail)
    return Ruling(side.colour.opponent, reason), f"{side.colour}: {told}"[:400]
