#include "search/worker.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace crownhead {
namespace {

constexpr int quiet_plies_for_draw = 80;
constexpr int nodes_between_polls = 1024;

// Nearer the horizon, searching is as quick as waiting for the table's memory.
constexpr int least_table_depth = 2;

// Threads keep out of each other's way down to this depth. Below it they would be at it longer than they gain.
constexpr int least_shared_depth = 8;

// From this depth on, a position without a best move in the table is searched a ply less deeply: few such positions
// turn out to matter, and those that do have one when the next iteration comes.
constexpr int least_known_depth = 6;

// Forward pruning: up to this depth, and by this much of a man, in hundredths, for each ply of it.
constexpr int reach_depth = 4;
constexpr Score reach_per_ply = 28;

// Part of the table's key where the forty-move rule is near: the same position is then worth different scores.
Key nearness_key(int quiet) {
    constexpr int near = 48;
    if (quiet < near) return 0;
    Key state = static_cast<Key>(quiet / 4);
    return next_random(state);
}

// By how much the n-th move is searched less deeply.
struct Reductions {
    static constexpr double steepness = 1.7;
    std::array<std::array<std::int8_t, 64>, 64> plies{};  // [depth][number]
    Reductions() {
        for (std::size_t d = 1; d < 64; ++d)
            for (std::size_t n = 1; n < 64; ++n)
                plies[d][n] = static_cast<std::int8_t>(0.5 + std::log(double(d)) * std::log(double(n)) / steepness);
    }
    int operator()(int depth, int number) const {
        return plies[static_cast<std::size_t>(std::min(depth, 63))][static_cast<std::size_t>(std::min(number, 63))];
    }
};

// Made at first use: nothing may run while the extension is loaded, before it has asked what the processor can do.
const Reductions& reductions() {
    static const Reductions table;
    return table;
}

int value_of_jump(const Position& position, Move move) {
    return 4 * count(move.captured()) + count(move.captured() & position.kings);
}

}  // namespace

void Worker::prepare(const Task& task, std::uint64_t node_limit) {
    root_ = task.position;
    root_quiet_ = task.quiet;
    path_ = task.earlier;
    game_length_ = path_.size();
    path_.resize(game_length_ + max_ply + 2);
    MoveList moves = legal_moves(root_);
    keep_one_of_each_result(moves);
    root_moves_.clear();
    for (const Move move : moves) root_moves_.push_back({move, -infinite_score, -infinite_score, {move}});
    full_width_ = task.full_width;
    oracle_pieces_ = shared_.oracle ? shared_.oracle->most_pieces() : 0;
    see_what_is_open(task);
    killers_ = {};
    stopped_ = false;
    nodes_ = hits_ = 0;
    node_limit_ = node_limit;
    until_poll_ = static_cast<int>(std::min<std::uint64_t>(nodes_between_polls, node_limit));
    publish();
}

void Worker::forget() {
    history_.clear();
    recent_.clear();
}

void Worker::begin_iteration() {
    selective_depth_ = 0;
    for (RootMove& move : root_moves_) move.earlier_score = std::exchange(move.score, -infinite_score);
}

void Worker::publish() {
    published_nodes_.store(nodes_, std::memory_order_relaxed);
    published_hits_.store(hits_, std::memory_order_relaxed);
}

bool Worker::poll() {
    if (stopped_) --nodes_;  // the way back up costs nothing
    publish();
    if (nodes_ >= node_limit_ || shared_.stop.load(std::memory_order_relaxed) || shared_.clock.is_out_of_time())
        stopped_ = true;
    const std::uint64_t left = nodes_ < node_limit_ ? node_limit_ - nodes_ : 1;
    until_poll_ = static_cast<int>(std::min<std::uint64_t>(nodes_between_polls, left));
    return !stopped_;
}

// A position of the line looked at that comes again is no progress and counts as the draw it leads to; one of the
// game before needs the third time that the rule asks for.
bool Worker::is_repetition(Key key, int ply, int quiet) const {
    const auto here = static_cast<int>(game_length_) + ply;
    int in_game = 0;
    for (int back = 4; back <= std::min(quiet, here); back += 2) {
        if (path_[static_cast<std::size_t>(here - back)] != key) continue;
        if (back <= ply || ++in_game == 2) return true;
    }
    return false;
}

void Worker::extend_line(Move move, int ply) {
    Line& line = lines_[static_cast<std::size_t>(ply)];
    const Line& below = lines_[static_cast<std::size_t>(ply + 1)];
    line.moves[0] = move;
    std::copy_n(below.moves.begin(), below.length, line.moves.begin() + 1);
    line.length = below.length + 1;
}

