#include "search/worker.hpp"

#include <algorithm>
#include <utility>

namespace crownhead {
namespace {

constexpr int nodes_between_polls = 1024;

}  // namespace

void Worker::prepare(const Task& task, std::uint64_t node_limit) {
    root_ = task.position;
    root_reversible_ = task.reversible;
    path_ = task.earlier;
    game_length_ = path_.size();
    path_.resize(game_length_ + max_ply + 2);
    MoveList moves = legal_moves(root_);
    keep_one_of_each_result(moves);
    root_moves_.clear();
    for (const Move move : moves) root_moves_.push_back({move, -infinite_score, -infinite_score, {move}});
    full_width_ = task.full_width;
    oracle_pieces_ = shared_.oracle ? shared_.oracle->most_pieces() : 0;
    look_for_unresolved_root(task);
    killers_ = {};
    stopped_ = false;
    nodes_ = hits_ = 0;
    node_limit_ = node_limit;
    until_poll_ = static_cast<int>(std::min<std::uint64_t>(nodes_between_polls, node_limit));
    publish();
}

void Worker::forget() {
    history_.clear();
    leaf_cache_.clear();
}

void Worker::begin_iteration() {
    selective_depth_ = 0;
    for (RootMove& move : root_moves_) move.earlier_score = std::exchange(move.score, -infinite_score);
}

void Worker::order_lines(int lines) {
    std::stable_sort(root_moves_.begin(), root_moves_.begin() + lines,
                     [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
}

void Worker::publish() {
    published_nodes_.store(nodes_, std::memory_order_relaxed);
    published_hits_.store(hits_, std::memory_order_relaxed);
}

bool Worker::poll() {
    if (stopped_) --nodes_;  // the way back up is not counted
    publish();
    if (nodes_ >= node_limit_ || shared_.stop.load(std::memory_order_relaxed) || shared_.clock.is_out_of_time())
        stopped_ = true;
    const std::uint64_t left = nodes_ < node_limit_ ? node_limit_ - nodes_ : 1;
    until_poll_ = static_cast<int>(std::min<std::uint64_t>(nodes_between_polls, left));
    return !stopped_;
}

}  // namespace crownhead
