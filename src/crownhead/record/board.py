"""A line of play: a position, the moves that led to it, and how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.record.openings.opening import opening_of
from crownhead.record.outcome import Ending, Outcome
from crownhead.record.ply import Ply
from crownhead.rules.move import Move
from crownhead.rules.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crownhead.record.openings.opening import Opening
    from crownhead.rules.colour import Colour

QUIET_MOVES_FOR_DRAW = 80
"""Forty of each player without a capture or an advance of a man."""
REPETITIONS_FOR_DRAW = 3
OPENING_POSITIONS = 4
"""An opening of three moves stands on the board after the third; or at once, if the board was set up so."""


class Board:
    """A line of play. `push` adds a move and `pop` takes it back. A copy costs nothing: lines share their plies."""

    __slots__ = ("_declared", "_ply")

    def __init__(self, position: Position | str | None = None) -> None:
        """From a position, a FEN, or the start."""
        if isinstance(position, str):
            position = Position.from_fen(position)
        self._ply = Ply(Position.start() if position is None else position)
        self._declared: Outcome | None = None

    @classmethod
    def at(cls, ply: Ply) -> Board:
        """The board at a ply of some line, in constant time."""
        board = cls.__new__(cls)
        board._ply = ply
        board._declared = None
        return board

    @classmethod
    def of(cls, start: Position | str | None, moves: Iterable[Move | str]) -> Board:
        """The line of these moves from a position, a FEN, or the start. Raises MoveError where one cannot be played."""
        board = cls(start)
        for move in moves:
            board.push(move)
        return board

    def copy(self) -> Board:
        """The same line, to be gone on with separately."""
        board = Board.at(self._ply)
        board._declared = self._declared
        return board

    __copy__ = copy

    # -- the line ----------------------------------------------------------------------------------

    @property
    def ply(self) -> Ply:
        """The last ply, which leads back to all before it."""
        return self._ply

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._ply.position

    @property
    def turn(self) -> Colour:
        """The side to move."""
        return self._ply.position.turn

    @property
    def fen(self) -> str:
        """The position on the board as FEN."""
        return self._ply.position.fen

    @property
    def last_move(self) -> Move | None:
        """The move that led here, or None at the beginning."""
        return self._ply.move

    @property
    def moves(self) -> list[Move]:
        """Every move of the line."""
        return [ply.move for ply in self._ply.back() if ply.move is not None][::-1]

    @property
    def history(self) -> list[Position]:
        """Every position of the line, from the first to the one on the board."""
        return [ply.position for ply in self._ply.back()][::-1]

    @property
    def quiet_moves(self) -> int:
        """Moves since the last capture or advance of a man."""
        return self._ply.quiet

    def opening(self) -> Opening | None:
        """The three-move opening that the game began with, through whatever order of moves."""
        return opening_of(self.history[:OPENING_POSITIONS])

    def __len__(self) -> int:
        """The number of moves made."""
        return self._ply.number

    def __bool__(self) -> bool:
        return True

    def legal_moves(self, unique: bool = False) -> list[Move]:
        """Every legal move: the jumps, if there are any."""
        return self._ply.position.legal_moves(unique)

    def parse_move(self, text: str) -> Move:
        """The legal move that a text names, as Position.parse_move."""
        return self._ply.position.parse_move(text)

    def push(self, move: Move | str) -> Move:
        """Plays a move or the text of one. Raises a MoveError, and changes nothing, where that cannot be.

        A resignation, an agreed or a claimed draw is final: take a move back first to go on.
        """
        if self._declared is not None:
            raise ValueError(f"the game is over: {self._declared}")
        if not isinstance(move, Move):
            move = self.parse_move(move)
        self._ply = self._ply.after(move)
        return move

    def pop(self) -> Move:
        """Takes the last move back, and with it any resignation or draw."""
        if self._ply.previous is None or self._ply.move is None:
            raise IndexError("there is no move to take back")
        move = self._ply.move
        self._ply = self._ply.previous
        self._declared = None
        return move

    # -- the end -----------------------------------------------------------------------------------

    def outcome(self, *, claim_draw: bool = False) -> Outcome | None:
        """How the game ended, or None while it goes on.

        Repetition and forty moves are draws that a player must claim, by the method claim_draw(). With
        claim_draw=True they count as soon as they stand on the board.
        """
        if self._declared is not None:
            return self._declared
        if self.position.is_over:
            has_pieces = bool(self.position.pieces(self.turn))
            return Outcome(self.turn.opponent, Ending.NO_MOVE if has_pieces else Ending.NO_PIECES)
        if claim_draw and (reason := self._standing_draw()):
            return Outcome(None, reason)
        return None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, without anybody's claim."""
        return self.outcome() is not None

    def repetitions(self) -> int:
        """How often the position on the board has stood there, now included, with the same side to move."""
        return self._ply.occurrences(self.position)

    def can_claim_draw(self) -> Ending | None:
        """Why the player to move may claim a draw, or None.

        Either each player's last forty moves neither captured nor advanced a man; or a position occurs for
        the third time with the same side to move, on the board now or by a move that the player can make.
        """
        if self.outcome() is not None:
            return None
        return self._standing_draw() or (Ending.REPETITION if self.repeating_moves() else None)

    def repeating_moves(self) -> list[Move]:
        """The legal moves that make a position occur for the third time."""
        needed = REPETITIONS_FOR_DRAW - 1
        return [m for m in self.legal_moves() if self._ply.occurrences(self.position.play(m)) >= needed]

    def _standing_draw(self) -> Ending | None:
        if self._ply.quiet >= QUIET_MOVES_FOR_DRAW:
            return Ending.FORTY_MOVES
        return Ending.REPETITION if self.repetitions() >= REPETITIONS_FOR_DRAW else None

    def claim_draw(self) -> Outcome:
        """Ends the game by repetition or forty moves. Raises ValueError where neither can be claimed."""
        reason = self.can_claim_draw()
        if reason is None:
            raise ValueError("no draw can be claimed: no third repetition, no forty moves without progress")
        return self.declare(Outcome(None, reason))

    def agree_draw(self) -> Outcome:
        """Ends the game as a draw by agreement."""
        return self.declare(Outcome(None, Ending.AGREED))

    def resign(self, colour: Colour | None = None) -> Outcome:
        """A player gives up: the one to move, if none is named."""
        loser = self.turn if colour is None else colour
        return self.declare(Outcome(loser.opponent, Ending.RESIGNED))

    def lose_on_time(self, colour: Colour) -> Outcome:
        """A player's clock has run out."""
        return self.declare(Outcome(colour.opponent, Ending.NO_TIME))

    def declare(self, outcome: Outcome) -> Outcome:
        """An end that the moves alone do not show, as a record tells it. Raises ValueError after another end."""
        over = self.outcome()
        if over is not None:
            raise ValueError(f"the game is over already: {over}")
        self._declared = outcome
        return outcome

    # -- as a value --------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        """Equal if the same moves were played from the same position, with the same end."""
        if not isinstance(other, Board):
            return NotImplemented
        same_end = self.position == other.position and self._declared == other._declared
        return same_end and self.moves == other.moves and self.history[0] == other.history[0]

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Board {self.fen} after {len(self)} moves>"

    def __str__(self) -> str:
        return str(self.position)
