"""Positions and moves as DXP writes them.

Moves and colours are sent as they are. The squares of a position, though, are sent turned by 180 degrees with
the colours exchanged, as pydraughts does: it keeps to the board of international draughts, where White begins
below. That makes no difference at the start of a game. With `turned=False` squares are sent as they are, for
programs that think so; a request does not tell which of the two is meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.errors import PeerMistake
from crownhead.protocol.dxp.messages import SQUARES_SENT, DxpMove
from crownhead.rules.piece import Piece
from crownhead.rules.position import Position

if TYPE_CHECKING:
    from crownhead.rules.colour import Colour
    from crownhead.rules.move import Move

_LETTERS = {"w": Piece.WHITE_MAN, "W": Piece.WHITE_KING, "z": Piece.BLACK_MAN, "Z": Piece.BLACK_KING}
_NAMES = {piece: letter for letter, piece in _LETTERS.items()}


def write_position(position: Position, *, turned: bool = True) -> tuple[Colour, str]:
    shown = position.flipped() if turned else position
    return position.turn, "".join(_NAMES[piece] if piece else "e" for piece in shown.occupants)


def parse_position(given: tuple[Colour, str] | None, *, turned: bool = True) -> Position:
    """Raises InvalidPosition."""
    if given is None:
        return Position.start()
    turn, letters = given
    assert len(letters) == SQUARES_SENT
    pieces = {square: _LETTERS[letter] for square, letter in enumerate(letters, 1) if letter != "e"}
    return Position(pieces, turn.opponent).flipped() if turned else Position(pieces, turn)


def write_move(move: Move, seconds: float = 0.0) -> DxpMove:
    return DxpMove(round(seconds), move.origin, move.target, tuple(sorted(move.captures)))


def find_move(position: Position, moved: DxpMove) -> Move:
    """The legal move that was sent. Raises PeerMistake."""
    wanted = (moved.origin, moved.target, sorted(moved.captures))
    for move in position.legal_moves():
        if (move.origin, move.target, sorted(move.captures)) == wanted:
            return move
    raise PeerMistake(f"{moved} is no legal move in {position.fen}")
