"""The game at the terminal's table: what is typed, what the engine does, what is written down.

No screen and no keyboard: a line goes in, a Reply comes out. What the game allows is decided by the game.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from time import monotonic
from typing import TYPE_CHECKING

from crownhead.errors import MoveError
from crownhead.play.in_progress import GameInProgress
from crownhead.play.record import game_of, record_of
from crownhead.rules.colour import BLACK, WHITE, Colour
from crownhead.terminal.play import words
from crownhead.terminal.play.advice import Advice
from crownhead.terminal.play.seating import Seating
from crownhead.terminal.play.typed import typed_move

if TYPE_CHECKING:
    from collections.abc import Callable

    from crownhead.record.board import Board
    from crownhead.record.game.game import Game
    from crownhead.record.library.gamefile import GameFile
    from crownhead.record.outcome import Outcome


@dataclass(slots=True)
class Reply:
    """What is said to a line that was typed."""

    lines: list[str] = field(default_factory=list)
    redraw: bool = False
    """Whether the board looks different now."""


class Session:
    def __init__(
        self,
        seating: Seating,
        board: Board | None = None,
        new_file: Callable[[], GameFile] | None = None,
        flipped: bool = False,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self.new_file = new_file
        """Where games are to be recorded; None records nothing."""
        self.flipped = flipped
        self.leaving = False
        self.resigning = False
        """Whether a person was asked to confirm that, and has not answered yet."""
        self.sides = {str(colour): colour for colour in Colour}
        """The words that name a side where this is played."""
        self.now = now
        self.begin(seating, board)

    # -- which game --------------------------------------------------------------------------------

    def begin(self, seating: Seating, board: Board | None = None) -> None:
        """A new game on the same table."""
        players = seating.players()
        self._sit_down(seating, GameInProgress(players[BLACK], players[WHITE], board))

    def take_up(self, record: Game, file: GameFile | None = None) -> None:
        """A game from its record, where it was left. Raises PDNError where its main line cannot be played."""
        game = game_of(record, self.seating.players())
        self._sit_down(Seating.of(game, self.seating), game, file)

    def _sit_down(self, seating: Seating, game: GameInProgress, file: GameFile | None = None) -> None:
        self.close()
        self.seating = seating
        self.game = game
        self.advice = Advice(seating)
        self.resigning = False
        self.file = file
        self.game.take_up(self.now())

    def close(self) -> None:
        """The clocks are written down as they stand; the engine and the file are let go."""
        if hasattr(self, "advice"):
            self.game.adjourn(self.now())
            if self.file and self.game.clock:
                self.record()
            self.advice.close()
            if self.file:
                self.file.close()

    # -- the state ---------------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        return self.game.board

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome

    @property
    def engine_to_move(self) -> bool:
        return self.game.engine_to_move

    @property
    def me(self) -> Colour:
        """Whom a command speaks for: the only person, or whoever is to move."""
        people = self.seating.people
        return people[0] if len(people) == 1 else self.board.turn

    @property
    def only_person(self) -> Colour | None:
        """Who is spoken to as you."""
        people = self.seating.people
        return people[0] if len(people) == 1 else None

    @property
    def asked(self) -> Colour | None:
        """The person who has to answer an offer before anything else."""
        return None if self.game.offer is None or self.game.engine_is_asked else self.game.offer.to

    @property
    def mover(self) -> str:
        """The player to move, by name; by colour where names would not tell the two apart."""
        if len(self.seating.engines) == 1:
            return "crownhead" if self.board.turn in self.seating.engines else "You"
        return self.board.turn.title

    def left(self, colour: Colour) -> float:
        """Seconds on a player's clock, where there are clocks."""
        return self.game.clock.left(colour, self.now()) or 0.0

    # -- what is typed -----------------------------------------------------------------------------

    def answer(self, by: Colour, yes: bool) -> Reply:
        """To an offer."""
        if yes:
            self.game.accept(by, self.now())
            return Reply(self.record(), redraw=True)
        self.game.decline(by, self.now())
        return Reply([f"{by.title} declines. The game goes on."])

    def answer_resigning(self, yes: bool) -> Reply:
        self.resigning = False
        if not yes:
            return Reply(["You play on."])
        self.game.resign(self.me, self.now())
        return Reply(self.record(), redraw=True)

    def move(self, text: str) -> Reply:
        """As a person typed it."""
        try:
            move = typed_move(self.board.position, text) if self.outcome is None else text
        except MoveError as error:
            return Reply([words.sentence(str(error))])
        self.game.move(move, self.now())
        return Reply(self.record(), redraw=True)

    def engine_turn(self) -> Reply:
        """The engine thinks and moves, or claims a draw that it has no reason to avoid."""
        played = self.advice.choose(self.board, self.game.limit(self.now()))
        if self.flag_fallen():
            return Reply(redraw=True)
        mover, name = self.mover, self.board.position.notation(played.move)
        moved = self.game.engine_moves(played.move, played.score, self.now(), from_book=played.from_book)
        known = ", a move from the opening book" if played.from_book else ""
        said = f"{mover} plays {name}{known}." if moved else f"{mover} claims a draw."
        return Reply([said, *self.record()], redraw=True)

    def flag_fallen(self) -> bool:
        """Whether somebody's time has just run out, which ends the game."""
        fallen = self.game.time_out(self.now())
        if fallen:
            self.record()
        return fallen

    # -- the record --------------------------------------------------------------------------------

    def written(self) -> Game:
        """The record as it stands."""
        tags = {"Event": "Game in the terminal", "Date": f"{datetime.now():%Y.%m.%d}"}
        return record_of(self.game, self.now(), tags)

    def record(self) -> list[str]:
        """Writes the game where it belongs; says what went wrong, for the game itself goes on."""
        if self.new_file is None or (self.file is None and not self.board.moves):
            return []
        try:
            if self.file is None:
                self.file = self.new_file()
            self.file.write(self.written())
        except OSError as error:
            return [
                f"The game could not be saved: {error.strerror or error}. Type save FILE to try elsewhere."
            ]
        return []
