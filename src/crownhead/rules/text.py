"""The board as eight lines of text: x and o are men, X and O kings, - an empty square to play on, and the
squares that nobody plays on are blanks. x is Black, at the top, and moves first.

    x x x x
     x x x x
    x x x x
     - - - -
    - - - -
     o o o o
    o o o o
     o o o o

This is a board with a playable square at each player's near right. That is the mirror image of the standard
board, and the way this style is written; mirror=False writes it the standard way round. A reader need not
be told: the blanks show it. The squares keep their numbers in both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.rules.piece import Piece
from crownhead.rules.setup import Setup
from crownhead.rules.square import SQUARES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crownhead.rules.colour import Colour

MOST_CHARACTERS = 2000
_PLAYABLE = "xXoO-"


def parse_text(text: str, turn: Colour) -> Setup:
    setup = Setup(turn)
    if not isinstance(text, str):
        setup.reasons.append(f"a board is a text, not {type(text).__name__}")
        return setup
    if len(text) > MOST_CHARACTERS:
        setup.reasons.append(f"{len(text)} characters are too many for a board of 8 lines of 8")
        return setup
    lines = [line.rstrip() for line in text.expandtabs(1).splitlines() if line.strip()]
    if len(lines) != 8:
        setup.reasons.append(f"a board has 8 lines, not {len(lines)}")
        return setup
    mirror = _is_mirrored(lines)
    for row, line in enumerate(lines):
        _read_line(setup, row, line, mirror)
    return setup


def _is_mirrored(lines: list[str]) -> bool:
    """Whether more of what stands on the board is where a mirrored board has its squares."""
    balance = 0
    for row, line in enumerate(lines):
        for column, character in enumerate(line):
            if character != " ":
                balance += 1 if (row + column) % 2 == 0 else -1
    return balance > 0


def _read_line(setup: Setup, row: int, line: str, mirror: bool) -> None:
    if len(line) > 8:
        setup.reasons.append(f"line {row + 1} is longer than 8 characters: {line[:24]!r}")
        return
    for place, character in enumerate(line.ljust(8)):
        column = 7 - place if mirror else place
        where = f"in line {row + 1}, column {place + 1}"
        if (row + column) % 2 == 0:
            if character != " ":
                setup.reasons.append(f"{character!r} {where} stands where nobody plays: expected a blank")
        elif character not in _PLAYABLE:
            setup.reasons.append(f"{character!r} {where} is no occupant: expected one of x X o O -")
        elif character != "-":
            setup.put(row * 4 + column // 2 + 1, Piece.from_symbol(character))


def write_text(occupants: Sequence[Piece | None], *, mirror: bool = True) -> str:
    lines = [[" "] * 8 for _ in range(8)]
    for square, piece in zip(SQUARES, occupants, strict=True):
        row, column = square.tile
        lines[row][7 - column if mirror else column] = piece.symbol if piece else "-"
    return "\n".join("".join(line) for line in lines)
