"""FEN of draughts: `B:W21-32:B1-12`, the side to move, then the squares of each colour; K marks a king.

Read: either colour first, an empty or missing side, ranges, spaces, a full stop at the end, lower case.
Written: White first, without spaces or full stop, each square by itself, men and kings in order of squares.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crownhead.rules.colour import BLACK, WHITE, Colour
from crownhead.rules.piece import Piece
from crownhead.rules.setup import Setup
from crownhead.rules.square import SQUARES

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_CHARACTERS = 2000
"""A FEN of 32 kings written with every freedom stays far below this."""

_ENTRY = re.compile(r"(K?)(\d{1,4})(?:-(K?)(\d{1,4}))?", re.ASCII)
_EXAMPLE = "as in B:W21-32:B1-12"


def parse_fen(text: str) -> Setup:
    """Reads what a FEN says, right or wrong; the setup knows all that is wrong with it."""
    setup = Setup()
    if not isinstance(text, str):
        setup.reasons.append(f"a FEN is a text, not {type(text).__name__}")
    elif not text.strip():
        setup.reasons.append(f"the FEN is empty: give the side to move and the pieces, {_EXAMPLE}")
    elif len(text) > MOST_CHARACTERS:
        setup.reasons.append(f"{len(text)} characters are too many for a FEN: {text[:40]!r}...")
    else:
        _read_fields(text, setup)
    return setup


def _read_fields(text: str, setup: Setup) -> None:
    turn, *sides = re.sub(r"\s+", "", text).upper().removesuffix(".").split(":")
    match turn:
        case "B" | "W":
            setup.turn = _colour(turn)
        case "?":
            setup.turn = None
        case _:
            setup.reasons.append(f"the side to move is {_quoted(turn)}: it must be B or W, {_EXAMPLE}")
    if not sides:
        setup.reasons.append(f"no pieces follow the side to move: add them behind a colon, {_EXAMPLE}")
    seen: set[Colour] = set()
    for side in sides:
        _read_side(side, setup, seen)


def _read_side(side: str, setup: Setup, seen: set[Colour]) -> None:
    if side[:1] not in ("B", "W"):
        setup.reasons.append(f"the part {_quoted(side)} does not begin with a colour, B or W")
        return
    colour = _colour(side[0])
    if colour in seen:
        setup.reasons.append(f"{colour} is given in two parts")
    seen.add(colour)
    if side[1:]:
        for entry in side[1:].split(","):
            _read_entry(entry, colour, setup)


def _read_entry(entry: str, colour: Colour, setup: Setup) -> None:
    match = _ENTRY.fullmatch(entry)
    if not match:
        setup.reasons.append(
            f"{_quoted(entry)} among {colour}'s squares is no square: expected a number such as 18, "
            "a king such as K18 or a range such as 21-32"
        )
        return
    first_king, first, last_king, last = match.groups()
    piece = Piece.of(colour, king=bool(first_king or last_king))
    low, high = int(first), int(last or first)
    if last and not 1 <= low <= high <= 32:
        setup.reasons.append(f"there is no range {entry}: squares go upwards from 1 to 32")
        return
    for number in range(low, high + 1):
        setup.put(number, piece, f" (in {entry})" if last else "")


def _colour(letter: str) -> Colour:
    return BLACK if letter == "B" else WHITE


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 24 else text[:21] + "...")


def write_fen(occupants: Iterable[Piece | None], turn: Colour) -> str:
    sides: dict[Colour, list[str]] = {WHITE: [], BLACK: []}
    for square, piece in zip(SQUARES, occupants, strict=True):
        if piece is not None:
            sides[piece.colour].append(f"K{square}" if piece.king else str(square))
    return f"{turn.letter}:W{','.join(sides[WHITE])}:B{','.join(sides[BLACK])}"
