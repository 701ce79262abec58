// What refuted the opponent elsewhere in the tree: the history and killer heuristics.
#pragma once

#include <array>
#include <climits>
#include <cstdlib>

#include "rules/quiet_set.hpp"

namespace crownhead {

// Where a move stands among others, in one number: the higher the sooner.
//   bits 0-6  its index, if it is quiet      bits 7-14  255 less its place      bits 15-31  its value
namespace rank {
constexpr int gone = INT_MIN;
constexpr int of_value = 1 << 15, of_place = 1 << 7;
constexpr int of(int value, int place) { return value * of_value + (255 - place) * of_place; }
constexpr int value(int rank) { return rank >> 15; }
constexpr int place(int rank) { return 255 - (rank >> 7 & 255); }
}  // namespace rank

// The history heuristic: how well quiet moves did so far in this thread's search.
class History {
public:
    History() { clear(); }

    // For each quiet move of a side its part of a rank: value and index.
    using Ranks = std::array<int, quiet_index_count>;
    const Ranks& of(Side side) const { return ranks_[static_cast<std::size_t>(side)]; }

    // Moves towards the sign of `bonus`, never beyond +-limit.
    void update(Side side, QuietIndex move, int bonus) {
        int& known = ranks_[static_cast<std::size_t>(side)][static_cast<std::size_t>(move)];
        known += (bonus - rank::value(known) * std::abs(bonus) / limit) * rank::of_value;
    }
    void clear() {
        for (Ranks& ranks : ranks_)
            for (QuietIndex move = 0; move < quiet_index_count; ++move) ranks[static_cast<std::size_t>(move)] = move;
    }

    static constexpr int limit = 8192;

private:
    std::array<Ranks, 2> ranks_;
};

// The killer heuristic: the two quiet moves that caused a beta cut-off most lately at one ply.
struct Killers {
    std::array<QuietIndex, 2> moves{no_quiet, no_quiet};

    void update(QuietIndex move) {
        if (move == moves[0]) return;
        moves[1] = moves[0];
        moves[0] = move;
    }
};

}  // namespace crownhead
