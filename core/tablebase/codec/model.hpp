// How the value of a position is told in yes-or-no questions, given the values around it that are already
// known. Each question has a context; the chances of all contexts are measured for each slice and stored.
//
// The same walk over the questions serves for counting, encoding and decoding: `io.ask(context, answer)`
// returns the answer, which a decoder finds itself and an encoder may choose if nobody cares. The cells hold
// what is wanted, 0 where nobody cares, and then what was told.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>

#include "tablebase/codec/neighbours.hpp"
#include "tablebase/values.hpp"

namespace crownhead::tablebase {

// A value in one number: verdict in the two lowest bits, half the plies above. 0 is "not known".
using Cell = std::uint16_t;

constexpr Cell cell_of(Verdict verdict, Half half) {
    return static_cast<Cell>(static_cast<unsigned>(verdict) | (verdict == Verdict::Draw ? 0U : unsigned{half} << 2));
}
constexpr Verdict verdict_of(Cell cell) { return static_cast<Verdict>(cell & 3); }
constexpr Half half_of(Cell cell) { return static_cast<Half>(cell >> 2); }

constexpr unsigned draw_cell = static_cast<unsigned>(Verdict::Draw);

// The verdict after this one, going round: Win, Loss, Draw, Win.
constexpr unsigned next_verdict(unsigned verdict) { return verdict % 3 + 1; }

// The cells of a block, and zeros around them, so that one may look at a whole strip where only a part is there.
template <std::uint32_t Size>
class BlockCells {
public:
    Cell& operator[](std::uint32_t i) { return cells_[margin + i]; }
    Cell operator[](std::uint32_t i) const { return cells_[margin + i]; }
    std::span<const Cell, Size> block() const { return std::span(cells_).template subspan<margin, Size>(); }

    unsigned back(std::uint32_t here, std::uint32_t distance) const {
        return distance && distance <= here ? (*this)[here - distance] : 0U;
    }
    // The same for all of a strip that begins here.
    const Cell* strip_back(std::uint32_t here, std::uint32_t distance) const {
        const bool is_there = distance && distance < here + margin;
        return cells_.data() + (is_there ? margin + here - distance : 0);
    }

private:
    static constexpr std::uint32_t margin = Strip::longest;
    std::array<Cell, margin + Size + margin> cells_{};
};

struct VerdictModel {
    static constexpr std::uint32_t block = 1024;
    static constexpr bool distances = false;
    static constexpr bool skips_jumps = false;  // agreeing with the guess costs next to nothing
    static constexpr std::size_t contexts = 2 << 14;
    // The first question of every context, which is mostly the only one, and then the second of every context.
    static constexpr unsigned place(unsigned context) { return context >> 1 | (context & 1) << 14; }
    using Cells = BlockCells<block>;

    template <typename Io>
    static void code(Io& io, Cells& cells, const Strip& strip) {
        const Earlier earlier = earlier_digits(cells, strip);
        unsigned previous = cells.back(strip.begin, 1), before = cells.back(strip.begin, 2);
        for (std::uint32_t i = strip.begin; i < strip.end;) {
            const Digits digits = digits_of(strip.at(i));
            for (const std::uint32_t end = strip.alike_until(i); i < end; ++i) {
                const unsigned context =
                    (earlier[i - strip.begin] & digits.earlier) + previous * digits.previous + before * digits.before;
                before = previous;
                io.care = cells[i] != 0;
                previous = code_one(io, context, previous ? previous : draw_cell, cells[i]);
                cells[i] = static_cast<Cell>(previous);
            }
        }
    }

private:
    // A context has seven digits of two bits.
    enum Digit : unsigned {
        Third = 1 << 0,
        TwoLower = 1 << 2,
        FirstAndOuter = 1 << 4,
        FirstAndSecond = 1 << 6,
        OuterFirst = 1 << 8,
        Second = 1 << 10,
        First = 1 << 12
    };

