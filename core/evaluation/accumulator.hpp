// The accumulator: the states of all patterns as both players see them. They are sums over the pieces, so a move changes
// them by what is moved and taken, with two or three additions of wide words.
#pragma once

#include "evaluation/patterns.hpp"
#include "rules/position.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#include <type_traits>
#endif

namespace crownhead {

struct alignas(16) Accumulator {
    // States are kept times four: a row of the network has 32 bytes, and addresses of the processor multiply by at most
    // eight.
    static constexpr int stride = 4;

    std::array<std::uint16_t, 2 * patterns::count> states{};  // Black's, then White's; each times stride

    constexpr std::size_t of_black(std::size_t pattern) const { return states[pattern]; }
    constexpr std::size_t of_white(std::size_t pattern) const { return states[patterns::count + pattern]; }

    constexpr Accumulator& operator+=(const Accumulator& other) { return change<true>(other); }
    constexpr Accumulator& operator-=(const Accumulator& other) { return change<false>(other); }

private:
    template <bool Add>
    constexpr Accumulator& change(const Accumulator& other) {
#if defined(__SSE2__)
        // Avoids a store-forwarding stall: accumulators are copied in words of 16 bytes, so they are read in such words.
        if (!std::is_constant_evaluated()) {
            auto* mine = reinterpret_cast<__m128i*>(this);
            const auto* theirs = reinterpret_cast<const __m128i*>(&other);
            for (std::size_t i = 0; i < sizeof(Accumulator) / sizeof(__m128i); ++i)
                mine[i] = Add ? _mm_add_epi16(mine[i], theirs[i]) : _mm_sub_epi16(mine[i], theirs[i]);
            return *this;
        }
#endif
        for (std::size_t i = 0; i < states.size(); ++i)
            states[i] = static_cast<std::uint16_t>(Add ? states[i] + other.states[i] : states[i] - other.states[i]);
        return *this;
    }
};

// What one piece adds to the accumulator.
struct PieceAccumulators {
    std::array<std::array<Accumulator, 35>, 2> of{};  // [side][bit]

    constexpr PieceAccumulators() {
        for (const bool black : {true, false})
            for (Bit bit = 0; bit < 35; ++bit)
                for (std::size_t i = 0; i < patterns::count; ++i) {
                    auto& states = of[black ? 0 : 1][static_cast<std::size_t>(bit)].states;
                    const auto digit = [&](Bit seen_at, bool own) {
                        return static_cast<std::uint16_t>(Accumulator::stride *
                                                          patterns::digit_of(patterns::squares[i], seen_at, own));
                    };
                    states[i] = digit(bit, black);
                    states[patterns::count + i] = digit(34 - bit, !black);
                }
    }
};
inline constexpr PieceAccumulators piece_accumulators;

constexpr const Accumulator& piece_accumulator(Side side, Bit bit) {
    return piece_accumulators.of[static_cast<std::size_t>(side)][static_cast<std::size_t>(bit)];
}

// From scratch.
constexpr Accumulator accumulator_of(Bits black, Bits white) {
    Accumulator sum;
    for_each_bit(black, [&](Bit b) { sum += piece_accumulator(Side::Black, b); });
    for_each_bit(white, [&](Bit b) { sum += piece_accumulator(Side::White, b); });
    return sum;
}

// A position as the search goes through it.
struct AccumulatedPosition : Position {
    Accumulator accumulator;  // always accumulator_of(black, white)
};

constexpr AccumulatedPosition accumulated(const Position& p) { return {p, accumulator_of(p.black, p.white)}; }

// After a legal move of Us, the side to move.
template <Side Us>
constexpr AccumulatedPosition after(const AccumulatedPosition& position, Move move) {
    Accumulator accumulator = position.accumulator;
    accumulator -= piece_accumulator(Us, move.origin());
    accumulator += piece_accumulator(Us, move.target());
    for_each_bit(move.captured(), [&](Bit b) { accumulator -= piece_accumulator(opponent(Us), b); });
    return {after<Us>(static_cast<const Position&>(position), move), accumulator};
}

}  // namespace crownhead
