"""Positions, moves, limits and scores as the Hub protocol writes them.

Hub comes from international draughts, where White begins. Positions of American checkers, where Black does,
are therefore sent turned by 180 degrees with the colours exchanged: W and the start array is our start with
Black to move. Moves are not turned: they stand in the usual numbers.

A capture names the square it comes from, the one it goes to, and then the captured squares in rising order.
Two captures that take the same pieces on different paths read the same, and lead to the same position.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crownhead.errors import InvalidPosition
from crownhead.rules.colour import BLACK, WHITE
from crownhead.rules.piece import Piece
from crownhead.rules.position import Position

if TYPE_CHECKING:
    from crownhead.rules.move import Move

_LETTERS = {"w": Piece.WHITE_MAN, "W": Piece.WHITE_KING, "b": Piece.BLACK_MAN, "B": Piece.BLACK_KING}
_NAMES = {piece: letter for letter, piece in _LETTERS.items()}
_LENGTH = 33
_HUB_MOVE = re.compile(r"\d{1,2}(-\d{1,2}|(x\d{1,2}){2,13})", re.ASCII)


def write_position(position: Position) -> str:
    turned = position.flipped()
    letters = (_NAMES[piece] if piece else "e" for piece in turned.occupants)
    return turned.turn.letter + "".join(letters)


def parse_position(text: str) -> Position:
    """Raises InvalidPosition."""
    if len(text) != _LENGTH or text[0] not in "BW" or set(text[1:]) - {*_LETTERS, "e"}:
        shown = text if len(text) <= 40 else text[:37] + "..."
        raise InvalidPosition([f"{shown!r} is no Hub position: expected B or W, then 32 letters of wWbBe"])
    pieces = {square: _LETTERS[letter] for square, letter in enumerate(text[1:], 1) if letter != "e"}
    return Position(pieces, BLACK if text[0] == "B" else WHITE).flipped()


def write_move(move: Move) -> str:
    squares = [move.origin, move.target, *sorted(move.captures)]
    return ("x" if move.is_jump else "-").join(map(str, squares))


def parse_move(position: Position, text: str) -> Move:
    """The legal move that a text means, also one in ordinary notation. Raises a MoveError."""
    if _HUB_MOVE.fullmatch(text):
        origin, target, *captured = map(int, re.split("[-x]", text))
        for move in position.legal_moves():
            if (move.origin, move.target, sorted(move.captures)) == (origin, target, sorted(captured)):
                return move
    return position.parse_move(text)