template <Side Us>
void Worker::learn_refutation(const MovePicker& moves, int tried, int depth, int ply) {
    const int bonus = std::min(depth * depth * 4, 1600);
    const auto step = [&](int number) { return step_of<Us>(moves[number].origin(), moves[number].target()); };
    killers_[static_cast<std::size_t>(ply)].learn(step(tried));
    history_.learn(Us, step(tried), bonus);
    for (int i = 0; i < tried; ++i) history_.learn(Us, step(i), -bonus);
}

// The value of a position, or a bound of it, for Us, who is to move:
//   result <= alpha           then value <= result
//   alpha < result < beta     then value == result
//   result >= beta            then value >= result
// where the value is that of the tree looked at. Meaningless once is_stopped().
template <Side Us, bool Pv>
Score Worker::search(const Scene& p, Score alpha, Score beta, int depth, int ply, int quiet) {
    if (!count_node()) return draw_score;
    if constexpr (Pv) lines_[static_cast<std::size_t>(ply)].length = 0;
    const Bits jumping = jumpers<Us>(p.pieces(Us), p.pieces(opponent(Us)), p.kings, p.empty());
    if (quiet >= 4) {
        if (is_repetition(p.key, ply, quiet)) return draw_score;
        if (quiet >= quiet_plies_for_draw && (jumping || has_quiet_move(p))) return draw_score;
    }
    if (depth <= 0) return jumping ? search_jumps<Us>(p, jumping, alpha, beta, ply) : evaluate_or_lose<Us>(p, ply);
    Node node{p, jumping, alpha, beta, depth, ply, quiet};
    return search_moves<Us, Pv>(node);
}

template <Side Us>
Score Worker::evaluate(const Scene& p) {
    if (const auto known = recent_.find(p.key, 0)) return known.score;
    const Score score = shared_.evaluation->of<Us>(p);
    recent_.put(p.key, 0, {score, Bound::Exact});
    return score;
}

template <Side Us>
Score Worker::evaluate_or_lose(const Scene& p, int ply) {
    return can_step<Us>(p) ? evaluate<Us>(p) : loss_in(ply);
}

// The contract of search(), beyond the horizon: jumps are forced, so a position with one is never evaluated.
template <Side Us>
Score Worker::search_jumps(const Scene& p, Bits jumping, Score alpha, Score beta, int ply) {
    selective_depth_ = std::max(selective_depth_, ply);
    if (ply >= max_ply) return evaluate<Us>(p);
    MoveList moves;
    for_each_jump<Us>(jumping, p.pieces(opponent(Us)), p.kings, p.empty(), [&](Move move) { moves.push(move); });
    Score best = -infinite_score;
    for (const Move move : moves) {
        const Score score =
            -search<opponent(Us), false>(after<Us>(p, move), -beta, -std::max(alpha, best), 0, ply + 1, 0);
        if (stopped_) return draw_score;
        best = std::max(best, score);
        if (best >= beta) break;
    }
    return best;
}

// The contract of search(), within the horizon.
template <Side Us, bool Pv>
Score Worker::search_moves(Node& node) {
    selective_depth_ = std::max(selective_depth_, node.ply);
    if (node.ply >= max_ply) return evaluate<Us>(node.position);
    node.alpha = std::max(node.alpha, loss_in(node.ply));  // no line from here is lost or won sooner than this
    node.beta = std::min(node.beta, win_in(node.ply + 1));
    if (node.alpha >= node.beta) return node.alpha;

    Score score;
    if (ask_oracle(node, score)) return score;
    const Key key = node.position.key ^ nearness_key(node.quiet);
    if (!Pv && ask_recent(node, key, score)) return score;
    if (!Pv && is_out_of_reach<Us>(node, score)) return score;
    MovePicker moves;
    list_moves<Us>(node, moves);  // while the table's line is still on its way
    const bool kept = node.depth >= least_table_depth;
    const TableData known = kept ? shared_.table.probe(key) : TableData();
    if (!Pv && ask_table(node, known, score)) return score;

    if (moves.size() == 0) return loss_in(node.ply);
    if (known.hint() != no_hint) moves.favour<Us>(known.hint());
    else if (!full_width_ && node.depth >= least_known_depth) --node.depth;
    const Found found = try_moves<Us, Pv>(node, moves);
    if (stopped_) return draw_score;
    if (kept)
        shared_.table.store(key, found.move ? hint_of(found.move) : no_hint, found.bound,
                        from_position(found.score, node.ply), node.depth);
    else if (!is_decided(found.score))
        recent_.put(key, 1, {found.score, found.bound});
    return found.score;
}

