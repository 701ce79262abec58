"""A game as it is being played: the board, who sits at it, the clocks, what was taken back, the record.

No screen and no keyboard: a line goes in, a Reply comes out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from crownhead.errors import MoveError
from crownhead.record.board import Board
from crownhead.record.game.game import Game
from crownhead.terminal.play import words
from crownhead.terminal.play.advice import Advice
from crownhead.terminal.play.clock import Clocks
from crownhead.terminal.play.typed import typed_move

if TYPE_CHECKING:
    from collections.abc import Callable

    from crownhead.record.outcome import Outcome
    from crownhead.rules.colour import Colour
    from crownhead.rules.move import Move
    from crownhead.terminal.play.gamefile import GameFile
    from crownhead.terminal.play.setup import Setup


@dataclass(slots=True)
class Reply:
    """What is said to a line that was typed."""

    lines: list[str] = field(default_factory=list)
    redraw: bool = False
    """Whether the board looks different now."""


class Session:
    def __init__(
        self,
        setup: Setup,
        board: Board | None = None,
        new_file: Callable[[], GameFile] | None = None,
        flipped: bool = False,
    ) -> None:
        self.new_file = new_file
        """Where games are to be recorded; None records nothing."""
        self.flipped = flipped
        self.leaving = False
        self.begin(setup, board or Board())

    def begin(self, setup: Setup, board: Board, file: GameFile | None = None) -> None:
        """A new game, or one from a record, on the same table."""
        self._end_game()
        self.setup = setup
        self.board = board
        self.advice = Advice(setup)
        self.file = file
        self.fixed = len(board)
        """Moves that were there when the game began, and are not taken back."""
        self.undone: list[Move] = []
        self.clocks = Clocks(setup.control) if setup.control else None
        self._times = [self.clocks.both()] * (len(board) + 1) if self.clocks else []
        """What the clocks showed after every move, the start included."""
        self._start_clock()

    def _end_game(self) -> None:
        if hasattr(self, "advice"):
            self.advice.close()
            if self.file:
                self.file.close()

    def close(self) -> None:
        self._end_game()

    # -- the state ---------------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        return self.board.outcome()

    @property
    def engine_to_move(self) -> bool:
        return self.outcome is None and self.board.turn in self.setup.engines

    @property
    def me(self) -> Colour:
        """Whom a command speaks for: the only person, or whoever is to move."""
        people = self.setup.people
        return people[0] if len(people) == 1 else self.board.turn

    # -- what is typed -----------------------------------------------------------------------------

    def enter(self, line: str) -> Reply:
        """A move, a command, or nothing, which shows the board again."""
        from crownhead.terminal.play import commands

        if self.flag_fallen():
            return Reply(redraw=True)
        line = line.strip()
        if not line:
            return Reply(redraw=True)
        return self._move(line) if line[0].isdigit() else commands.run(self, line)

    def _move(self, text: str) -> Reply:
        if self.outcome is not None:
            return Reply([words.after_the_end(self)])
        try:
            move = typed_move(self.board.position, text)
        except MoveError as error:
            return Reply([words.sentence(str(error))])
        return Reply(self.push(move), redraw=True)

    def engine_turn(self) -> Reply:
        """The engine thinks and moves, or claims a draw that it has no reason to avoid."""
        played = self.advice.choose(self.board, self.clocks)
        if self.flag_fallen():
            return Reply(redraw=True)
        if played.score.centimen <= 0 and self.board.can_claim_draw():
            self.board.claim_draw()
            return Reply([f"{self.mover} claims a draw.", *self.finish()], redraw=True)
        said = f"{self.mover} plays {self.board.position.notation(played.move)}."
        return Reply([said, *self.push(played.move)], redraw=True)

    @property
    def mover(self) -> str:
        """The player to move, by name; by colour where names would not tell the two apart."""
        if len(self.setup.engines) == 1:
            return "crownhead" if self.board.turn in self.setup.engines else "You"
        return str(self.board.turn).capitalize()

    # -- moves -------------------------------------------------------------------------------------

    def push(self, move: Move) -> list[str]:
        """Plays a legal move, presses the clock and writes the record; returns what went wrong with that."""
        mover = self.board.turn
        self.board.push(move)
        if self.undone and self.undone[-1] == move:
            self.undone.pop()
        else:
            self.undone.clear()
        if self.clocks:
            self.clocks.run(None)
            self.clocks.add_increment(mover)
            self._times.append(self.clocks.both())
        self._start_clock()
        return self.record()

    def undo(self) -> list[Move]:
        """Takes back to the last turn of a person: the moves, latest first. A resignation is taken first."""
        if not self.board.position.is_over and self.outcome is not None:
            self.board = Board.at(self.board.ply)
            self._go_on_from_here()
            return []
        turns = [position.turn in self.setup.engines for position in self.board.history[:-1]]
        target = max((n for n in range(self.fixed, len(turns)) if not turns[n]), default=len(turns))
        taken = [self.board.pop() for _ in range(len(turns) - target)]
        self.undone += taken
        if taken:
            self._go_on_from_here()
        return taken

    def _go_on_from_here(self) -> None:
        if self.clocks:
            del self._times[len(self.board) + 1 :]
            self.clocks.set(self._times[-1])
        self._start_clock()
        self.record()

    def redo(self) -> list[Move]:
        """Plays again what was taken back, to the next turn of a person."""
        played: list[Move] = []
        while self.undone and (not played or self.engine_to_move):
            played.append(self.undone[-1])
            self.push(self.undone[-1])
        return played

    # -- clocks ------------------------------------------------------------------------------------

    def _start_clock(self) -> None:
        if self.clocks:
            self.clocks.run(None if self.outcome else self.board.turn)

    def flag_fallen(self) -> bool:
        """Whether somebody's time has just run out, which ends the game."""
        if self.clocks is None or self.outcome is not None or self.clocks.fallen is None:
            return False
        self.board.lose_on_time(self.clocks.fallen)
        self.finish()
        return True

    def restore_times(self, times: list[dict[Colour, float]]) -> None:
        """What the clocks showed at the start and after every move, in a game from a record."""
        assert self.clocks is not None
        self._times = times
        self.clocks.set(times[-1])
        self._start_clock()

    # -- the record --------------------------------------------------------------------------------

    def finish(self) -> list[str]:
        """After the game was declared over: the clocks stop and the record has the result."""
        self._start_clock()
        return self.record()

    def game(self) -> Game:
        """The record as it stands."""
        tags = {"Event": "Game in the terminal", "Date": f"{datetime.now():%Y.%m.%d}"}
        game = Game.from_board(self.board, tags | self.setup.tags())
        if self.outcome is not None:
            game.headers["Termination"] = str(self.outcome.reason)
        if self.clocks:
            for node, times in zip(game.mainline(), self._times[1:], strict=True):
                assert node.turn is not None
                node.clock = round(times[node.turn.opponent], 1)
        return game

    def record(self) -> list[str]:
        """Writes the game where it belongs; says what went wrong, for the game itself goes on."""
        if self.new_file is None or (self.file is None and not self.board.moves):
            return []
        try:
            if self.file is None:
                self.file = self.new_file()
            self.file.write(self.game())
        except OSError as error:
            return [
                f"The game could not be saved: {error.strerror or error}. Type save FILE to try elsewhere."
            ]
        return []
