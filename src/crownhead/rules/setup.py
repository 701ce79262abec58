"""A setup is anything that can be written down; a position is a setup that keeps to the rules.

What is allowed, and why: every square has one occupant; a side has at most 12 pieces, because the game
begins with 12 and none is ever added; no man stands on its crownhead, where it would have been crowned.
Nothing else is asked: a side may have no piece at all (it has lost, if it is to move), and a position need
not be reachable from the start, for problems and studies often are not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.errors import InvalidPosition
from crownhead.rules.colour import BLACK, WHITE, Colour
from crownhead.rules.piece import MOST_OF_A_SIDE, Piece
from crownhead.rules.square import Square

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_REASONS = 40
"""An error lists so many reasons at most: megabytes of nonsense need no megabytes of answer."""


class Setup:
    """Pieces on squares and all that is wrong with them; filled piece by piece by the readers of texts."""

    __slots__ = ("pieces", "reasons", "turn")

    def __init__(self, turn: Colour | None = None) -> None:
        self.pieces: dict[Square, Piece] = {}
        self.turn = turn
        self.reasons: list[str] = []

    @classmethod
    def of(cls, pieces: Mapping[int, Piece], turn: Colour) -> Setup:
        setup = cls(turn)
        for number, piece in pieces.items():
            setup.put(number, piece)
        return setup

    def put(self, number: int, piece: Piece, where: str = "") -> None:
        """Puts a piece on a square, or notes why that cannot be; `where` says in which part of a text."""
        if not isinstance(number, int) or not 1 <= number <= 32:
            self.reasons.append(f"there is no square {number!s:.40}{where}: squares are numbered 1 to 32")
            return
        if not isinstance(piece, Piece):
            self.reasons.append(f"{piece!r:.40} on square {number} is no Piece")
            return
        square = Square(number)
        if square in self.pieces:
            self.reasons.append(f"square {square} is given twice{where}: {self.pieces[square]} and {piece}")
        else:
            self.pieces[square] = piece

    def broken_rules(self) -> list[str]:
        """What the pieces do that no position may."""
        found = []
        for colour in (BLACK, WHITE):
            count = sum(piece.colour is colour for piece in self.pieces.values())
            if count > MOST_OF_A_SIDE:
                found.append(f"{colour} has {count} pieces: {MOST_OF_A_SIDE} are the most a side can have")
        for square, piece in sorted(self.pieces.items()):
            if not piece.king and square.row == piece.colour.crownhead:
                found.append(
                    f"a {piece} on {square} stands on its crownhead: it would be a king (K{square} in FEN)"
                )
        return found

    def checked(self) -> tuple[int, int, int, bool]:
        """The sets of black pieces, white pieces and kings, and whether White is to move, if all is well."""
        reasons = self.reasons + self.broken_rules()
        if self.turn is None and not reasons:
            reasons.append("the side to move is not given: say B or W")
        elif self.turn not in (None, BLACK, WHITE):
            reasons.append(f"the side to move is {self.turn!r:.40}: it must be BLACK or WHITE")
        if reasons:
            raise InvalidPosition(_shortened(reasons))
        black = sum(1 << square.index for square, piece in self.pieces.items() if piece.colour is BLACK)
        white = sum(1 << square.index for square, piece in self.pieces.items() if piece.colour is WHITE)
        kings = sum(1 << square.index for square, piece in self.pieces.items() if piece.king)
        return black, white, kings, self.turn == WHITE


def _shortened(reasons: list[str]) -> list[str]:
    if len(reasons) <= MOST_REASONS:
        return reasons
    return [*reasons[:MOST_REASONS], f"and {len(reasons) - MOST_REASONS} more"]
