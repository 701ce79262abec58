"""Positions and their numbers: as many as there should be, and a bijection."""

from __future__ import annotations

from math import comb

import pytest

from crownhead import WHITE, Colour, _core
from crownhead.tablebase.slices import Slice, pairs_up_to, slices_with

# From the facts: positions with n pieces, one side may have none, side to move not counted.
POSITIONS = {
    2: 6_972,
    3: 261_224,
    4: 7_092_774,
    5: 148_688_232,
    6: 2_503_611_964,
    7: 34_779_531_480,
    8: 406_309_208_481,
}


def one_sided(pieces: int) -> int:
    """Positions in which one side has all the pieces."""
    return 2 * sum(comb(28, men) * comb(32 - men, pieces - men) for men in range(pieces + 1))


@pytest.mark.parametrize("pieces", POSITIONS)
def test_as_many_positions_as_there_are(pieces: int) -> None:
    assert sum(s.positions for s in slices_with(pieces)) == POSITIONS[pieces] - one_sided(pieces)


@pytest.mark.parametrize("slice", [*slices_with(2), *slices_with(3)], ids=lambda s: s.name)
def test_index_goes_both_ways(slice: Slice) -> None:
    check_index(slice)


@pytest.mark.deep
@pytest.mark.parametrize("slice", list(slices_with(4)), ids=lambda s: s.name)
def test_index_of_four_pieces_goes_both_ways(slice: Slice) -> None:
    check_index(slice)


def check_index(slice: Slice) -> None:
    """As many positions as numbers, and each number comes back: so none is left out and none comes twice."""
    for index in range(slice.positions):
        position = _core.slice_position(slice, index)
        assert _core.slice_index(position) == index
    counts = {(len(p.pieces(c, king=k))) for p in [position] for c in Colour for k in (False, True)}
    assert counts <= set(slice)


def test_white_to_move_is_black_to_move_seen_from_the_other_side() -> None:
    slice = Slice(1, 1, 0, 2)
    for index in range(0, slice.positions, 997):
        position = _core.slice_position(slice, index)
        assert position.flipped().turn == WHITE
        assert _core.slice_index(position.flipped()) == index


def test_index_beyond_the_end_is_refused() -> None:
    with pytest.raises(IndexError):
        _core.slice_position((0, 1, 0, 1), 992)


@pytest.mark.parametrize("pieces", [(0, 1, 0, 0), (-1, 2, 0, 1), (13, 0, 0, 1)])
def test_no_such_slice(pieces: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="from 1 to 12 pieces"):
        _core.slice_size(pieces)


def test_names() -> None:
    assert Slice(1, 2, 0, 10).name == "120a"
    assert Slice.from_name("120a") == Slice(1, 2, 0, 10)
    assert str(Slice(1, 2, 0, 1)) == "2 kings and man v king"
    for name in ("12", "1200", "0012", "x101", "d101", "66c0x", "c101"):
        assert Slice.from_name(name) is None


def test_order_lets_each_slice_find_what_it_needs() -> None:
    order = pairs_up_to(5)
    place = {s: i for i, s in enumerate(order)} | {s.flipped: i for i, s in enumerate(order)}
    for s, here in place.items():
        crowned = Slice(s.black_men - 1, s.black_kings + 1, s.white_men, s.white_kings)
        if s.black_men:
            assert place[crowned] < here
        for fewer in (s._replace(white_men=s.white_men - 1), s._replace(white_kings=s.white_kings - 1)):
            if fewer in place:
                assert place[fewer] < here
