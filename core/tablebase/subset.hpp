// Sets of k squares out of n, numbered 0 .. C(n, k) - 1 in colexicographic order: the number of the set
// {a < b < c < ...} is C(a, 1) + C(b, 2) + C(c, 3) + ..., so the highest square counts most.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "rules/square.hpp"

namespace crownhead::tablebase {

// choose[n][k] for n up to 32 squares and k up to 12 pieces, and 13 for "next" sums.
using Binomials = std::array<std::array<std::uint32_t, max_pieces_per_side + 2>, 33>;

constexpr Binomials make_binomials() {
    Binomials c{};
    for (std::size_t n = 0; n < c.size(); ++n) {
        c[n][0] = 1;
        for (std::size_t k = 1; k < c[n].size(); ++k) c[n][k] = n ? c[n - 1][k - 1] + c[n - 1][k] : 0;
    }
    return c;
}

inline constexpr Binomials binomials = make_binomials();

constexpr std::uint32_t choose(int n, int k) {
    return n < 0 ? 0 : binomials[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
}

constexpr std::uint32_t below(int square) { return (std::uint32_t{1} << square) - 1; }

// The number of a set among the squares that are not in `taken`, counted from square `first` up.
constexpr std::uint32_t rank_among(std::uint32_t set, std::uint32_t taken, int first = 0) {
    std::uint32_t rank = 0;
    for (int k = 1; set; ++k, set &= set - 1) {
        const int square = std::countr_zero(set);
        rank += choose(square - first - std::popcount(taken & below(square)), k);
    }
    return rank;
}

constexpr std::uint32_t rank_of(std::uint32_t set) { return rank_among(set, 0); }

// The same as rank_of(reversed(set)): squares counted from the highest down.
constexpr std::uint32_t rank_from_top(std::uint32_t set) {
    std::uint32_t rank = 0;
    for (int k = 1; set; ++k) {
        const int above = std::countl_zero(set);
        rank += choose(above, k);
        set &= 0x7FFFFFFF >> above;
    }
    return rank;
}

// The set of k squares 0-31 with this number.
constexpr std::uint32_t unrank(std::uint32_t rank, int k) {
    std::uint32_t set = 0;
    for (int square = 31; k > 0; --square) {
        const std::uint32_t smaller = choose(square, k);
        if (rank < smaller) continue;
        rank -= smaller;
        set |= std::uint32_t{1} << square;
        --k;
    }
    return set;
}

// The next set with as many squares, in order of number. Not for the last one, nor for the empty one.
constexpr std::uint32_t next_subset(std::uint32_t set) {
    const std::uint32_t low = set & (~set + 1), ripple = set + low;
    return ripple | (((set ^ ripple) >> 2) >> std::countr_zero(set));
}

// Moves the squares of a set, counted among the free ones, to where the free ones are.
inline std::uint32_t deposit(std::uint32_t set, std::uint32_t free) {
#ifdef __BMI2__
    return _pdep_u32(set, free);
#else
    std::uint32_t placed = 0;
    for (int passed = 0; set; set &= set - 1) {
        for (const int wanted = std::countr_zero(set); passed < wanted; ++passed) free &= free - 1;
        placed |= free & (~free + 1);
    }
    return placed;
#endif
}

}  // namespace crownhead::tablebase
