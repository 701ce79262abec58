// A slice: all positions with the same pieces and Black to move. Positions with White to move are those
// of the flipped slice, seen from the other chair, so that nothing is held twice.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "rules/position.hpp"

namespace crownhead::tablebase {

// Sets of squares without gaps: bit = index 0-31. What indices are computed from.
using Squares = std::uint32_t;

struct Slice {
    int black_men = 0;
    int black_kings = 0;
    int white_men = 0;
    int white_kings = 0;

    constexpr int black() const { return black_men + black_kings; }
    constexpr int white() const { return white_men + white_kings; }
    constexpr int men() const { return black_men + white_men; }
    constexpr int pieces() const { return black() + white(); }
    constexpr bool has_both_sides() const { return black() > 0 && white() > 0; }
    constexpr Slice flipped() const { return {white_men, white_kings, black_men, black_kings}; }

    friend constexpr auto operator<=>(const Slice&, const Slice&) = default;

    // "1211": black men, black kings, white men, white kings. Twelve are the most, so a digit may be a, b or c.
    std::string name() const {
        const auto digit = [](int n) { return static_cast<char>(n < 10 ? '0' + n : 'a' + n - 10); };
        return {digit(black_men), digit(black_kings), digit(white_men), digit(white_kings)};
    }
};

// Where the pieces of a position stand, Black to move.
struct Placement {
    Squares black_men = 0;
    Squares black_kings = 0;
    Squares white_men = 0;
    Squares white_kings = 0;

    constexpr Squares occupied() const { return black_men | black_kings | white_men | white_kings; }
    friend constexpr bool operator==(const Placement&, const Placement&) = default;
};

constexpr Squares reversed(Squares set) {
    set = (set >> 1 & 0x55555555) | (set & 0x55555555) << 1;
    set = (set >> 2 & 0x33333333) | (set & 0x33333333) << 2;
    set = (set >> 4 & 0x0F0F0F0F) | (set & 0x0F0F0F0F) << 4;
    set = (set >> 8 & 0x00FF00FF) | (set & 0x00FF00FF) << 8;
    return set >> 16 | set << 16;
}

constexpr Placement flipped(const Placement& p) {
    return {reversed(p.white_men), reversed(p.white_kings), reversed(p.black_men), reversed(p.black_kings)};
}

// The position with the side to move as Black.
constexpr Placement placement_of(const Position& p) {
    const Placement seen{gather(p.black & ~p.kings), gather(p.black & p.kings), gather(p.white & ~p.kings),
                         gather(p.white & p.kings)};
    return p.turn == Side::Black ? seen : flipped(seen);
}

constexpr Slice slice_of(const Placement& p) {
    return {std::popcount(p.black_men), std::popcount(p.black_kings), std::popcount(p.white_men),
            std::popcount(p.white_kings)};
}

// Black to move. Keyless: nothing in this room looks at keys.
constexpr Position position_of(const Placement& p) {
    const Bits black = spread(p.black_men | p.black_kings), white = spread(p.white_men | p.white_kings);
    return {black, white, spread(p.black_kings | p.white_kings), 0, Side::Black};
}

}  // namespace crownhead::tablebase
