// Which move to try first: the one that was best before, then what has refuted the opponent elsewhere.
#pragma once

#include <algorithm>
#include <array>
#include <climits>
#include <cstdlib>

#include "moves.hpp"
#include "table.hpp"

namespace crownhead {

// How well quiet moves did so far in this thread's search, by side, origin and step.
class History {
public:
    int of(Side side, Move move) const { return words_[static_cast<std::size_t>(side)][place(move)]; }

    // Moves towards `bonus`'s sign, never beyond +-limit.
    void learn(Side side, Move move, int bonus) {
        std::int16_t& word = words_[static_cast<std::size_t>(side)][place(move)];
        word = static_cast<std::int16_t>(word + bonus - word * std::abs(bonus) / limit);
    }
    void clear() { words_ = {}; }

private:
    static constexpr int limit = 8192;
    // A step is -5, -4, 4 or 5.
    static std::size_t place(Move move) {
        return static_cast<std::size_t>(move.origin() << 4 | (move.target() - move.origin() + 5));
    }
    std::array<std::array<std::int16_t, 35 << 4>, 2> words_{};
};

// The two quiet moves that refuted most lately at one ply.
struct Killers {
    std::array<Move, 2> moves{};

    void learn(Move move) {
        if (move == moves[0]) return;
        moves[1] = moves[0];
        moves[0] = move;
    }
};

// Gives moves best first, of equals the one that was put in first. Moves are looked at by rows of sixteen, almost always
// one row: a loop whose end the processor cannot foresee costs it more than the work.
class MovePicker {
public:
    static constexpr int first_choice = 1 << 20;  // beyond every other value

    MovePicker() {}  // fills no array: one is made at every node of a search

    void put(Move move, int value) {
        const auto place = static_cast<std::size_t>(size_);
        if (place % row == 0) std::fill_n(ranks_.begin() + size_, row, gone);
        moves_[place] = move;
        ranks_[place] = value * 256 + 255 - size_++;
    }
    // Whatever has this hint comes first.
    void favour(MoveHint hint) {
        for (std::size_t i = 0; i < static_cast<std::size_t>(size_); ++i)
            ranks_[i] += (hint_of(moves_[i]) == hint) * first_choice * 256;
    }
    int size() const { return size_; }

    // The number of the next best move, from 0, or -1 after the last.
    int next() {
        if (given_ < size_) return give_best();
        return again_ < put_off_ ? later_[static_cast<std::size_t>(again_++)] : -1;
    }
    // The move given under a number.
    Move operator[](int number) const { return moves_[order_[static_cast<std::size_t>(number)]]; }

    // The move given last comes again, under its number, when all others were given; only once.
    bool put_off() {
        if (again_ > 0) return false;
        later_[static_cast<std::size_t>(put_off_++)] = static_cast<std::uint8_t>(given_ - 1);
        return true;
    }

private:
    static constexpr int row = 16;
    static constexpr int gone = INT_MIN;

    int give_best() {
        int best = gone;
        for (int first = 0; first < size_; first += row)
            for (int i = first; i < first + row; ++i) best = std::max(best, ranks_[static_cast<std::size_t>(i)]);
        const auto place = static_cast<std::size_t>(255 - (best & 255));
        ranks_[place] = gone;
        order_[static_cast<std::size_t>(given_)] = static_cast<std::uint8_t>(place);
        return given_++;
    }

    int size_ = 0, given_ = 0, put_off_ = 0, again_ = 0;
    union {
        std::array<Move, max_moves> moves_;  // in a union nobody sets them to none
    };
    std::array<int, max_moves> ranks_;           // the value, and below it which came earlier
    std::array<std::uint8_t, max_moves> order_;  // place by number
    std::array<std::uint8_t, max_moves> later_;  // numbers
};
static_assert(max_moves < 256 && max_moves % 16 == 0);

}  // namespace crownhead
