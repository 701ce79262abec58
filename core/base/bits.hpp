// Sets of small numbers as the bits of a word.
#pragma once

#include <bit>
#include <cstdint>

namespace crownhead {

using Bits = std::uint64_t;  // a set
using Bit = int;             // the number of one bit, 0-63

constexpr int count(Bits set) { return std::popcount(set); }
constexpr Bit lowest(Bits set) { return std::countr_zero(set); }
constexpr Bits lowest_bit(Bits set) { return set & (~set + 1); }
constexpr Bits single(Bit bit) { return Bits{1} << bit; }

template <typename Visit>
constexpr void for_each_bit(Bits set, Visit&& visit) {
    for (; set; set &= set - 1) visit(lowest(set));
}

}  // namespace crownhead
