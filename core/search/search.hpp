// The search as its users see it: iterative deepening by several threads that share a transposition table, reporting by a
// callback.
#pragma once

#include "search/worker.hpp"

namespace crownhead {

class Search {
public:
    // Throws std::length_error for a table larger than the machine's memory.
    Search(int threads, std::size_t hash_megabytes, std::shared_ptr<const Evaluation> evaluation,
           std::shared_ptr<const EndgameOracle> oracle);

    // Starts the clock. From here on stop() and ponder_hit() from any thread are heeded.
    void begin(const Task& task);
    // Searches what was begun until a limit, a proof or stop(). The position has a legal move. One caller at a time.
    // Reports every line of every iteration; the last report of rank 1 is the answer.
    void run(const Task& task, const OnReport& on_report);

    void stop() { shared_.stop.store(true, std::memory_order_relaxed); }
    void ponder_hit() { shared_.clock.count_from_now(); }

    void forget();  // what earlier searches found, as for a new game
    std::size_t table_bytes() const { return shared_.table.bytes(); }
    const TranspositionTable& table() const { return shared_.table; }

private:
    void deepen(Worker& worker, const Task& task, const OnReport& on_report);
    void deepen_as_helper(Worker& worker, const Task& task, std::size_t number);
    void search_line(Worker& worker, int depth, int first);
    bool is_enough(const Worker& worker, const Task& task, int depth) const;
    void report(const Worker& worker, int depth, int first, bool is_whole, const OnReport& on_report) const;
    Score decided_by_database(const Worker& worker, Move move, Score score) const;
    bool answer_from_database(const Task& task, const OnReport& on_report);

    Shared shared_;
    std::vector<std::unique_ptr<Worker>> workers_;  // the first one leads
    Verdict root_verdict_ = Verdict::Unknown;       // what the database says of the position searched
};

}  // namespace crownhead
