"""A game in progress: who plays, whose turn it is, what is offered, how it ends.

No screen, no socket, no disk, no clock of its own: every act is told the moment at which it happens. An act that the
game does not allow raises NotNow and changes nothing, except that a flag which has fallen is seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.engine.limit import Limit
from crownhead.errors import NotNow
from crownhead.play.clock import Clock
from crownhead.play.draw_policy import accepts_draw, claims_draw
from crownhead.play.offer import Offer, OfferKind
from crownhead.record.board import Board
from crownhead.rules.colour import BLACK, WHITE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crownhead.engine.score import Score
    from crownhead.play.participant import Participant
    from crownhead.record.outcome import Ending, Outcome
    from crownhead.rules.colour import Colour
    from crownhead.rules.move import Move


class GameInProgress:
    """A game that is being played: whose turn it is, what each side may do now, and how it ends.

    Every act takes `now`, the time in seconds of one clock of your choice. What is not possible at the moment raises
    NotNow, and nothing changes.
    """

    def __init__(
        self,
        black: Participant,
        white: Participant,
        board: Board | None = None,
        *,
        apart: bool = False,
        given: int | None = None,
        automatic_draws: bool | None = None,
    ) -> None:
        """Moves that are given, as those of a ballot, are not taken back: all on the board, unless it is said how
        many. Players apart ask each other before they take a move back. Automatic draws need no claim: where no
        person plays, unless it is said otherwise, for two programs that each hope might go on for ever."""
        self.players = {BLACK: black, WHITE: white}
        self.board = Board() if board is None else board.copy()
        self.apart = apart
        self.given = len(self.board) if given is None else given
        self.automatic_draws = not self.people if automatic_draws is None else automatic_draws
        self.offer: Offer | None = None
        self.undone: list[Move] = []
        """The last that was taken back stands last."""
        self._from_book: set[int] = set()
        """Numbers of moves, from 0, that an engine knew from its opening book; also of moves that were taken back."""
        self.clock = Clock({colour: player.control for colour, player in self.players.items()})
        self._clocks = [self.clock.copy()] * (len(self.board) + 1)
        """As they stood at the beginning and after every move."""
        self._has_started = False

    def copy(self) -> GameInProgress:
        """For an act that is to be tried, or to be saved before it is made."""
        game = GameInProgress(self.players[BLACK], self.players[WHITE], self.board, apart=self.apart)
        game.given, game.automatic_draws = self.given, self.automatic_draws
        game.offer, game.undone, game._from_book = self.offer, list(self.undone), set(self._from_book)
        game.clock, game._clocks = self.clock.copy(), list(self._clocks)
        game._has_started = self._has_started
        return game

    # -- the state ---------------------------------------------------------------------------------

    @property
    def turn(self) -> Colour:
        """The side to move."""
        return self.board.turn

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""
        return self.board.outcome()

    @property
    def people(self) -> list[Colour]:
        """The sides that people play."""
        return [colour for colour, player in self.players.items() if player.is_person]

    @property
    def engine_to_move(self) -> bool:
        """Whether the side to move is the engine's."""
        return self.outcome is None and self.players[self.turn].is_engine

    @property
    def engine_is_asked(self) -> bool:
        """Whether the offer that is open is for the engine to answer."""
        return self.offer is not None and self.players[self.offer.to].is_engine

    @property
    def claimable(self) -> Ending | None:
        """Why the player to move may claim a draw."""
        return self.board.can_claim_draw()

    def limit(self, now: float) -> Limit:
        """What the engine whose turn it is may use for its move."""
        return self.clock.limit(self.turn, now) or Limit(time=self.players[self.turn].seconds)

    # -- moves -------------------------------------------------------------------------------------

    def move(self, move: Move | str, now: float, by: Colour | None = None) -> Move:
        """Raises a MoveError where the rules do not allow it. An open offer is declined by it."""
        self.expect_open(now)
        if by is not None and by != self.turn:
            raise NotNow(f"it is {self.turn}'s turn")
        return self._push(move, now)

    def engine_moves(self, move: Move, score: Score, now: float, *, from_book: bool = False) -> bool:
        """What the engine found: it moves, or claims a draw that it has no reason to avoid. Whether it moved."""
        self.expect_open(now)
        if self.claimable and claims_draw(score.seen_by(self.turn)):
            self.board.claim_draw()
            self._end(now)
            return False
        self._push(move, now)
        if from_book:
            self._from_book.add(len(self.board) - 1)
        return True

    def _push(self, move: Move | str, now: float) -> Move:
        mover = self.turn
        made = self.board.push(move)
        if self.undone and self.undone[-1] == made:
            self.undone.pop()
        else:
            self.undone.clear()
            self._from_book = {number for number in self._from_book if number < len(self.board) - 1}
        if self.automatic_draws and self.outcome is None and self.board.outcome(claim_draw=True):
            self.board.claim_draw()
        self.offer = None
        self.clock.press(mover, now)
        self._clocks.append(self.clock.copy())
        self.start(now)
        return made

    def is_from_book(self, number: int) -> bool:
        """Whether the engine knew a move from its opening book; the first move has number 0."""
        return number < len(self.board) and number in self._from_book

    def restore_book(self, known: Iterable[bool]) -> None:
        """Of every move whether it is from the book, from a record."""
        self._from_book = {number for number, from_book in enumerate(known) if from_book}

    # -- offers ------------------------------------------------------------------------------------

    def offer_draw(self, by: Colour, now: float) -> None:
        """The other answers, whoever that is. Who is offered a draw and offers one has accepted."""
        self.expect_open(now)
        self._propose(Offer(OfferKind.DRAW, by), now)

    def accept(self, by: Colour, now: float) -> None:
        """Accepts what the other side has offered."""
        self.expect_open(now)
        if self.offer is None or self.offer.by == by:
            raise NotNow("there is no offer for you to accept")
        offer, self.offer = self.offer, None
        match offer.kind:
            case OfferKind.DRAW:
                self.board.agree_draw()
                self._end(now)
            case OfferKind.UNDO:
                self._take_back(offer.by, now)
            case OfferKind.REDO:
                self._play_again(offer.by, now)

    def decline(self, by: Colour, now: float) -> None:
        """Or withdraw, if the offer is one's own."""
        self.expect_open(now)
        if self.offer is None:
            raise NotNow("there is no offer to decline")
        self.offer = None

    def engine_answers(self, offer: Offer | None, scores: Sequence[Score], now: float) -> bool:
        """The engine has considered a draw, as draw_policy.opinion does: whether it accepts.

        Raises NotNow where the offer is not open any more, because a move was made or taken back.
        """
        self.expect_open(now)
        if offer is None or self.offer is not offer:
            raise NotNow("the offer is no longer open: the board has changed")
        if accepts_draw([score.seen_by(offer.to) for score in scores], self.board):
            self.accept(offer.to, now)
            return True
        self.decline(offer.to, now)
        return False

    def _propose(self, offer: Offer, now: float) -> None:
        """One offer at a time: it takes the place of one's own, and the other's wants an answer first."""
        if self.offer == offer:
            raise NotNow("you have asked already, and wait for an answer")
        if self.offer is None or self.offer.by == offer.by:
            self.offer = offer
        elif self.offer.kind is offer.kind:
            self.accept(offer.by, now)
        else:
            raise NotNow("answer the offer that you have first")

    # -- taking back -------------------------------------------------------------------------------

    def undo(self, by: Colour, now: float) -> list[Move]:
        """Back to one's last turn: the moves that were taken back, the latest first.

        A resignation, an agreed or claimed draw or a fallen flag is taken back before any move. Between players
        apart this is an offer, nothing is taken back before it is accepted, and a game that is over stays so.
        """
        if self.apart or self.time_out(now):
            self.expect_open(now)
        if not self.apart:
            return self._take_back(by, now)
        self._turn_of(by)
        self._propose(Offer(OfferKind.UNDO, by), now)
        return []

    def redo(self, by: Colour, now: float) -> list[Move]:
        """Plays again what was taken back, to one's next turn."""
        self.expect_open(now)
        if not self.undone:
            raise NotNow("there is nothing to play again: redo follows undo")
        if not self.apart:
            return self._play_again(by, now)
        self._propose(Offer(OfferKind.REDO, by), now)
        return []

    def _take_back(self, by: Colour, now: float) -> list[Move]:
        taken: list[Move] = []
        if self.outcome is not None and not self.board.position.is_over:
            self.board = Board.at(self.board.ply)
        else:
            back_to = self._turn_of(by)
            taken = [self.board.pop() for _ in range(len(self.board) - back_to)]
        self.undone += taken
        self.offer = None
        del self._clocks[len(self.board) + 1 :]
        self.clock = self._clocks[-1].copy()
        self._run(now)
        return taken

    def _turn_of(self, by: Colour) -> int:
        """The number of moves before the last turn of whoever asks; at one table that is either of two people."""
        asking = self._asking(by)
        turns = [position.turn for position in self.board.history[:-1]]
        mine = [number for number in range(self.given, len(turns)) if turns[number] in asking]
        if not mine:
            raise NotNow("there is no move of yours to take back")
        return mine[-1]

    def _play_again(self, by: Colour, now: float) -> list[Move]:
        played: list[Move] = []
        while self.undone and (not played or self.turn not in self._asking(by)):
            played.append(self._push(self.undone[-1], now))
        return played

    def _asking(self, by: Colour) -> list[Colour]:
        return [by] if self.apart else self.people

    # -- the end -----------------------------------------------------------------------------------

    def resign(self, by: Colour, now: float) -> None:
        """At any time, also when the other is to move."""
        self.expect_open(now)
        self.board.resign(by)
        self._end(now)

    def claim(self, by: Colour, now: float) -> None:
        """A draw by repetition or forty moves. Nobody has to: the player to move may also play on."""
        self.expect_open(now)
        if by != self.turn or not self.claimable:
            raise NotNow("no draw can be claimed: no third repetition, no forty moves without progress")
        self.board.claim_draw()
        self._end(now)

    def time_out(self, now: float) -> bool:
        """Sees to it that a fallen flag ends the game; whether it has just done so."""
        fallen = self.clock.fallen(now) if self.outcome is None else None
        if fallen is None:
            return False
        self.board.lose_on_time(fallen)
        self._end(now)
        return True

    def _end(self, now: float) -> None:
        self.offer = None
        self.clock.stop(now)

    def expect_open(self, now: float) -> None:
        """Raises NotNow after the end."""
        self.time_out(now)
        if self.outcome is not None:
            raise NotNow(f"the game is over: {self.outcome.in_words}")

    # -- clocks ------------------------------------------------------------------------------------

    def start(self, now: float) -> None:
        """The time of the player to move begins, or goes on after an adjournment. The first move starts it at last:
        who waits for the other to come loses nothing."""
        self._has_started = True
        self._run(now)

    def take_up(self, now: float) -> None:
        """A new game waits for its first move; one in which moves were made goes on at once."""
        if len(self.board) > self.given:
            self.start(now)

    def adjourn(self, now: float) -> None:
        """Nobody's time passes until start() or the next move."""
        self.clock.stop(now)

    def _run(self, now: float) -> None:
        if self._has_started and self.outcome is None:
            self.clock.start(self.turn, now)
        else:
            self.clock.stop(now)

    def times_after_moves(self) -> list[float | None]:
        """What each move left on its player's clock."""
        pairs = zip(self.board.history, self._clocks[1:], strict=False)
        return [clock.left(position.turn, 0.0) for position, clock in pairs]

    def restore_times(self, times: Iterable[float | None]) -> None:
        """The same, from a record; None where it says nothing."""
        for number, (position, seconds) in enumerate(zip(self.board.history, times, strict=False), 1):
            clock = self._clocks[number - 1].copy()
            if seconds is not None:
                clock.set(position.turn, seconds)
            self._clocks[number] = clock
        self.clock = self._clocks[-1].copy()
