// The search of the tree, in twelve numbered steps.
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "search/progress.hpp"
#include "search/reductions.hpp"
#include "search/worker.hpp"

namespace crownhead {
namespace {

// Nearer the horizon, searching takes no longer than a cache miss in the transposition table.
constexpr int least_table_depth = 2;

// Below this depth a search takes no longer than what ABDADA costs.
constexpr int least_abdada_depth = 8;

// With fewer pieces it is the way to a win that is looked for, which evaluations do not tell and reductions hide.
bool is_middlegame(const Position& p) { return count(p.occupied()) >= 9; }

// Internal reduction: a position without a hash move is searched a ply less deeply, far from the horizon of a middlegame
// up to four. Few such positions turn out to matter, and those that do have one when the next iteration comes.
int internal_reduction(const Position& p, int depth) {
    return std::clamp((depth - 2) / 4, 0, is_middlegame(p) ? 4 : 1);
}

// Singular extension: from this depth on, and if a move is better than all others by so much. The ply keeps lines of such
// moves from going on for ever.
constexpr int least_singular_depth = 8;
constexpr Score singular_margin = 20;
constexpr int last_extended_ply = 80;

// Futility margins: what the depth that is left may still change. Above the window, where the opponent would have to catch
// up, it is less than below it or under a threat: there a shot may come.
constexpr Score margin_below(int depth) { return 36 * depth; }
constexpr Score margin_above(int depth) { return 20 + 14 * depth; }
constexpr Score margin_under_threat(int depth) { return 28 * depth; }

// Up to this depth pruning asks for nothing else. Beyond, the position must be a middlegame and the window within this of
// even.
constexpr int futility_depth = 4;
constexpr Score futility_balance = 300;

// Part of the transposition key where the forty-move rule is near: the same position is then worth different scores.
Key forty_move_key(int reversible) {
    constexpr int near = 48;
    if (reversible < near) return 0;
    Key state = static_cast<Key>(reversible / 4);
    return next_random(state);
}

int value_of_jump(const Position& position, Move move) {
    return 4 * count(move.captured()) + count(move.captured() & position.kings);
}

// Whether a score of this kind is a cut-off in a null window.
template <typename Window>
bool is_cutoff(Bound bound, Score score, const Window& window) {
    return (is_lower(bound) & (score >= window.beta)) | (is_upper(bound) & (score <= window.alpha));
}

}  // namespace

// -- the root -----------------------------------------------------------------------------------------------

Score Worker::search_root(Score alpha, Score beta, int depth, int first) {
    return root_.turn == Side::Black ? search_root_for<Side::Black>(alpha, beta, depth, first)
                                     : search_root_for<Side::White>(alpha, beta, depth, first);
}

template <Side Us>
Score Worker::search_root_for(Score alpha, Score beta, int depth, int first) {
    path_[game_length_] = root_.key;
    const AccumulatedPosition root = accumulated(root_);
    Score best = -infinite_score;
    for (std::size_t i = static_cast<std::size_t>(first); i < root_moves_.size(); ++i) {
        RootMove& root_move = root_moves_[i];
        const bool reversible = !root_move.move.is_jump() && (root_.kings & single(root_move.move.origin()));
        const AccumulatedPosition next = after<Us>(root, root_move.move);
        const Score score = search_child<Us, true>(next, static_cast<int>(i) - first, alpha, beta, depth - 1, 0, 0,
                                                   reversible ? root_reversible_ + 1 : 0);
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

// -- the tree -----------------------------------------------------------------------------------------------

// The value of a position, or a bound of it (fail-soft), for Us, who is to move:
//   result <= alpha           then value <= result
//   alpha < result < beta     then value == result
//   result >= beta            then value >= result
// where the value is that of the tree looked at. Meaningless once is_stopped(). Pv: the window is wider than one.
template <Side Us, bool Pv>
Score Worker::search(const AccumulatedPosition& p, Score alpha, Score beta, int depth, int ply, int reversible) {
    if (!count_node()) return draw_score;
    if constexpr (Pv) lines_[static_cast<std::size_t>(ply)].length = 0;
    const Bits jumping = jumpers<Us>(p.pieces(Us), p.pieces(opponent(Us)), p.kings, p.empty());

    // 1. Draws: repetition and the forty-move rule.
    if (reversible >= 4) {
        if (is_repetition(p.key, ply, reversible)) return draw_score;
        if (reversible >= quiet_plies_for_draw && (jumping || has_quiet_move<Us>(p))) return draw_score;
    }
    // 2. At the horizon: quiescence search. Jumps are forced, so a position with one is never evaluated.
    if (depth <= 0) return jumping ? search_jumps<Us>(p, jumping, alpha, beta, ply) : evaluate_quiet<Us>(p, ply);

    Node node{p, jumping, alpha, beta, depth, ply, reversible};
    return search_node<Us, Pv>(node);
}

// The contract of search(), within the horizon.
template <Side Us, bool Pv>
Score Worker::search_node(Node& node) {
    selective_depth_ = std::max(selective_depth_, node.ply);
    if (node.ply >= max_ply) return evaluate<Us>(node.position);

    // 3. Mate distance pruning: no line from here is lost or won sooner than this.
    node.alpha = std::max(node.alpha, loss_in(node.ply));
    node.beta = std::min(node.beta, win_in(node.ply + 1));
    if (node.alpha >= node.beta) return node.alpha;

    // 4. Endgame oracle.
    Score score;
    if (count(node.position.occupied()) <= oracle_pieces_ && probe_oracle(node, score)) return score;

    // 5. Leaf cache.
    const Key key = node.position.key ^ forty_move_key(node.reversible);
    if (!Pv && probe_leaf_cache(node, key, score)) return score;

    // 6. Futility pruning.
    if (!Pv && prune_by_futility<Us>(node, score)) return score;

    // 7. Move generation, before step 8 because the prefetched line of the transposition table is still on its way.
    MovePicker moves;
    generate_moves<Us>(node, moves);

    // 8. Transposition table look-up.
    const TranspositionEntry entry = node.depth >= least_table_depth ? shared_.table.probe(key) : TranspositionEntry();
    if (!Pv && probe_table(node, entry, score)) return score;
    if (moves.size() == 0) return loss_in(node.ply);

    // 9. The hash move comes first; without one, internal reduction.
    if (entry.move() != no_hash_move) moves.put_first<Us>(entry.move());
    else if (!full_width_) node.depth -= internal_reduction(node.position, node.depth);

    // 10. Singular extension.
    const int repeated_elsewhere = std::exchange(repeated_ply_, max_ply);
    const int extension = moves.size() > 1 && is_singular<Us>(node, entry) ? 1 : 0;

    // 11. Move loop.
    Found found = search_moves<Us, Pv>(node, moves, {.extension = extension});
    if (stopped_) return draw_score;

    // 12. Store. A draw by going back to a position before this one is one on this line only.
    const bool is_of_this_line = found.score == draw_score && repeated_ply_ < node.ply;
    repeated_ply_ = std::min(repeated_ply_, repeated_elsewhere);
    if (is_of_this_line) found.bound = Bound::None;
    store(node, key, found);
    return found.score;
}

// Step 1. A position of the line looked at that comes again is no progress and counts as the draw it leads to; one of
// the game before needs the third time that the rule asks for.
bool Worker::is_repetition(Key key, int ply, int reversible) {
    const auto here = static_cast<int>(game_length_) + ply;
    int in_game = 0;
    for (int back = 4; back <= std::min(reversible, here); back += 2) {
        if (path_[static_cast<std::size_t>(here - back)] != key) continue;
        if (back <= ply || ++in_game == 2) {
            repeated_ply_ = std::min(repeated_ply_, ply - back);
            return true;
        }
    }
    return false;
}

// Step 2: quiescence search. The contract of search().
template <Side Us>
Score Worker::search_jumps(const AccumulatedPosition& p, Bits jumping, Score alpha, Score beta, int ply) {
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

template <Side Us>
Score Worker::evaluate_quiet(const AccumulatedPosition& p, int ply) {
    return has_quiet_move<Us>(p) ? evaluate<Us>(p) : loss_in(ply);
}

template <Side Us>
Score Worker::evaluate(const AccumulatedPosition& p) {
    if (const auto known = leaf_cache_.find(p.key, 0)) return known.score;
    const Score score = shared_.evaluation->of<Us>(p) + (full_width_ ? 0 : progress_of(p));
    leaf_cache_.put(p.key, 0, {score, Bound::Exact});
    return score;
}

// Step 5, for positions too near the horizon for the transposition table.
bool Worker::probe_leaf_cache(const Node& node, Key key, Score& score) const {
    if (node.depth >= least_table_depth) return false;
    const LeafCache::Entry entry = leaf_cache_.find(key, 1);
    score = entry.score;
    return is_cutoff(entry.bound, score, node);
}

// Step 6. An evaluation far outside the window is not expected to come back into it. The score is the bound that the
// margin allows, not the evaluation, which would cut off elsewhere as if it had been searched.
template <Side Us>
bool Worker::prune_by_futility(const Node& node, Score& score) {
    if (full_width_ || node.jumping || is_decided(node.alpha) || is_decided(node.beta)) return false;
    const Position& p = node.position;
    const bool is_shallow = node.depth <= futility_depth;
    if (!is_shallow && (std::abs(node.beta) > futility_balance || !is_middlegame(p))) return false;
    if (!has_quiet_move<Us>(p)) return false;
    const Score evaluated = evaluate<Us>(node.position);
    score = evaluated + margin_below(node.depth);
    if (score <= node.alpha) return true;
    score = evaluated - margin_above(node.depth);
    if (score < node.beta) return false;
    constexpr Side them = opponent(Us);
    if (!jumpers<them>(p.pieces(them), p.pieces(Us), p.kings, p.empty())) return true;
    score = evaluated - margin_under_threat(node.depth);
    return is_shallow && score >= node.beta;
}

// Step 7.
template <Side Us>
void Worker::generate_moves(const Node& node, MovePicker& moves) const {
    const Position& p = node.position;
    if (node.jumping)
        for_each_jump<Us>(node.jumping, p.pieces(opponent(Us)), p.kings, p.empty(),
                          [&](Move move) { moves.put(move, value_of_jump(p, move)); });
    else
        moves.put<Us>(quiet_set_of<Us>(p.pieces(Us), p.kings, p.empty()), history_,
                      killers_[static_cast<std::size_t>(node.ply)]);
}

// Step 8. Whether the entry is deep enough and a cut-off.
bool Worker::probe_table(const Node& node, TranspositionEntry entry, Score& score) const {
    if (!entry || (full_width_ ? entry.depth() != node.depth : entry.depth() < node.depth)) return false;
    score = from_table(entry.score(), node.ply);
    return is_cutoff(entry.bound(), score, node);
}

// Step 10. Whether the hash move is better than all others: a search of half the depth finds none that comes near what
// the table says of it. One mistake about such a move costs more than about any other.
template <Side Us>
bool Worker::is_singular(const Node& node, TranspositionEntry entry) {
    if (full_width_ || node.depth < least_singular_depth || node.ply > last_extended_ply) return false;
    if (entry.move() == no_hash_move || entry.depth() < node.depth - 3) return false;
    if (!is_lower(entry.bound()) || is_decided(entry.score())) return false;
    const Score near = entry.score() - singular_margin;
    const Node others{node.position, node.jumping, near - 1, near, node.depth / 2, node.ply, node.reversible};
    MovePicker moves;
    generate_moves<Us>(others, moves);
    return search_moves<Us, false>(others, moves, {.left_out = entry.move()}).score < near;
}

// Step 11. The best of the moves, each searched with the contract of search(); after a beta cut-off no more are.
template <Side Us, bool Pv>
Worker::Found Worker::search_moves(const Node& node, MovePicker& moves, HashMoveRole hash_move) {
    const AccumulatedPosition& p = node.position;
    const int depth = moves.size() == 1 ? node.depth : node.depth - 1;  // a forced reply costs no depth
    path_[game_length_ + static_cast<std::size_t>(node.ply)] = p.key;
    Found found;
    Score alpha = node.alpha;
    const bool uses_abdada = shared_.has_helpers && node.depth >= least_abdada_depth;
    for (int i = moves.next(); i >= 0; i = moves.next()) {
        const Move move = moves[i];
        if (hash_move.left_out != no_hash_move && hash_move_of(move) == hash_move.left_out) continue;
        const AccumulatedPosition next = after<Us>(p, move);
        const Key search_key = Abdada::search_key(next.key, depth);
        if (uses_abdada && i > 0 && shared_.abdada.is_searched(search_key) && moves.defer()) continue;
        if (uses_abdada) shared_.abdada.begin(search_key);
        if (depth >= least_table_depth) shared_.table.prefetch(next.key);
        const bool reversible = !node.jumping && (p.kings & single(move.origin()));
        const Score score =
            search_child<Us, Pv>(next, i, alpha, node.beta, i == 0 ? depth + hash_move.extension : depth,
                                 late_move_reduction(node, i), node.ply, reversible ? node.reversible + 1 : 0);
        if (uses_abdada) shared_.abdada.end(search_key);
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
            if (!node.jumping) learn_from_cutoff<Us>(moves, i, node.depth, node.ply);
            break;
        }
    }
    return found;
}

// Plies by which the move with this number, from 0, is searched less deeply at first.
int Worker::late_move_reduction(const Node& node, int number) const {
    if (full_width_ || node.jumping || node.depth < 3 || number < 2) return 0;
    return reductions()(node.depth, number);
}

// Principal variation search: the first child gets the whole window, the others must first show, with a null window
// and perhaps a reduced depth, that they are worth it.
template <Side Us, bool Pv>
Score Worker::search_child(const AccumulatedPosition& next, int number, Score alpha, Score beta, int depth,
                           int reduction, int ply, int reversible) {
    constexpr Side them = opponent(Us);
    if (number == 0) return -search<them, Pv>(next, -beta, -alpha, depth, ply + 1, reversible);
    if constexpr (Pv) lines_[static_cast<std::size_t>(ply + 1)].length = 0;
    Score score = -search<them, false>(next, -alpha - 1, -alpha, depth - reduction, ply + 1, reversible);
    if (score > alpha && reduction > 0)
        score = -search<them, false>(next, -alpha - 1, -alpha, depth, ply + 1, reversible);
    if (Pv && score > alpha && score < beta)
        score = -search<them, true>(next, -beta, -alpha, depth, ply + 1, reversible);
    return score;
}

// A quiet move caused a beta cut-off: it becomes a killer, its history rises, and that of the moves before it falls.
template <Side Us>
void Worker::learn_from_cutoff(const MovePicker& moves, int number, int depth, int ply) {
    const int bonus = std::min(depth * depth * 4, 1600);
    const auto index = [&](int i) { return quiet_index<Us>(moves[i].origin(), moves[i].target()); };
    killers_[static_cast<std::size_t>(ply)].update(index(number));
    history_.update(Us, index(number), bonus);
    for (int i = 0; i < number; ++i) history_.update(Us, index(i), -bonus);
}

// Step 12.
void Worker::store(const Node& node, Key key, const Found& found) {
    if (node.depth >= least_table_depth)
        shared_.table.store(key, found.move ? hash_move_of(found.move) : no_hash_move, found.bound,
                            to_table(found.score, node.ply), node.depth);
    else if (!is_decided(found.score)) leaf_cache_.put(key, 1, {found.score, found.bound});
}

void Worker::extend_line(Move move, int ply) {
    Line& line = lines_[static_cast<std::size_t>(ply)];
    const Line& below = lines_[static_cast<std::size_t>(ply + 1)];
    line.moves[0] = move;
    std::copy_n(below.moves.begin(), below.length, line.moves.begin() + 1);
    line.length = below.length + 1;
}

}  // namespace crownhead
