"""A position: who stands where, and who is to move. An immutable value; playing a move gives a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead import _core
from crownhead.rules import fen, grid, move_text, text
from crownhead.rules.colour import BLACK, WHITE, Colour
from crownhead.rules.move import Move
from crownhead.rules.piece import Piece
from crownhead.rules.setup import Setup
from crownhead.rules.square import SQUARES, Square

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


class Position(_core.Position):
    """Who stands where, and who is to move: a value that never changes. Playing a move gives a new position.

    Positions are hashable and compare by value. What is no position cannot be made: see InvalidPosition.
    """

    __slots__ = ()

    if TYPE_CHECKING:  # the core makes moves and positions of the classes that adopt() gives it

        def legal_moves(self, unique: bool = ...) -> list[Move]: ...
        def play(self, move: _core.Move) -> Position: ...
        def flipped(self) -> Position: ...

    def __init__(self, pieces: Mapping[int, Piece], turn: Colour = BLACK) -> None:
        super().__init__(*Setup.of(pieces, turn).checked())

    @classmethod
    def from_setup(cls, setup: Setup) -> Position:
        """Raises InvalidPosition with every reason why this setup is no position."""
        position = cls.__new__(cls)
        _core.Position.__init__(position, *setup.checked())
        return position

    @classmethod
    def start(cls) -> Position:
        """The position at the beginning of the game."""
        start: Position = _core.start()
        return start

    # -- what stands where -------------------------------------------------------------------------

    @property
    def occupants(self) -> tuple[Piece | None, ...]:
        """The 32 squares in order, each with its piece or None."""
        return tuple(map(self.piece_at, SQUARES))

    def pieces(self, colour: Colour | None = None, king: bool | None = None) -> tuple[Square, ...]:
        """The squares of the pieces of a colour or of both; only kings, only men, or either."""
        chosen = self.black_bits | self.white_bits
        if colour is not None:
            chosen = self.black_bits if Colour(colour) is BLACK else self.white_bits
        if king is not None:
            chosen &= self.king_bits if king else ~self.king_bits
        return tuple(square for square in SQUARES if chosen >> square.index & 1)

    # -- moves -------------------------------------------------------------------------------------

    def parse_move(self, text: str) -> Move:
        """The legal move that a text such as 11-15, 15x22 or 15x22x31 names.

        Raises InvalidMove, IllegalMove or AmbiguousMove, each of which says what would be right.
        """
        return move_text.parse_move(self, text)

    def why_not(self, *squares: int) -> str:
        """The first rule that a move along these squares breaks, in words, with what could be played instead.

        One square alone asks why the piece there cannot move. For moves that are not legal.
        """
        return move_text.why_not(self, list(squares))

    def notation(self, move: Move) -> str:
        """The shortest PDN text that names this move and no other here."""
        return move_text.notation(self, move)

    def line_notation(self, moves: Iterable[Move]) -> list[str]:
        """The notation of moves that are played one after another from here."""
        position, texts = self, []
        for move in moves:
            texts.append(position.notation(move))
            position = position.play(move)
        return texts

    # -- forms -------------------------------------------------------------------------------------

    @classmethod
    def from_fen(cls, text: str) -> Position:
        """The position that a FEN describes. Raises InvalidPosition with every reason why it is none."""
        return cls.from_setup(fen.parse_fen(text))

    @property
    def fen(self) -> str:
        """The position as FEN."""
        return fen.write_fen(self.occupants, self.turn)

    @classmethod
    def from_grid(cls, rows: Sequence[Sequence[int]], turn: Colour = BLACK, mirror: bool = False) -> Position:
        """The position of 8 lists of 8 numbers, 0 to 4; see to_grid."""
        return cls.from_setup(grid.parse_grid(rows, turn, mirror=mirror))

    def to_grid(self, mirror: bool = False) -> grid.Grid:
        """8 lists of 8 numbers, 0 to 4; see rules.grid."""
        return grid.write_grid(self.occupants, mirror=mirror)

    @classmethod
    def from_text(cls, board: str, turn: Colour = BLACK) -> Position:
        """The position of eight lines of x o X O - and blanks; see to_text."""
        return cls.from_setup(text.parse_text(board, turn))

    def to_text(self, mirror: bool = True) -> str:
        """Eight lines of x o X O - and blanks; see rules.text for which way round."""
        return text.write_text(self.occupants, mirror=mirror)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"Position.from_fen({self.fen!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.black_bits, self.white_bits, self.king_bits, self.turn == WHITE)

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: object) -> Position:
        return self


def _restored(black: int, white: int, kings: int, white_to_move: bool) -> Position:
    position = Position.__new__(Position)
    _core.Position.__init__(position, black, white, kings, white_to_move)
    return position


_core.adopt(
    Position,
    Move,
    (BLACK, WHITE),
    SQUARES,
    (Piece.BLACK_MAN, Piece.BLACK_KING, Piece.WHITE_MAN, Piece.WHITE_KING),
    move_text.refuse,
)
