"""One game in progress: players, board, clocks, offers and how it ended. No sockets, no disk."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crownhead.errors import NotNow
from crownhead.rules.colour import BLACK, WHITE, Colour
from crownhead.web.describe import plies_data, position_data, side_of
from crownhead.web.messages import LONGEST_GAME, ClockData, GameData, Kind, OfferData, Result

if TYPE_CHECKING:
    from collections.abc import Collection

    from crownhead.record.board import Board
    from crownhead.record.outcome import Outcome
    from crownhead.rules.move import Move
    from crownhead.web.live.clocks import Clocks


@dataclass(frozen=True, slots=True)
class Players:
    """Who plays: names by colour, and which colour the engine has, if any."""

    kind: Kind
    black: str
    white: str
    engine: Colour | None = None
    level: int | None = None
    seconds: float = 1.0


@dataclass(slots=True)
class Match:
    id: str
    players: Players
    board: Board
    clocks: Clocks | None = None
    result: Result = "*"
    reason: str = ""
    offer: OfferData | None = None
    thinking: bool = False
    start: str = field(init=False)

    def __post_init__(self) -> None:
        self.start = self.board.history[0].fen

    @property
    def is_over(self) -> bool:
        return self.result != "*"

    @property
    def ply(self) -> int:
        return len(self.board)

    @property
    def engine_to_move(self) -> bool:
        return not self.is_over and self.players.engine == self.board.turn

    def expect_open(self) -> None:
        if self.is_over:
            raise NotNow(f"the game is over: {self.reason}")

    def expect_room_for_a_move(self) -> None:
        self.expect_open()
        if self.ply >= LONGEST_GAME:
            raise NotNow(f"the game has {LONGEST_GAME} moves, and no more are kept: agree a draw or resign")

    # -- what changes it; each is done on disk first -----------------------------------------------

    def push(self, move: Move, now: float) -> None:
        mover = self.board.turn
        self.board.push(move)
        self.offer = None
        if self.clocks:
            self.clocks.press(mover, now)
        if outcome := self.board.outcome():
            self.finish(*verdict(outcome), now=now)

    def take_back(self, plies: int, now: float) -> None:
        for _ in range(plies):
            self.board.pop()
        self.offer = None
        if self.clocks:
            self.clocks.start(self.board.turn, now)

    def plies_to_undo(self, colour: Colour) -> int:
        """So many moves must go for this player to choose again: the last, or the last two."""
        last_is_enough = self.players.kind == "screen" or self.board.turn != colour
        wanted = 1 if last_is_enough else 2
        if self.ply < wanted:
            raise NotNow("there is no move of yours to take back")
        return wanted

    def finish(self, result: Result, reason: str, *, now: float) -> None:
        self.result, self.reason, self.offer = result, reason, None
        if self.clocks:
            self.clocks.stop(now)

    # -- as messages -------------------------------------------------------------------------------

    def clock_data(self, now: float) -> ClockData | None:
        if (clocks := self.clocks) is None:
            return None
        return ClockData(
            clocks.initial,
            clocks.increment,
            round(clocks.remaining(BLACK, now), 2),
            round(clocks.remaining(WHITE, now), 2),
            None if clocks.running is None else side_of(clocks.running),
        )

    def claimable(self) -> str | None:
        ending = None if self.is_over else self.board.can_claim_draw()
        return None if ending is None else str(ending)

    def data(self, present: Collection[Colour], now: float) -> GameData:
        players = self.players
        return GameData(
            id=self.id,
            kind=players.kind,
            black=players.black,
            white=players.white,
            engine=None if players.engine is None else side_of(players.engine),
            level=players.level,
            start=self.start,
            plies=plies_data(self.board),
            position=position_data(self.board.position),
            result=self.result,
            reason=self.reason,
            claimable=self.claimable(),
            clock=self.clock_data(now),
            offer=self.offer,
            present=[side_of(colour) for colour in sorted(present)],
            thinking=self.thinking,
        )


def verdict(outcome: Outcome) -> tuple[Result, str]:
    """An outcome as it is stored and shown."""
    text = str(outcome)
    if outcome.winner is not None:
        loser = str(outcome.winner.opponent)
        text = text.replace(f": {loser}", f": {loser.capitalize()}")
    return outcome.result, text[0].upper() + text[1:]  # type: ignore[return-value]


def won_by(colour: Colour) -> Result:
    return "1-0" if colour == BLACK else "0-1"
