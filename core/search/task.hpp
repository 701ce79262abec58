// What a search is asked, and what it answers.
#pragma once

#include <functional>
#include <vector>

#include "rules/position.hpp"
#include "search/clock.hpp"
#include "search/score.hpp"

namespace crownhead {

constexpr std::uint64_t unlimited_nodes = ~std::uint64_t{0};

struct Task {
    Position position;
    std::vector<Key> earlier;  // the positions before this one since the last capture or advance, oldest first
    int reversible = 0;        // plies since the last capture or advance of a man
    int depth = max_depth;
    std::uint64_t nodes = unlimited_nodes;
    TimeBudget time;
    bool pondering = false;   // the clock does not run until the expected move is played
    bool full_width = false;  // no reductions, no forward pruning: the value is that of plain minimax
    int lines = 1;            // how many moves of the root get a score of their own
};

// One line at the end of an iteration.
struct Report {
    int rank = 1;  // 1 is the best line
    int depth = 0;
    int selective_depth = 0;  // the longest line looked at
    ReportedScore score;
    std::vector<Move> line;
    std::uint64_t nodes = 0;
    std::uint64_t database_hits = 0;
    double seconds = 0;
};

// Called by the thread that runs the search.
using OnReport = std::function<void(const Report&)>;

}  // namespace crownhead
