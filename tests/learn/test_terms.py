"""What the evaluation counts, held against a plain reading of the board."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from strategies import positions

import crownhead as ch
from crownhead import _core

np = pytest.importorskip("numpy", reason="learning needs numpy")

KING_SQUARE = 7
PATTERN = KING_SQUARE + 32
BLOCKS = [(row, column, 4, 2) for row in (0, 1) for column in (0, 1, 2)] + [(2, 0, 4, 2), (2, 1, 4, 2)]
BLOCKS += [(row, 0, 2, 4) for row in range(4)]
"""First row, first column, rows and columns of each pattern."""


def counted(position: ch.Position) -> dict[int, int]:
    board = struct.pack(
        "<4I", position.black_bits, position.white_bits, position.king_bits, position.turn == ch.WHITE
    )
    _, terms, counts = _core.count_terms(board)
    found: dict[int, int] = {}
    for term, count in zip(np.frombuffer(terms, np.int32), np.frombuffer(counts, np.int8), strict=True):
        found[int(term)] = found.get(int(term), 0) + int(count)
    return {term: count for term, count in found.items() if count}


def seen(position: ch.Position) -> list[int]:
    """The pattern terms as Black sees them, by base-three numbers read square by square."""
    occupants = []
    for square in range(32):
        own, enemy = position.black_bits >> square & 1, position.white_bits >> square & 1
        occupants.append(own + 2 * enemy)
    terms = []
    for number, (row, column, rows, columns) in enumerate(BLOCKS):
        squares = [4 * (row + r) + column + c for r in range(rows) for c in range(columns)]
        terms.append(PATTERN + 6561 * number + sum(occupants[s] * 3**i for i, s in enumerate(squares)))
    return terms


@given(position=positions())
def test_patterns(position: ch.Position) -> None:
    expected: dict[int, int] = {}
    for sign, view in ((1, position), (-1, position.flipped())):
        for term in seen(view):
            expected[term] = expected.get(term, 0) + sign
    found = {term: count for term, count in counted(position).items() if term >= PATTERN}
    assert found == {term: count for term, count in expected.items() if count}


@given(position=positions())
def test_material(position: ch.Position) -> None:
    men, kings = ((position.black_bits, position.white_bits), position.king_bits)
    balance = [(men[0] & ~kings).bit_count() - (men[1] & ~kings).bit_count()]
    balance.append((men[0] & kings).bit_count() - (men[1] & kings).bit_count())
    found = counted(position)
    assert [found.get(0, 0), found.get(1, 0)] == balance


@given(position=positions())
def test_terms_are_opposite_for_the_other_side(position: ch.Position) -> None:
    flipped = counted(position.flipped())
    assert counted(position) == {term: -count for term, count in flipped.items()}


def test_a_board_that_is_none() -> None:
    with pytest.raises(ValueError, match="not a valid position"):
        _core.count_terms(struct.pack("<4I", 1, 1, 0, 0))
