// Patterns: how the pieces stand on eight squares that lie together, each empty, a piece of one's own or one of the
// enemy's; kings are pieces like men here. A setting of the eight is a number to the base of three.
// Every player sees every pattern from his own side, so one table of 3^8 rows of numbers serves both.
#pragma once

#include <array>
#include <cstddef>

#include "rules/square.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#include <type_traits>
#endif

namespace crownhead::patterns {

constexpr std::size_t settings = 6561;  // 3 to the 8th

// Settings are kept times four: a row of the evaluation has 32 bytes, and the processor's addresses multiply by eight.
constexpr int setting_step = 4;

// Four rows of two squares, or two rows of four.
constexpr Bits block(int row, int column, int rows, int columns) {
    Bits found = 0;
    for (int r = row; r < row + rows; ++r)
        for (int c = column; c < column + columns; ++c) found |= single(bit_of_index(4 * r + c));
    return found;
}

// As Black sees them; every square is in two of them at least. White's are these, turned by half a board.
constexpr std::array<Bits, 12> places = {
    block(0, 0, 4, 2), block(0, 1, 4, 2), block(0, 2, 4, 2), block(2, 0, 4, 2), block(2, 1, 4, 2), block(2, 2, 4, 2),
    block(4, 0, 4, 2), block(4, 1, 4, 2), block(4, 2, 4, 2), block(0, 0, 2, 4), block(3, 0, 2, 4), block(6, 0, 2, 4)};

// The setting of every place, times setting_step, as Black sees it and as White does. It is a sum over the pieces, so that a move changes
// it by what is moved and taken: two or three additions of the processor's widest words.
struct alignas(16) Seen {
    std::array<std::uint16_t, 2 * places.size()> numbers{};  // Black's, then White's

    constexpr std::size_t by_black(std::size_t place) const { return numbers[place]; }
    constexpr std::size_t by_white(std::size_t place) const { return numbers[places.size() + place]; }

    constexpr Seen& operator+=(const Seen& other) { return change<true>(other); }
    constexpr Seen& operator-=(const Seen& other) { return change<false>(other); }

private:
    template <bool Add>
    constexpr Seen& change(const Seen& other) {
#if defined(__SSE2__)
        // In words of the size in which they are copied: a wider one that was written in halves is slow to read.
        if (!std::is_constant_evaluated()) {
            auto* mine = reinterpret_cast<__m128i*>(this);
            const auto* theirs = reinterpret_cast<const __m128i*>(&other);
            for (std::size_t i = 0; i < sizeof(Seen) / sizeof(__m128i); ++i)
                mine[i] = Add ? _mm_add_epi16(mine[i], theirs[i]) : _mm_sub_epi16(mine[i], theirs[i]);
            return *this;
        }
#endif
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = static_cast<std::uint16_t>(Add ? numbers[i] + other.numbers[i] : numbers[i] - other.numbers[i]);
        return *this;
    }
};

// What one piece adds to the setting of a place: a step times 3 to the number of squares before its own, twice that for
// an enemy.
constexpr std::uint16_t worth(Bits place, Bit bit, bool own) {
    if (!(place & single(bit))) return 0;
    int power = setting_step;
    for (int before = count(place & (single(bit) - 1)); before > 0; --before) power *= 3;
    return static_cast<std::uint16_t>(own ? power : 2 * power);
}

struct SeenPieces {
    std::array<std::array<Seen, 35>, 2> seen{};  // [side][bit]

    constexpr SeenPieces() {
        for (const bool black : {true, false})
            for (Bit bit = 0; bit < 35; ++bit)
                for (std::size_t i = 0; i < places.size(); ++i) {
                    auto& numbers = seen[black ? 0 : 1][static_cast<std::size_t>(bit)].numbers;
                    numbers[i] = worth(places[i], bit, black);
                    numbers[places.size() + i] = worth(places[i], 34 - bit, !black);
                }
    }
};
inline constexpr SeenPieces seen_pieces;

constexpr const Seen& seen_piece(Side side, Bit bit) {
    return seen_pieces.seen[static_cast<std::size_t>(side)][static_cast<std::size_t>(bit)];
}

constexpr Seen look(Bits black, Bits white) {
    Seen seen;
    for_each_bit(black, [&](Bit b) { seen += seen_piece(Side::Black, b); });
    for_each_bit(white, [&](Bit b) { seen += seen_piece(Side::White, b); });
    return seen;
}

}  // namespace crownhead::patterns
