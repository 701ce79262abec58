// What a worker makes of the endgame oracle.
#include "search/worker.hpp"

namespace crownhead {

// Step 4. What the oracle says is final unless the root is unresolved: the tree below is not looked at. The distance of
// a win matters only where the window lies among wins or losses; elsewhere any bound beyond it will do.
bool Worker::probe_oracle(const Node& node, Score& score) {
    constexpr Score least_win = database_win - max_ply;
    const bool bound_will_do = !is_decided(node.alpha) && !is_decided(node.beta);
    const EndgameValue value =
        bound_will_do ? EndgameValue{shared_.oracle->verdict(node.position), -1} : shared_.oracle->probe(node.position);
    if (value.verdict == Verdict::Unknown || is_unresolved(node.position, value.verdict)) return false;
    ++hits_;
    if (!bound_will_do || value.verdict == Verdict::Draw) score = score_of(value, node.position, node.ply);
    else score = value.verdict == Verdict::Win ? least_win : -least_win;
    return true;
}

// -- wins and losses whose distance no database knows ----------------------------------------------------------

// Such a win at the root must not be given away; how to make progress is left to the search.
void Worker::look_for_unresolved_root(const Task& task) {
    unresolved_ = Verdict::Unknown;
    if (count(root_.occupied()) > oracle_pieces_) return;
    const EndgameValue value = shared_.oracle->probe(root_);
    if (value.verdict == Verdict::Draw || value.plies >= 0) return;
    unresolved_ = value.verdict;
    if (unresolved_ != Verdict::Win || task.lines > 1) return;
    const auto gives_it_away = [&](const RootMove& m) {
        return shared_.oracle->verdict(after(root_, m.move)) != Verdict::Loss;
    };
    // All of them only if a table is damaged: then there is a move to be found all the same.
    if (!std::all_of(root_moves_.begin(), root_moves_.end(), gives_it_away)) std::erase_if(root_moves_, gives_it_away);
}

// Whether a verdict says no more than that of the root did: nothing has been captured, and the same side wins.
bool Worker::is_unresolved(const Position& p, Verdict verdict) const {
    return unresolved_ != Verdict::Unknown && count(p.occupied()) == count(root_.occupied()) &&
           unresolved_ == (p.turn == root_.turn ? verdict : opposite(verdict));
}

// A win of unknown distance is worth the more the better it looks, so that there is something to make progress by.
Score Worker::score_of(const EndgameValue& value, const Position& position, int ply) const {
    if (value.verdict == Verdict::Draw) return draw_score;
    const Score win = value.plies >= 0 ? win_in(ply + value.plies)
                                       : database_win - ply + std::abs(shared_.evaluation->of(position)) / 2;
    return value.verdict == Verdict::Win ? win : -win;
}

}  // namespace crownhead
