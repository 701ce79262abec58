// A progress gradient for endings of kings only in which one side has more of them. They are mostly won, by exchanges, but
// the evaluation hardly tells one such position from another: without this the search walks about until the forty-move
// rule is near.
#pragma once

#include <algorithm>
#include <array>

#include "evaluation/evaluation.hpp"
#include "rules/position.hpp"

namespace crownhead {

namespace progress {

// In parts of a man: beside weights that make more of one, a gradient in fixed numbers would be too flat.
constexpr Score for_each_exchanged = worth_of_a_man * 2 / 5;  // of the ten pieces that are the most
constexpr Score for_each_step_apart = worth_of_a_man / 4;
constexpr Score for_each_on_the_edge = worth_of_a_man * 3 / 20;
constexpr int most_pieces = 10;

constexpr int row_of(Bit bit) { return index_of_bit(bit) / 4; }
constexpr int column_of(Bit bit) { return 2 * (index_of_bit(bit) % 4) + (row_of(bit) % 2 == 0); }

// Steps that a king needs from one square to another.
inline constexpr auto steps = [] {
    std::array<std::array<std::int8_t, 35>, 35> found{};
    const auto distance = [](int a, int b) { return a < b ? b - a : a - b; };
    for_each_bit(all_squares, [&](Bit a) {
        for_each_bit(all_squares, [&](Bit b) {
            found[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] = static_cast<std::int8_t>(
                std::max(distance(row_of(a), row_of(b)), distance(column_of(a), column_of(b))));
        });
    });
    return found;
}();

inline constexpr Bits edge = [] {
    Bits found = row_bits(0) | row_bits(7);
    for_each_bit(all_squares, [&](Bit b) {
        if (column_of(b) == 0 || column_of(b) == 7) found |= single(b);
    });
    return found;
}();

}  // namespace progress

// For the side to move: the more, the nearer the stronger side is to winning. 0 for all other positions.
inline Score progress_of(const Position& p) {
    using namespace progress;
    const int own = count(p.own()), enemy = count(p.enemy());
    if (p.occupied() != p.kings || own == enemy || own + enemy > most_pieces) return 0;
    const Bits strong = own > enemy ? p.own() : p.enemy(), weak = own > enemy ? p.enemy() : p.own();
    int apart = 0;
    for_each_bit(weak, [&](Bit a) {
        for_each_bit(strong, [&](Bit b) { apart += steps[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)]; });
    });
    const Score found = for_each_exchanged * (most_pieces - own - enemy) - for_each_step_apart * apart / (own * enemy) +
                        for_each_on_the_edge * count(weak & edge);
    return own > enemy ? found : -found;
}

}  // namespace crownhead