    // Those that come from earlier strips, for all of a strip at once. What lies beyond its end is anything.
    using Earlier = std::array<std::uint16_t, Strip::longest>;
    static Earlier earlier_digits(const Cells& cells, const Strip& strip) {
        const Neighbours& near = strip.near;
        const std::uint32_t row = near.outer_first, second = strip.has_second ? strip.places - 1 : 0;
        const Cell* thirds = cells.strip_back(strip.begin, near.third ? near.third : near.outer_second);
        const Cell* outers = cells.strip_back(strip.begin, row);
        const Cell* outers_and_first = cells.strip_back(strip.begin, row ? row + 1 : 0);
        const Cell* seconds = cells.strip_back(strip.begin, second);
        const Cell* seconds_and_first = cells.strip_back(strip.begin, second ? second + 1 : 0);
        Earlier found;
        for (std::size_t j = 0; j < found.size(); ++j)
            found[j] = static_cast<std::uint16_t>(seconds[j] * Second + outers[j] * OuterFirst +
                                                  seconds_and_first[j] * FirstAndSecond +
                                                  outers_and_first[j] * FirstAndOuter + thirds[j] * Third);
        return found;
    }

    // Which of those count where these neighbours are, and the digits that the two cells before make.
    struct Digits {
        unsigned earlier, previous, before;
    };
    static constexpr Digits digits_of(const Neighbours& near) {
        Digits found{3 * (OuterFirst + Third), 0, 0};
        if (near.first) found = {found.earlier + 3 * FirstAndOuter, First, TwoLower};
        if (near.second) found.earlier += 3 * Second + (near.first ? 3 * FirstAndSecond : 0U);
        else found.previous += Second, found.before += FirstAndSecond;
        return found;
    }

    template <typename Io>
    static unsigned code_one(Io& io, unsigned context, unsigned guess, unsigned value) {
        if (!io.ask(2 * context, value != guess)) return guess;
        const unsigned other = next_verdict(guess);
        return io.ask(2 * context + 1, value != other) ? next_verdict(other) : other;
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
    static constexpr unsigned place(unsigned context) { return context; }
    using Cells = BlockCells<block>;

    // A position with a jump is not told: its guess stands in its place.
    template <typename Io>
    static void code(Io& io, Cells& cells, const Strip& strip) {
        unsigned previous = cells.back(strip.begin, 1);
        for (std::uint32_t i = strip.begin; i < strip.end; ++i) {
            const Witnesses seen = witnesses(cells, i, strip.at(i), previous);
            previous = cells[i] ? code_one(io, seen, cells[i]) : seen.first;
            cells[i] = static_cast<Cell>(previous);
        }
    }

private:
    struct Witnesses {
        unsigned first, second, third;  // the first is always known
    };
    static Witnesses witnesses(const Cells& cells, std::uint32_t i, const Neighbours& near, unsigned previous) {
        unsigned first = near.first ? previous : 0U, second = cells.back(i, near.second),
                 third = cells.back(i, near.outer_first);
        if (!second) second = third, third = cells.back(i, near.outer_second);
        if (!second) second = cells.back(i, near.third);
        if (!first) first = second, second = third, third = 0;
        if (!first) first = previous;
        if (!first) first = draw_cell;
        return {first, second, third};
    }

    template <typename Io>
    static Cell code_one(Io& io, const Witnesses& seen, Cell value) {
        const auto [first, second, third] = seen;
        const unsigned context =
            questions * (((first & 3) * 14 + slope(first, second, 6)) * 8 + slope(first, third, 3));

        const unsigned guess = first & 3, verdict = value & 3U;
        if (io.ask(context, verdict != guess)) {
            const unsigned other = next_verdict(guess);
            const unsigned found = io.ask(context + 1, verdict != other) ? next_verdict(other) : other;
            return found == draw_cell ? static_cast<Cell>(draw_cell) : plain_half(io, found, value);
        }
        if (guess == draw_cell) return static_cast<Cell>(draw_cell);
        return near_half(io, context, first, value);
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
