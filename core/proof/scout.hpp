// What the ordinary search thinks of positions. The proof search takes it for its guesses, never for a reason.
//
// The ordinary search looks at twenty times as many positions a second, and finds shots and databases far away. What it has
// seen stands in its transposition table.
#pragma once

#include "search/search.hpp"

namespace crownhead::proof {

class Scout {
public:
    // Throws std::length_error for a table larger than the machine's memory.
    Scout(std::size_t table_megabytes, std::shared_ptr<const Evaluation> evaluation,
          std::shared_ptr<const EndgameOracle> oracle)
        : search_(1, table_megabytes, std::move(evaluation), std::move(oracle)) {}

    // Searches the position, which has a move, for so many nodes, or until it finds it won or lost.
    // True if so.
    bool think(const Position& position, std::uint64_t nodes) {
        bool decided = false;
        Task task;
        task.position = position;
        task.nodes = nodes;
        search_.begin(task);
        search_.run(task, [&](const Report& report) {
            decided = report.score.kind != ReportedScore::Kind::Evaluation;
            if (decided) search_.stop();
        });
        return decided;
    }

    // The score for the side to move, who had this one before. May be called by other threads meanwhile.
    Score refined(const Position& position, Score score) const {
        const TranspositionEntry entry = search_.table().probe(position.key);
        if (is_lower(entry.bound())) score = std::max(score, entry.score());
        if (is_upper(entry.bound())) score = std::min(score, entry.score());
        return score;
    }

private:
    Search search_;
};

}  // namespace crownhead::proof
