// Squares, sides and sets of squares.
//
// A set of squares is of type Bits, a 64-bit word in which bit = index + index / 8, for the index 0-31 of a square
// (its PDN number less one). One bit is left free after every second row, so that each diagonal step
// is a shift by 4 or 5 and a step over the edge falls on a free bit: no edge masks are needed.
//
//            column  0   1   2   3   4   5   6   7
//   row 0               0       1       2       3        Black's home row, White's crownhead
//   row 1           4       5       6       7
//                 ( 8 )                                   free
//   row 2               9      10      11      12
//   row 3          13      14      15      16
//                 (17 )                                   free
//   row 4              18      19      20      21
//   row 5          22      23      24      25
//                 (26 )                                   free
//   row 6              27      28      29      30
//   row 7          31      32      33      34             White's home row, Black's crownhead
//
// Down-left is +4, down-right +5, up-right -4, up-left -5.
#pragma once

#include <cstdint>

#include "base/bits.hpp"

namespace crownhead {

enum class Side : std::uint8_t { Black, White };

constexpr Side opponent(Side side) { return side == Side::Black ? Side::White : Side::Black; }

constexpr int max_pieces_per_side = 12;

constexpr Bit bit_of_index(int index) { return index + index / 8; }
constexpr int index_of_bit(Bit bit) { return bit - bit / 9; }
constexpr Bits row_bits(int row) { return Bits{0xF} << (4 * row + row / 2); }

// Words of 32 bits, one a square and no gaps, are how sets of squares leave the core.
constexpr Bits spread(std::uint32_t compact) {
    const Bits c = compact;
    return (c & 0xFF) | (c & 0xFF00) << 1 | (c & 0xFF0000) << 2 | (c & 0xFF000000) << 3;
}
constexpr std::uint32_t gather(Bits set) {
    return static_cast<std::uint32_t>((set & 0xFF) | (set >> 1 & 0xFF00) | (set >> 2 & 0xFF0000) |
                                      (set >> 3 & 0xFF000000));
}

constexpr Bits all_squares = spread(0xFFFFFFFF);

template <Side S>
constexpr Bits crownhead_row = row_bits(S == Side::Black ? 7 : 0);

constexpr Bits crownhead_row_of(Side side) {
    return side == Side::Black ? crownhead_row<Side::Black> : crownhead_row<Side::White>;
}

// One diagonal step of a whole set: Distance is 4 or 5, forward is the way the men of S go.
template <Side S, int Distance>
constexpr Bits forward(Bits set) {
    return S == Side::Black ? set << Distance : set >> Distance;
}
template <Side S, int Distance>
constexpr Bits backward(Bits set) {
    return S == Side::Black ? set >> Distance : set << Distance;
}

// The board turned by half.
constexpr Bits turned(Bits set) {
    Bits result = 0;
    for_each_bit(set, [&](Bit b) { result |= single(34 - b); });
    return result;
}

}  // namespace crownhead
