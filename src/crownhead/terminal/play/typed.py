"""A move as people type it: 11-15, 11 15, 22x15, or only so much of it that no other move is meant."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crownhead.errors import AmbiguousMove, IllegalMove, InvalidMove, MoveError
from crownhead.rules.move_text import plain_signs, why_not

if TYPE_CHECKING:
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position


def typed_move(position: Position, text: str) -> Move:
    """Raises a MoveError that says what would be right."""
    tidy = re.sub(r"[\s\-x:,.>]+", "-", plain_signs(text).lower().strip(" .,"))
    try:
        return position.parse_move(tidy)
    except AmbiguousMove:
        raise
    except MoveError as error:
        if (found := _completed(position, tidy)) is not None:
            return found
        if isinstance(error, InvalidMove):
            return position.parse_move(text)  # says what is wrong in the words of whoever typed it
        raise


def _completed(position: Position, tidy: str) -> Move | None:
    """The only move that begins so, None if there is none."""
    fits = beginning_with(position, tidy)
    if len(fits) == 1 or (fits and len({position.play(move) for move in fits}) == 1):
        return fits[0]
    if fits:
        names = [position.notation(move) for move in fits]
        message = f"{tidy} could be {listed(names)}"
        raise AmbiguousMove(message, text=tidy, fen=position.fen, candidates=names)
    if re.fullmatch(r"0*([1-9]|[12]\d|3[0-2])", tidy):
        raise IllegalMove(why_not(position, [int(tidy)]), text=tidy, fen=position.fen)
    return None


def beginning_with(position: Position, tidy: str) -> list[Move]:
    """The moves of the mover's piece on a square, if the text is its number; otherwise those whose text begins so."""
    legal = position.legal_moves()
    if tidy in {str(int(square)) for square in position.pieces(position.turn)}:
        return [move for move in legal if move.origin == int(tidy)]
    return [move for move in legal if tidy and _plain(str(move)).startswith(tidy)] or [
        move for move in legal if tidy and _plain(position.notation(move)).startswith(tidy)
    ]


def _plain(text: str) -> str:
    return text.replace("x", "-")


def listed(names: list[str]) -> str:
    """a, b or c."""
    return " or ".join(filter(None, [", ".join(names[:-1]), names[-1]])) if names else ""
