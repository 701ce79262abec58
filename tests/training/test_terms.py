"""What the evaluation counts, held against a plain reading of the board."""

from __future__ import annotations

import struct

import numpy as np
import pytest
from hypothesis import given
from strategies import positions

import crownhead as ch
from crownhead import _core

TERMS = 7 + 32
BLOCKS = [(row, column, 4, 2) for row in (0, 2, 4) for column in (0, 1, 2)]
BLOCKS += [(row, 0, 2, 4) for row in (0, 3, 6)]
"""First row, first column, rows and columns of each pattern."""
KING_BLOCKS = [(row, column, 3, 2) for row in (0, 2, 3, 5) for column in (0, 2)]


def packed(position: ch.Position) -> bytes:
    return struct.pack(
        "<4I", position.black_bits, position.white_bits, position.king_bits, position.turn == ch.WHITE
    )


def counted(position: ch.Position) -> dict[int, int]:
    """Black's less White's."""
    counts = np.frombuffer(_core.features(packed(position)).terms, np.int8)
    sign = 1 if position.turn == ch.BLACK else -1
    return {term: sign * int(count) for term, count in enumerate(counts) if count}


def seen(position: ch.Position) -> list[int]:
    """The rows of patterns as Black sees them, by base-three numbers read square by square."""
    occupants = []
    for square in range(32):
        own, enemy = position.black_bits >> square & 1, position.white_bits >> square & 1
        occupants.append(own + 2 * enemy)
    return [
        6561 * number + sum(occupants[square] * 3**i for i, square in enumerate(squares_of(block)))
        for number, block in enumerate(BLOCKS)
    ]


def seen_with_kings(position: ch.Position) -> list[int]:
    """The rows of king patterns as Black sees them, by base-five numbers."""
    occupants = []
    for square in range(32):
        own, enemy, king = (
            bits >> square & 1 for bits in (position.black_bits, position.white_bits, position.king_bits)
        )
        occupants.append(own + 3 * enemy + king)
    return [
        15625 * number + sum(occupants[square] * 5**i for i, square in enumerate(squares_of(block)))
        for number, block in enumerate(KING_BLOCKS)
    ]


def squares_of(block: tuple[int, int, int, int]) -> list[int]:
    row, column, rows, columns = block
    return [4 * (row + r) + column + c for r in range(rows) for c in range(columns)]


@given(position=positions())
def test_patterns(position: ch.Position) -> None:
    mover, other = (
        (position, position.flipped()) if position.turn == ch.BLACK else (position.flipped(), position)
    )
    features = _core.features(packed(position))
    assert np.frombuffer(features.rows, np.int32).tolist() == seen(mover) + seen(other)
    found = np.frombuffer(features.king_rows, np.int32).tolist()
    assert found == seen_with_kings(mover) + seen_with_kings(other)


def test_places() -> None:
    assert list(_core.NETWORK.pattern_squares) == [
        sum(1 << square for square in squares_of(block)) for block in BLOCKS
    ]
    assert list(_core.NETWORK.king_pattern_squares) == [
        sum(1 << square for square in squares_of(block)) for block in KING_BLOCKS
    ]


@given(position=positions())
def test_material(position: ch.Position) -> None:
    men, kings = ((position.black_bits, position.white_bits), position.king_bits)
    balance = [(men[0] & ~kings).bit_count() - (men[1] & ~kings).bit_count()]
    balance.append((men[0] & kings).bit_count() - (men[1] & kings).bit_count())
    found = counted(position)
    assert [found.get(0, 0), found.get(1, 0)] == balance
    assert all(term < TERMS for term in found)


@given(position=positions())
def test_terms_are_opposite_for_the_other_side(position: ch.Position) -> None:
    flipped = counted(position.flipped())
    assert counted(position) == {term: -count for term, count in flipped.items()}


def test_a_board_that_is_none() -> None:
    with pytest.raises(ValueError, match="not a valid position"):
        _core.features(struct.pack("<4I", 1, 1, 0, 0))
