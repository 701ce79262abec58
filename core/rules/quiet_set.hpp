// Quiet moves as numbers, and sets of them. The number of a step of Us:
//
//   bits 0-4  its origin, less the least from which a piece can go this way
//   bit  5    whether it goes by 5, and not by 4
//   bit  6    whether it goes back, as only kings do
#pragma once

#include <array>
#include <cstdlib>

#include "rules/move.hpp"

namespace crownhead {

using Step = int;
constexpr Step step_count = 128;
constexpr Step no_step = 127;  // would begin beyond the board

// The way that the men of S go: no step begins below this, nor 31 above it.
template <Side S>
constexpr Bit least_origin = S == Side::Black ? 0 : 4;

// Every step of these pieces the way that the men of S go, as a set of numbers below 64.
template <Side S>
constexpr Bits steps_ahead(Bits pieces, Bits empty) {
    const Bits by_4 = pieces & backward<S, 4>(empty), by_5 = pieces & backward<S, 5>(empty);
    return by_4 >> least_origin<S> | by_5 >> least_origin<S> << 32;
}

// The move of a number below 64, the way that the men of S go.
template <Side S>
constexpr Move move_ahead(Step step) {
    const Bit origin = (step & 31) + least_origin<S>;
    const int distance = 4 + (step >> 5);
    return Move::quiet(origin, S == Side::Black ? origin + distance : origin - distance);
}

// The number of the step of Us between two squares; of any other pair of squares, some number.
template <Side Us>
constexpr Step step_of(Bit origin, Bit target) {
    const bool back = (Us == Side::Black) == (target < origin);
    const Bit least = back ? least_origin<opponent(Us)> : least_origin<Us>;
    return (origin - least + 32 * (std::abs(target - origin) - 4) + 64 * back) & (step_count - 1);
}

template <Side Us>
inline constexpr std::array<Move, step_count> step_moves = [] {
    std::array<Move, step_count> moves;
    for (Step step = 0; step < step_count / 2; ++step) {
        moves[static_cast<std::size_t>(step)] = move_ahead<Us>(step);
        moves[static_cast<std::size_t>(step + step_count / 2)] = move_ahead<opponent(Us)>(step);
    }
    return moves;
}();

// The steps of one side, in ascending order of their numbers.
struct Steps {
    Bits ahead = 0, back = 0;

    constexpr int size() const { return count(ahead) + count(back); }
    constexpr bool has(Step step) const { return (step < 64 ? ahead : back) >> (step & 63) & 1; }
    // How many come before it.
    constexpr int before(Step step) const {
        const Bits lower = single(step & 63) - 1;
        return step < 64 ? count(ahead & lower) : count(ahead) + count(back & lower);
    }
};

template <Side Us>
constexpr Steps steps_of(Bits own, Bits kings, Bits empty) {
    return {steps_ahead<Us>(own, empty), steps_ahead<opponent(Us)>(own & kings, empty)};
}

}  // namespace crownhead