// A win of unknown distance is worth the more the better it looks, so that there is something to make progress by.
Score Worker::score_of(const EndgameValue& value, const Position& position, int ply) const {
    if (value.verdict == Verdict::Draw) return draw_score;
    const Score win = value.plies >= 0 ? win_in(ply + value.plies)
                                       : database_win - ply + std::abs(shared_.evaluation->of(position)) / 2;
    return value.verdict == Verdict::Win ? win : -win;
}

// A win of unknown distance must not be given away, and otherwise it is searched for.
void Worker::see_what_is_open(const Task& task) {
    open_verdict_ = Verdict::Unknown;
    if (count(root_.occupied()) > oracle_pieces_) return;
    const EndgameValue value = shared_.oracle->probe(root_);
    if (value.verdict == Verdict::Draw || value.plies >= 0) return;
    open_verdict_ = value.verdict;
    if (open_verdict_ != Verdict::Win || task.lines > 1) return;
    std::erase_if(root_moves_, [&](const RootMove& m) { return shared_.oracle->verdict(after(root_, m.move)) != Verdict::Loss; });
}

// Whether a verdict says no more than that of the root did: nothing has been captured, and the same side wins.
bool Worker::is_open(const Position& p, Verdict verdict) const {
    return open_verdict_ != Verdict::Unknown && count(p.occupied()) == count(root_.occupied()) &&
           open_verdict_ == (p.turn == root_.turn ? verdict : opposite(verdict));
}

// Whether a database decides. Its word is final unless the root is open: the tree below is not looked at. The distance of a win matters only
// where the window lies among wins or losses; elsewhere any bound beyond it will do.
bool Worker::ask_oracle(const Node& node, Score& score) {
    if (count(node.position.occupied()) > oracle_pieces_) return false;
    constexpr Score least_win = database_win - max_ply;
    const bool bounds_will_do = !is_decided(node.alpha) && !is_decided(node.beta);
    const EndgameValue value =
        bounds_will_do ? EndgameValue{shared_.oracle->verdict(node.position), -1} : shared_.oracle->probe(node.position);
    if (value.verdict == Verdict::Unknown || is_open(node.position, value.verdict)) return false;
    ++hits_;
    if (!bounds_will_do || value.verdict == Verdict::Draw) score = score_of(value, node.position, node.ply);
    else score = value.verdict == Verdict::Win ? least_win : -least_win;
    return true;
}

// Whether a score of this kind lies on the right side of the window, which is of width one here.
bool Worker::decides(Bound bound, Score score, const Node& node) {
    return (is_least(bound) & (score >= node.beta)) | (is_most(bound) & (score <= node.alpha));
}

// Whether what the table knows is deep enough and decides.
bool Worker::ask_table(const Node& node, TableData known, Score& score) const {
    if (!known || (full_width_ ? known.depth() != node.depth : known.depth() < node.depth)) return false;
    score = from_root(known.score(), node.ply);
    return decides(known.bound(), score, node);
}

// The same for positions too near the horizon for the table.
bool Worker::ask_recent(const Node& node, Key key, Score& score) const {
    if (node.depth >= least_table_depth) return false;
    const Recent::Finding known = recent_.find(key, 1);
    score = known.score;
    return decides(known.bound, score, node);
}

// Forward pruning: near the horizon, an evaluation far outside the window is not expected to come back into it.
template <Side Us>
bool Worker::is_out_of_reach(const Node& node, Score& score) {
    if (full_width_ || node.jumping || node.depth > reach_depth || is_decided(node.alpha) || is_decided(node.beta))
        return false;
    if (!can_step<Us>(node.position)) return false;
    score = evaluate<Us>(node.position);
    const Score margin = reach_per_ply * node.depth;
    return (score - margin >= node.beta) | (score + margin <= node.alpha);  // one branch for both
}

template <Side Us>
void Worker::list_moves(const Node& node, MovePicker& moves) const {
    const Position& p = node.position;
    if (node.jumping)
        for_each_jump<Us>(node.jumping, p.pieces(opponent(Us)), p.kings, p.empty(),
                          [&](Move move) { moves.put(move, value_of_jump(p, move)); });
    else
        moves.put<Us>(steps_of<Us>(p.pieces(Us), p.kings, p.empty()), history_, killers_[static_cast<std::size_t>(node.ply)]);
}

