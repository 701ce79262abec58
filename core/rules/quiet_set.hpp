// Quiet moves as small numbers, and sets of them as bits. The index of a quiet move of Us:
//
//   bits 0-4  its origin, less the least from which a piece can go this way
//   bit  5    whether it goes by 5, and not by 4
//   bit  6    whether it goes back, as only kings do
#pragma once

#include <array>
#include <cstdlib>

#include "rules/move.hpp"

namespace crownhead {

using QuietIndex = int;
constexpr QuietIndex quiet_index_count = 128;
constexpr QuietIndex no_quiet = 127;  // would begin beyond the board

// The way that the men of S go: no quiet move begins below this, nor 31 above it.
template <Side S>
constexpr Bit least_origin = S == Side::Black ? 0 : 4;

// Every quiet move of these pieces the way that the men of S go, as a set of indices below 64.
template <Side S>
constexpr Bits quiets_ahead(Bits pieces, Bits empty) {
    const Bits by_4 = pieces & backward<S, 4>(empty), by_5 = pieces & backward<S, 5>(empty);
    return by_4 >> least_origin<S> | by_5 >> least_origin<S> << 32;
}

// The move of an index below 64, the way that the men of S go.
template <Side S>
constexpr Move quiet_ahead(QuietIndex index) {
    const Bit origin = (index & 31) + least_origin<S>;
    const int distance = 4 + (index >> 5);
    return Move::quiet(origin, S == Side::Black ? origin + distance : origin - distance);
}

// The index of the quiet move of Us between two squares; of any other pair of squares, some index.
template <Side Us>
constexpr QuietIndex quiet_index(Bit origin, Bit target) {
    const bool back = (Us == Side::Black) == (target < origin);
    const Bit least = back ? least_origin<opponent(Us)> : least_origin<Us>;
    return (origin - least + 32 * (std::abs(target - origin) - 4) + 64 * back) & (quiet_index_count - 1);
}

template <Side Us>
inline constexpr std::array<Move, quiet_index_count> quiet_moves = [] {
    std::array<Move, quiet_index_count> moves;
    for (QuietIndex index = 0; index < quiet_index_count / 2; ++index) {
        moves[static_cast<std::size_t>(index)] = quiet_ahead<Us>(index);
        moves[static_cast<std::size_t>(index + quiet_index_count / 2)] = quiet_ahead<opponent(Us)>(index);
    }
    return moves;
}();

// Quiet moves of one side, in ascending order of their indices.
struct QuietSet {
    Bits ahead = 0, back = 0;

    constexpr int size() const { return count(ahead) + count(back); }
    constexpr bool has(QuietIndex index) const { return (index < 64 ? ahead : back) >> (index & 63) & 1; }
    // How many come before it.
    constexpr int before(QuietIndex index) const {
        const Bits lower = single(index & 63) - 1;
        return index < 64 ? count(ahead & lower) : count(ahead) + count(back & lower);
    }
};

template <Side Us>
constexpr QuietSet quiet_set_of(Bits own, Bits kings, Bits empty) {
    return {quiets_ahead<Us>(own, empty), quiets_ahead<opponent(Us)>(own & kings, empty)};
}

}  // namespace crownhead
