// Patterns: how the pieces stand on eight squares that lie together, each empty, a piece of one's own or one of the
// enemy's; kings are pieces like men here.
// Every player sees every pattern from his own side, so one table of 3^8 weights serves both.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "square.hpp"

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace crownhead::patterns {

constexpr std::size_t squares_each = 8;
constexpr std::size_t settings = 6561;  // 3 to the 8th

// Four rows of two squares, or two rows of four.
constexpr Bits block(int row, int column, int rows, int columns) {
    Bits found = 0;
    for (int r = row; r < row + rows; ++r)
        for (int c = column; c < column + columns; ++c) found |= single(bit_of_index(4 * r + c));
    return found;
}

// As Black sees them. White's are these, turned by half a board.
constexpr std::array<Bits, 12> places = {
    block(0, 0, 4, 2), block(0, 1, 4, 2), block(0, 2, 4, 2), block(1, 0, 4, 2), block(1, 1, 4, 2), block(1, 2, 4, 2),
    block(2, 0, 4, 2), block(2, 1, 4, 2), block(0, 0, 2, 4), block(1, 0, 2, 4), block(2, 0, 2, 4), block(3, 0, 2, 4)};

// The squares of Mask that are in the set, brought together in ascending order.
template <Bits Mask>
constexpr std::size_t extract(Bits set) {
#if defined(__BMI2__)
    if (!std::is_constant_evaluated()) return _pext_u64(set, Mask);
#endif
    if constexpr (Mask == 0) {
        return 0;
    } else {
        constexpr int low = std::countr_zero(Mask), length = std::countr_one(Mask >> low);
        constexpr Bits run = (Bits{1} << length) - 1;
        return (set >> low & run) | extract<(Mask & ~(run << low))>(set) << length;
    }
}

// A set of eight as a number to the base of three, read from either end.
struct Ternary {
    std::array<std::uint16_t, 256> upwards{};
    std::array<std::uint16_t, 256> downwards{};

    constexpr Ternary() {
        for (std::size_t set = 0; set < 256; ++set) {
            std::uint16_t power = 1;
            for (std::size_t i = 0; i < squares_each; ++i, power = static_cast<std::uint16_t>(3 * power)) {
                if (set >> i & 1) upwards[set] = static_cast<std::uint16_t>(upwards[set] + power);
                if (set >> (7 - i) & 1) downwards[set] = static_cast<std::uint16_t>(downwards[set] + power);
            }
        }
    }
};
inline constexpr Ternary ternary;

// Calls visit(place, what Black sees there, what White sees there).
template <typename Visit>
constexpr void for_each(Bits black, Bits white, Visit&& visit) {
    const auto see = [&]<std::size_t I>() {
        constexpr Bits near = places[I], far = turned(near);
        visit(I, ternary.upwards[extract<near>(black)] + 2u * ternary.upwards[extract<near>(white)],
              ternary.downwards[extract<far>(white)] + 2u * ternary.downwards[extract<far>(black)]);
    };
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        (see.template operator()<I>(), ...);
    }(std::make_index_sequence<places.size()>{});
}

}  // namespace crownhead::patterns
