// How the value of a position is told in yes-or-no questions, given the values around it that are already
// known. Each question has a context; the chances of all contexts are measured for each slice and stored.
//
// The same walk over the questions serves for counting, encoding and decoding: `io.ask(context, answer)`
// returns the answer, which a decoder finds itself and an encoder may choose if nobody cares.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "neighbours.hpp"
#include "values.hpp"

namespace crownhead::tablebase {

// A value in one number: verdict in the two lowest bits, half the plies above. 0 is "not known".
using Cell = std::uint16_t;

constexpr Cell cell_of(Verdict verdict, Half half) {
    return static_cast<Cell>(static_cast<unsigned>(verdict) | (verdict == Verdict::Draw ? 0U : unsigned{half} << 2));
}
constexpr Verdict verdict_of(Cell cell) { return static_cast<Verdict>(cell & 3); }
constexpr Half half_of(Cell cell) { return static_cast<Half>(cell >> 2); }

constexpr unsigned draw_cell = static_cast<unsigned>(Verdict::Draw);

// The cells of a block as far as they are known, and where we are in it.
struct Seen {
    const Cell* cells;  // of the block, `here` of them known
    std::uint32_t here;
    const Neighbours& near;
    unsigned previous;  // back(1), which a decoder has just found: it need not wait for memory

    unsigned first() const { return near.first ? previous : 0U; }

    unsigned back(std::uint32_t distance) const { return distance && distance <= here ? cells[here - distance] : 0U; }
};

// The verdict after this one, going round: Win, Loss, Draw, Win.
constexpr unsigned next_verdict(unsigned verdict) { return verdict % 3 + 1; }

struct VerdictModel {
    static constexpr std::uint32_t block = 1024;
    static constexpr bool distances = false;
    static constexpr bool skips_jumps = false;  // agreeing with the guess costs next to nothing
    static constexpr std::size_t contexts = 2 << 14;

    template <typename Io>
    static Cell code(Io& io, const Seen& seen, Cell value) {
        const Neighbours& near = seen.near;
        const unsigned first = seen.first();
        const unsigned guess = first ? first : seen.previous ? seen.previous : draw_cell;
        // Older cells first, so that what waits for the last one is short.
        const unsigned third = near.third ? seen.back(near.third) : seen.back(near.outer_second);
        const unsigned two_lower = seen.back(2 * near.first);
        const unsigned first_and_outer = near.first && near.outer_first ? seen.back(near.outer_first + near.first) : 0U;
        const unsigned first_and_second = !near.second ? seen.back(2) : near.first ? seen.back(near.second + near.first) : 0U;
        const unsigned older = first_and_second << 6 | first_and_outer << 4 | two_lower << 2 | third;
        const unsigned second = near.second ? seen.back(near.second) : seen.previous;
        const unsigned context = first << 12 | (second << 10 | (seen.back(near.outer_first) << 8 | older));
        if (!io.ask(2 * context, value != guess)) return static_cast<Cell>(guess);
        const unsigned other = next_verdict(guess);
        return static_cast<Cell>(io.ask(2 * context + 1, value != other) ? next_verdict(other) : other);
    }
};

struct DistanceModel {
    static constexpr std::uint32_t block = 256;
    static constexpr bool distances = true;
    static constexpr bool skips_jumps = true;  // a distance costs bits even if it is as expected

    // Questions: another verdict than guessed? the last of the three? another distance? a smaller one? and
    // then, step by step, is it further off still?
    static constexpr unsigned steps = 12;  // further off than this the distance is told bit by bit
    static constexpr unsigned questions = 4 + steps;
    static constexpr unsigned surroundings = 4 * 14 * 8;
    static constexpr std::size_t plain = surroundings * questions;  // distances told bit by bit, by verdict
    static constexpr std::size_t contexts = plain + 4 * 256;

    template <typename Io>
    static Cell code(Io& io, const Seen& seen, Cell value) {
        const auto [first, second, third] = witnesses(seen);
        const unsigned context = questions * (((first & 3) * 14 + slope(first, second, 6)) * 8 + slope(first, third, 3));

        const unsigned guess = first & 3, verdict = value & 3U;
        if (io.ask(context, verdict != guess)) {
            const unsigned other = next_verdict(guess);
            const unsigned found = io.ask(context + 1, verdict != other) ? next_verdict(other) : other;
            return found == draw_cell ? static_cast<Cell>(draw_cell) : plain_half(io, found, value);
        }
        if (guess == draw_cell) return static_cast<Cell>(draw_cell);
        return near_half(io, context, first, value);
    }

    // What stands in the place of a value that is not coded.
    static Cell guess(const Seen& seen) { return static_cast<Cell>(witnesses(seen).first); }

private:
    struct Witnesses {
        unsigned first, second, third;  // the first is always known
    };
    static Witnesses witnesses(const Seen& seen) {
        const Neighbours& near = seen.near;
        unsigned first = seen.first(), second = seen.back(near.second), third = seen.back(near.outer_first);
        if (!second) second = third, third = seen.back(near.outer_second);
        if (!second) second = seen.back(near.third);
        if (!first) first = second, second = third, third = 0;
        if (!first) first = seen.previous;
        if (!first) first = draw_cell;
        return {first, second, third};
    }

    // How the distance changes from b to a, in 2 * most + 1 classes, and one more where that says nothing.
    static constexpr unsigned slope(unsigned a, unsigned b, int most) {
        if (!b || (a & 3) != (b & 3)) return static_cast<unsigned>(2 * most + 1);
        const int change = static_cast<int>(a >> 2) - static_cast<int>(b >> 2);
        return static_cast<unsigned>(std::clamp(change, -most, most) + most);
    }

    template <typename Io>
    static Cell near_half(Io& io, unsigned context, unsigned first, Cell value) {
        const int guess = static_cast<int>(first >> 2), half = value >> 2;
        if (!io.ask(context + 2, half != guess)) return static_cast<Cell>(first);
        const bool smaller = io.ask(context + 3, half < guess);
        const int room = smaller ? guess : int{no_half} - 1 - guess;  // how far it can go that way
        int off = std::min(1, room);
        while (off <= static_cast<int>(steps) && off < room &&
               io.ask(context + 3 + static_cast<unsigned>(off), std::abs(half - guess) > off))
            ++off;
        if (off > static_cast<int>(steps)) return plain_half(io, first & 3, value);
        return static_cast<Cell>((first & 3) | static_cast<unsigned>(smaller ? guess - off : guess + off) << 2);
    }

    template <typename Io>
    static Cell plain_half(Io& io, unsigned verdict, Cell value) {
        unsigned node = 1;
        for (int bit = 7; bit >= 0; --bit)
            node = 2 * node + io.ask(static_cast<unsigned>(plain) + verdict * 256 + node, value >> (2 + bit) & 1);
        return static_cast<Cell>(verdict | (node & 255) << 2);
    }
};

}  // namespace crownhead::tablebase
