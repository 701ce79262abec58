// Accumulators: the states of patterns as both players see them. They are sums over the pieces, so a move changes them
// by what is moved and taken, with two or three additions of wide words.
#pragma once

#include "evaluation/king_patterns.hpp"
#include "rules/position.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#include <type_traits>
#endif

namespace crownhead {

template <std::size_t Patterns>
struct alignas(16) PatternStates {
    // States are kept times four: a row of the network has 32 bytes, and addresses of the processor multiply by at most
    // eight.
    static constexpr int stride = 4;

    std::array<std::uint16_t, 2 * Patterns> states{};  // Black's, then White's; each times stride

    constexpr std::size_t of_black(std::size_t pattern) const { return states[pattern]; }
    constexpr std::size_t of_white(std::size_t pattern) const { return states[Patterns + pattern]; }

    constexpr PatternStates& operator+=(const PatternStates& other) { return change<true>(other); }
    constexpr PatternStates& operator-=(const PatternStates& other) { return change<false>(other); }

private:
    template <bool Add>
    constexpr PatternStates& change(const PatternStates& other) {
#if defined(__SSE2__)
        // Avoids a store-forwarding stall: accumulators are copied in words of 16 bytes, so they are read in such words.
        if (!std::is_constant_evaluated()) {
            constexpr std::size_t word = sizeof(__m128i) / sizeof(std::uint16_t);
            for (std::size_t i = 0; i < states.size(); i += word) {
                __m128i* mine = reinterpret_cast<__m128i*>(&states[i]);  // not auto: it would forget that words alias
                const __m128i more = _mm_load_si128(reinterpret_cast<const __m128i*>(&other.states[i]));
                const __m128i sum = _mm_load_si128(mine);
                _mm_store_si128(mine, Add ? _mm_add_epi16(sum, more) : _mm_sub_epi16(sum, more));
            }
            return *this;
        }
#endif
        for (std::size_t i = 0; i < states.size(); ++i)
            states[i] = static_cast<std::uint16_t>(Add ? states[i] + other.states[i] : states[i] - other.states[i]);
        return *this;
    }
};

using Accumulator = PatternStates<patterns::count>;
using KingAccumulator = PatternStates<king_patterns::count>;

// What one piece adds to the accumulator.
struct PieceAccumulators {
    std::array<std::array<Accumulator, 35>, 2> of{};  // [side][bit]

    constexpr PieceAccumulators() {
        for (const bool black : {true, false})
            for (Bit bit = 0; bit < 35; ++bit)
                for (std::size_t i = 0; i < patterns::count; ++i) {
                    auto& states = of[black ? 0 : 1][static_cast<std::size_t>(bit)].states;
                    const auto value = [&](Bit seen_at, bool own) {
                        const int added = patterns::place_value(patterns::squares[i], seen_at, 3, own ? 1 : 2);
                        return static_cast<std::uint16_t>(Accumulator::stride * added);
                    };
                    states[i] = value(bit, black);
                    states[patterns::count + i] = value(34 - bit, !black);
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

// What one piece adds to the king accumulator.
struct PieceKingAccumulators {
    std::array<std::array<std::array<KingAccumulator, 35>, 2>, 2> of{};  // [side][is a king][bit]

    constexpr PieceKingAccumulators() {
        for (const bool black : {true, false})
            for (const bool king : {true, false})
                for (Bit bit = 0; bit < 35; ++bit)
                    for (std::size_t i = 0; i < king_patterns::count; ++i) {
                        auto& states = of[black ? 0 : 1][king][static_cast<std::size_t>(bit)].states;
                        const auto value = [&](Bit seen_at, bool own) {
                            const int digit = (own ? 1 : 3) + king;
                            const int added = patterns::place_value(king_patterns::squares[i], seen_at, 5, digit);
                            return static_cast<std::uint16_t>(KingAccumulator::stride * added);
                        };
                        states[i] = value(bit, black);
                        states[king_patterns::count + i] = value(34 - bit, !black);
                    }
    }
};
inline constexpr PieceKingAccumulators piece_king_accumulators;

// Always from scratch: where there are kings there are few pieces, and elsewhere nobody asks.
constexpr KingAccumulator king_accumulator_of(const Position& p) {
    KingAccumulator sum;
    for (const Side side : {Side::Black, Side::White}) {
        const auto& added = piece_king_accumulators.of[static_cast<std::size_t>(side)];
        for_each_bit(p.pieces(side), [&](Bit b) { sum += added[p.kings >> b & 1][static_cast<std::size_t>(b)]; });
    }
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
