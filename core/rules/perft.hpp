// Perft: the number of lines of play of a given length. The measure of a move generator.
#pragma once

#include <vector>

#include "base/stop_token.hpp"
#include "rules/movegen.hpp"

namespace crownhead {

struct PerftOptions {
    int depth = 1;
    bool unique = false;  // count moves with the same origin, target and captures once
    int threads = 1;
};

struct Branch {
    Move move;
    std::uint64_t leaves = 0;
};

// Both throw Interrupted when told to stop.
std::uint64_t perft(const Position& position, const PerftOptions& options, const StopToken& stop);

// The count under each legal move, in the order of legal_moves. Depth is at least 1.
std::vector<Branch> divide(const Position& position, const PerftOptions& options, const StopToken& stop);

}  // namespace crownhead
