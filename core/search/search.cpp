#include "search/search.hpp"

#include "base/thread_crew.hpp"

namespace crownhead {
namespace {

// Of the aspiration window, to each side; beyond the second it is open.
constexpr Score first_window = 20, widest_window = 400;

}  // namespace

Search::Search(int threads, std::size_t hash_megabytes, std::shared_ptr<const Evaluation> evaluation,
               std::shared_ptr<const EndgameOracle> oracle)
    : shared_(hash_megabytes) {
    shared_.evaluation = std::move(evaluation);
    shared_.oracle = std::move(oracle);
    shared_.has_helpers = threads > 1;
    for (int i = 0; i < threads; ++i) workers_.push_back(std::make_unique<Worker>(shared_));
}

void Search::forget() {
    shared_.table.clear();
    for (const auto& worker : workers_) worker->forget();
}

void Search::begin(const Task& task) {
    shared_.stop.store(false, std::memory_order_relaxed);
    shared_.clock.start(task.time, task.pondering);
}

void Search::run(const Task& task, const OnReport& on_report) {
    shared_.table.begin_search();
    const std::uint64_t share = task.nodes == unlimited_nodes ? task.nodes : task.nodes / workers_.size();
    for (const auto& worker : workers_) worker->prepare(task, std::max<std::uint64_t>(share, 1));
    if (answer_from_database(task, on_report)) return;

    run_on_threads(workers_.size(), [&](std::uint64_t number) {
        if (number > 0) return deepen_as_helper(*workers_[number], task, number);
        try {
            deepen(*workers_[0], task, on_report);
        } catch (...) {
            stop();
            throw;
        }
        stop();
    });
}

void Search::deepen(Worker& worker, const Task& task, const OnReport& on_report) {
    const int lines = std::min(task.lines, static_cast<int>(worker.root_moves().size()));
    for (int depth = 1; depth <= task.depth; ++depth) {
        worker.begin_iteration();
        int searched = 0;
        while (searched < lines && !worker.is_stopped()) {
            search_line(worker, depth, searched++);
            worker.publish();
        }
        // A later line may turn out better than an earlier one: reductions depend on what the table knows by then.
        worker.order_lines(worker.is_stopped() ? searched - 1 : searched);
        for (int line = 0; line < searched; ++line) {
            const bool is_whole = !worker.is_stopped() || line < searched - 1;
            report(worker, depth, line, is_whole, on_report);
        }
        if (worker.is_stopped() || is_enough(worker, task, depth)) return;
    }
}

// Iterative deepening of the helpers, whose only result is what they store in the transposition table. Half of them are
// a ply ahead; ABDADA keeps them apart.
void Search::deepen_as_helper(Worker& worker, const Task& task, std::size_t number) {
    for (int depth = 1 + static_cast<int>(number % 2); depth <= max_depth; ++depth) {
        if (depth > task.depth + 1) return;
        worker.begin_iteration();
        search_line(worker, depth, 0);
        worker.publish();
        if (worker.is_stopped()) return;
    }
}

// An iteration for the best of the moves from `first` on, in an aspiration window around the score it had before.
void Search::search_line(Worker& worker, int depth, int first) {
    const Score expected = worker.root_moves()[static_cast<std::size_t>(first)].earlier_score;
    Score width = first_window;
    Score alpha = -infinite_score, beta = infinite_score;
    if (depth > 4 && !is_decided(expected) && expected > -infinite_score) {
        alpha = expected - width;
        beta = expected + width;
    }
    for (;;) {
        const Score score = worker.search_root(alpha, beta, depth, first);
        if (worker.is_stopped() || (score > alpha && score < beta)) return;
        width *= 4;
        if (score <= alpha) alpha = width > widest_window ? -infinite_score : score - width;
        if (score >= beta) beta = width > widest_window ? infinite_score : score + width;
    }
}

bool Search::is_enough(const Worker& worker, const Task& task, int depth) const {
    if (shared_.clock.is_pondering()) return false;
    const int plies_to_end = win_score - std::abs(worker.root_moves()[0].score);  // thousands if nothing is proved
    if (task.lines == 1 && plies_to_end <= depth) return true;
    return !shared_.clock.may_begin_iteration();
}

// A line that is not whole was stopped before all its moves were searched. What the best of them so far reaches is then
// reached for certain, but a loss is proved only if every move loses: until then the iteration before has the word.
void Search::report(const Worker& worker, int depth, int first, bool is_whole, const OnReport& on_report) const {
    const RootMove& root_move = worker.root_moves()[static_cast<std::size_t>(first)];
    Report report;
    report.rank = first + 1;
    const bool is_loss = is_decided(root_move.score) && root_move.score < 0;  // also without a score
    const bool is_new = is_whole || !is_loss;
    report.depth = std::max(is_new ? depth : depth - 1, 1);
    report.selective_depth = std::max(worker.selective_depth(), depth);
    Score score = is_new ? root_move.score : root_move.earlier_score;
    if (score == -infinite_score) score = shared_.evaluation->of(worker.root());  // stopped at once
    if (!is_decided(score)) score = decided_by_database(worker, root_move.move, score);
    report.score = ReportedScore::of(score, root_verdict_ != Verdict::Unknown);
    report.line = root_move.line;
    for (const auto& each : workers_) {
        report.nodes += each->nodes();
        report.database_hits += each->database_hits();
    }
    report.seconds = shared_.clock.elapsed();
    on_report(report);
}

// The score of a move whose win or loss the search has not seen the end of.
Score Search::decided_by_database(const Worker& worker, Move move, Score score) const {
    if (root_verdict_ != Verdict::Win && root_verdict_ != Verdict::Loss) return score;
    const EndgameValue next = shared_.oracle->probe(after(worker.root(), move));
    if (next.verdict == Verdict::Loss) return next.plies < 0 ? database_win + score / 2 : win_in(next.plies + 1);
    if (next.verdict == Verdict::Win) return next.plies < 0 ? -database_win + score / 2 : loss_in(next.plies + 1);
    return score;
}

// A win whose distance the database knows needs no search, unless its move repeats the position for the third time.
bool Search::answer_from_database(const Task& task, const OnReport& on_report) {
    root_verdict_ = Verdict::Unknown;
    if (!shared_.oracle || count(task.position.occupied()) > shared_.oracle->most_pieces()) return false;
    root_verdict_ = shared_.oracle->probe(task.position).verdict;
    if (task.lines > 1 || root_verdict_ != Verdict::Win) return false;
    const StopToken stop(
        [this] { return shared_.stop.load(std::memory_order_relaxed) || shared_.clock.is_out_of_time(); });
    const std::optional<Move> move = shared_.oracle->winning_move(task.position, task.reversible, stop);
    if (!move) return false;
    const Position next = after(task.position, *move);
    if (std::count(task.earlier.begin(), task.earlier.end(), next.key) >= 2) return false;
    Report report;
    report.depth = report.selective_depth = 1;
    report.score = ReportedScore::of(win_in(1 + shared_.oracle->probe(next).plies), true);
    report.line = {*move};
    report.database_hits = 1;
    report.seconds = shared_.clock.elapsed();
    on_report(report);
    return true;
}

}  // namespace crownhead