// The best of the moves, each tried with the contract of search(); those after one that reaches beta are not.
template <Side Us, bool Pv>
Worker::Found Worker::try_moves(const Node& node, MovePicker& moves) {
    const Scene& p = node.position;
    const int depth = moves.size() == 1 ? node.depth : node.depth - 1;  // a forced reply costs no depth
    path_[game_length_ + static_cast<std::size_t>(node.ply)] = p.key;
    Found found;
    Score alpha = node.alpha;
    const bool shared = shared_.has_helpers && node.depth >= least_shared_depth;
    for (int i = moves.next(); i >= 0; i = moves.next()) {
        const Move move = moves[i];
        const Scene next = after<Us>(p, move);
        const Key errand = Busy::errand(next.key, depth);
        if (shared && i > 0 && shared_.busy.has(errand) && moves.put_off()) continue;
        if (shared) shared_.busy.enter(errand);
        if (depth >= least_table_depth) shared_.table.prefetch(next.key);
        const bool reversible = !node.jumping && (p.kings & single(move.origin()));
        const Score score = search_child<Us, Pv>(next, i, alpha, node.beta, depth, reduction(node, i), node.ply,
                                                 reversible ? node.quiet + 1 : 0);
        if (shared) shared_.busy.leave(errand);
        if (stopped_) break;
        if (score <= found.score) continue;
        found.score = score;
        if (score <= alpha) continue;
        alpha = score;
        found.move = move;
        found.bound = Bound::Exact;
        if constexpr (Pv) extend_line(move, node.ply);
        if (score >= node.beta) {
            found.bound = Bound::Lower;
            if (!node.jumping) learn_refutation<Us>(moves, i, node.depth, node.ply);
            break;
        }
    }
    return found;
}

// Plies by which the move tried as number i, from 0, is searched less deeply at first.
int Worker::reduction(const Node& node, int i) const {
    if (full_width_ || node.jumping || node.depth < 3 || i < 2) return 0;
    return reductions()(node.depth, i);
}

// Principal variation search: the first child gets the whole window, the others must first show, with a null window
// and perhaps less depth, that they are worth it.
template <Side Us, bool Pv>
Score Worker::search_child(const Scene& next, int number, Score alpha, Score beta, int depth, int reduction, int ply,
                           int quiet) {
    constexpr Side them = opponent(Us);
    if (number == 0) return -search<them, Pv>(next, -beta, -alpha, depth, ply + 1, quiet);
    if constexpr (Pv) lines_[static_cast<std::size_t>(ply + 1)].length = 0;
    Score score = -search<them, false>(next, -alpha - 1, -alpha, depth - reduction, ply + 1, quiet);
    if (score > alpha && reduction > 0)
        score = -search<them, false>(next, -alpha - 1, -alpha, depth, ply + 1, quiet);
    if (Pv && score > alpha && score < beta) score = -search<them, true>(next, -beta, -alpha, depth, ply + 1, quiet);
    return score;
}

Score Worker::search_root(Score alpha, Score beta, int depth, int first) {
    return root_.turn == Side::Black ? search_root_for<Side::Black>(alpha, beta, depth, first)
                                     : search_root_for<Side::White>(alpha, beta, depth, first);
}

template <Side Us>
Score Worker::search_root_for(Score alpha, Score beta, int depth, int first) {
    path_[game_length_] = root_.key;
    const Scene root = scene_of(root_);
    Score best = -infinite_score;
    for (std::size_t i = static_cast<std::size_t>(first); i < root_moves_.size(); ++i) {
        RootMove& root_move = root_moves_[i];
        const bool reversible = !root_move.move.is_jump() && (root_.kings & single(root_move.move.origin()));
        const Scene next = after<Us>(root, root_move.move);
        const Score score = search_child<Us, true>(next, static_cast<int>(i) - first, alpha, beta, depth - 1, 0, 0,
                                                   reversible ? root_quiet_ + 1 : 0);
        if (stopped_) break;
        root_move.score = score > alpha || i == static_cast<std::size_t>(first) ? score : -infinite_score;
        best = std::max(best, score);
        if (root_move.score == -infinite_score) continue;
        extend_line(root_move.move, 0);
        root_move.line.assign(lines_[0].moves.begin(), lines_[0].moves.begin() + lines_[0].length);
        if (score >= beta) break;
        alpha = std::max(alpha, score);
    }
    const auto better = [](const RootMove& a, const RootMove& b) {
        return a.score != b.score ? a.score > b.score : a.earlier_score > b.earlier_score;
    };
    std::stable_sort(root_moves_.begin() + first, root_moves_.end(), better);
    return best;
}

}  // namespace crownhead
