#include "proof/proof_search.hpp"

#include <cmath>

#if defined(__GNUC__) || defined(__clang__)
#define CROWNHEAD_NOINLINE [[gnu::noinline]]
#else
#define CROWNHEAD_NOINLINE
#endif

namespace crownhead::proof {
namespace {

constexpr std::size_t most_shown_again = 2'000;  // positions, where a result is wanted in another line
constexpr std::size_t most_set_free = 200'000;   // positions, where a cycle is closed for good
constexpr std::size_t positions_a_node = 4;      // that are shown again take as long as a node
constexpr Number unit = 16;                      // a first guess, where nothing speaks for either player

// More than any evaluation: what is known to be won by the mover, or not to be lost.
constexpr Score certain = 2 * evaluation_limit;
bool is_certain(Score score) { return std::abs(score) == certain; }

// How much less work a player has who is ahead by this.
double advantage(Score score) { return std::exp2(std::clamp(score, -600, 600) / 100.0); }

Number bounded(double number) { return static_cast<Number>(std::clamp(number, 1.0, double{infinite / 1024})); }

// Not solved, however large.
Number sum(Number a, Number b) { return std::min(a + b, infinite - 1); }

Number a_little_more(Number number) {
    return number >= infinite ? infinite : std::min(number + number / 4 + 1, infinite);
}

}  // namespace

ProofSearch::ProofSearch(std::size_t table_bytes, Side attacker, std::shared_ptr<const Evaluation> evaluation,
                         std::shared_ptr<const EndgameOracle> oracle, std::shared_ptr<const Scout> scout)
    : table_(table_bytes),
      attacker_(attacker),
      evaluation_(std::move(evaluation)),
      oracle_(std::move(oracle)),
      scout_(std::move(scout)),
      oracle_pieces_(oracle_ ? oracle_->most_pieces() : 0) {}

Outcome ProofSearch::search(const Position& root, std::uint64_t nodes, const StopToken& stop) {
    line_.clear();
    children_.clear();
    stop_ = &stop;
    stopped_ = false;
    next_poll_ = 0;
    last_node_ = nodes_ + std::min(nodes, ~std::uint64_t{0} - nodes_);
    Result result = look(root, false);
    if (result.mover != 0 && result.other != 0) result = expand(root, false, infinite, infinite);
    const bool ours = root.turn == attacker_;
    proof_ = ours ? result.mover : result.other;
    disproof_ = ours ? result.other : result.mover;
    if (proof_ == 0) return Outcome::Proved;
    return disproof_ == 0 && result.lean.is_free() ? Outcome::Disproved : Outcome::Unknown;
}

// Searches below the position until the mover's number or the other's reaches its bound.
ProofSearch::Result ProofSearch::expand(const Position& position, bool reversible, Number most_mover,
                                        Number most_other) {
    const std::uint64_t begun = nodes_++;
    const std::size_t begin = children_.size();
    const int ply = static_cast<int>(line_.size());
    line_.push_back({position.key, ++visits_, reversible});
    make_children(position);

    Choice choice = choose(position.turn, begin);
    while (choice.result.mover < most_mover && choice.result.other < most_other && !is_over()) {
        const Child best = children_[choice.best];
        children_[choice.best].result = expand(best.position, best.reversible, most_other - choice.siblings,
                                               std::min(most_mover, a_little_more(choice.second)));
        choice = choose(position.turn, begin);
    }
    choice.leaned = !choice.result.lean.is_free();
    choice.result.lean = choice.result.lean.seen_from(ply);
    const std::uint8_t move = choice.result.mover == 0 ? children_[choice.best].move : no_move;
    children_.resize(begin);
    line_.pop_back();
    const bool was_leaning = choice.leaned && choice.result.lean.is_free();
    store(position, choice.result, move, nodes_ - begun);
    if (was_leaning) close(position, most_set_free);
    return choice.result;
}

// Moves with one result are one child. There is a legal move: look() knows when there is none.
// Its lists of moves would take kilobytes of the stack at every ply if it became a part of expand().
CROWNHEAD_NOINLINE void ProofSearch::make_children(const Position& position) {
    const MoveList moves = legal_moves(position);
    const std::size_t begin = children_.size();
    for (int i = 0; i < moves.size(); ++i) {
        const Position next = after(position, moves[i]);
        const auto same = [&](const Child& child) { return child.position == next; };
        if (moves[i].is_jump() &&
            std::any_of(children_.begin() + static_cast<std::ptrdiff_t>(begin), children_.end(), same))
            continue;
        const bool reversible = !moves[i].is_jump() && (position.kings & single(moves[i].origin()));
        children_.push_back({next, look(next, reversible), reversible, static_cast<std::uint8_t>(i)});
    }
}

// The mover takes the child that is cheapest for him; the other must hold against every child. His number is the
// largest of theirs and a little for each further one, not their sum: lines that meet again would count many times.
ProofSearch::Choice ProofSearch::choose(Side mover, std::size_t begin) const {
    Choice choice;
    choice.best = begin;
    Number least = infinite, hardest = 0, open = 0, little = 0;
    Lean all;
    for (std::size_t i = begin; i < children_.size(); ++i) {
        const Result& child = children_[i].result;
        all.add(child.lean);
        if (child.mover > 0) ++open;
        little = sum(little, std::min(child.mover, unit));
        hardest = std::max(hardest, child.mover);
        const bool firmer = child.other == 0 && least == 0 && child.lean.is_free();
        if (child.other < least || firmer) {
            choice.second = least;
            least = child.other;
            choice.best = i;
        } else choice.second = std::min(choice.second, child.other);
    }
    if (least == 0) {
        choice.result = {0, infinite, mover == attacker_ ? Lean{} : children_[choice.best].result.lean};
    } else if (open == 0) {
        choice.result = {infinite, 0, mover == attacker_ ? all : Lean{}};
    } else {
        choice.siblings = little - std::min(hardest, unit);
        choice.result = {least, sum(hardest, choice.siblings), {}};
    }
    return choice;
}

// -- one position ----------------------------------------------------------------------------------------

ProofSearch::Result ProofSearch::decided(const Position& position, bool attacker_wins, Lean lean) const {
    return (position.turn == attacker_) == attacker_wins ? Result{0, infinite, lean} : Result{infinite, 0, lean};
}

// What is known of a position without searching below it.
ProofSearch::Result ProofSearch::look(const Position& position, bool reversible) {
    if (line_.size() >= longest_line) return decided(position, false, {-1, longest_line});
    if (reversible)
        if (const int ply = earlier_ply(position.key); ply >= 0)
            return decided(position, false, {static_cast<std::int16_t>(ply), static_cast<std::int16_t>(ply)});
    const Entry* entry = table_.find(position.key);
    if (entry && holds_here(*entry)) return {entry->mover, entry->other, entry->lean};
    if (entry)
        if (const auto lean = close(position, most_shown_again)) return decided(position, false, *lean);
    const Score score = settled(position);
    if (is_certain(score)) return decided(position, (score > 0) == (position.turn == attacker_));
    Result guess = first_guess(score, legal_moves(position).size());
    if (entry) (position.turn == attacker_ ? guess.other : guess.mover) = 1;  // the defender held it in another line
    return guess;
}

Outcome ProofSearch::known(const Position& position) const {
    if (count(position.occupied()) <= oracle_pieces_) return stored(position);
    if (must_jump(position)) return known_by_jumps(position);
    if (has_quiet_move(position)) return Outcome::Unknown;
    return position.turn == attacker_ ? Outcome::Disproved : Outcome::Proved;  // the mover has lost
}

Outcome ProofSearch::stored(const Position& position) const {
    if (count(position.occupied()) > oracle_pieces_) return Outcome::Unknown;
    const Verdict verdict = oracle_->verdict(position);
    if (verdict == Verdict::Unknown) return Outcome::Unknown;
    const Verdict wanted = position.turn == attacker_ ? Verdict::Win : Verdict::Loss;
    return verdict == wanted ? Outcome::Proved : Outcome::Disproved;
}

// The mover must jump, and has no other choice than which: so the value is that of the best jump.
Outcome ProofSearch::known_by_jumps(const Position& position) const {
    const Outcome wanted = position.turn == attacker_ ? Outcome::Proved : Outcome::Disproved;
    bool all_known = true;
    for (const Move move : legal_moves(position)) {
        const Outcome outcome = known(after(position, move));
        if (outcome == wanted) return wanted;
        all_known = all_known && outcome != Outcome::Unknown;
    }
    if (!all_known) return Outcome::Unknown;
    return wanted == Outcome::Proved ? Outcome::Disproved : Outcome::Proved;
}

// For the mover, by the evaluation when all jumps have been made; +-certain where it is known who reaches his goal.
Score ProofSearch::settled(const Position& position) const {
    if (!must_jump(position)) {
        if (!has_quiet_move(position)) return -certain;
        const Outcome outcome = stored(position);
        if (outcome == Outcome::Unknown) return judged(position);
        return (outcome == Outcome::Proved) == (position.turn == attacker_) ? certain : -certain;
    }
    Score best = -certain;
    for (const Move move : legal_moves(position)) {
        best = std::max(best, -settled(after(position, move)));
        if (best == certain) break;
    }
    return best;
}

bool ProofSearch::holds_here(const Entry& entry) const {
    if (entry.lean.is_free()) return true;
    const auto last = static_cast<std::size_t>(entry.lean.high);
    return entry.lean.low >= 0 && last < line_.size() && line_[last].visit == entry.visit;
}

// Whether the defender was once shown to hold it, wherever that was.
bool ProofSearch::is_held(const Entry& entry, Side mover) const {
    return (mover == attacker_ ? entry.other : entry.mover) == 0;
}

// Shows again that the defender holds a position: follows the table's moves to positions that are held everywhere, on the
// line, or in the set itself. On success all of the set is held here; on failure the first of it is forgotten. Looks at
// `most` positions at most, which count like nodes, four for one: there may be many more of them than nodes.
std::optional<Lean> ProofSearch::close(const Position& root, std::size_t most) {
    held_.assign(1, root);
    in_held_.clear();
    in_held_.insert(root.key);
    Lean lean;
    bool closed = true;
    for (std::size_t i = 0; closed && i < held_.size(); ++i) {
        if (i % positions_a_node == 0) ++nodes_;
        closed = i < most && !is_over() && gather_held(held_[i], lean);
    }
    if (!closed) {
        if (Entry* entry = table_.find(root.key)) {
            entry->lean = {};
            const Result guess = first_guess(settled(root), 1);
            entry->mover = root.turn == attacker_ ? guess.mover : 1;
            entry->other = root.turn == attacker_ ? 1 : guess.other;
        }
        return std::nullopt;
    }
    for (const Position& position : held_)
        if (Entry* entry = table_.find(position.key); entry && !entry->lean.is_free()) {
            entry->lean = lean;
            if (lean.high >= 0) entry->visit = line_[static_cast<std::size_t>(lean.high)].visit;
        }
    return lean;
}

// Adds what the defender's move, or every move of the attacker, leads to. False if it is not known to be held. The position
// is a copy: it stands in held_, which moves in memory as it grows.
bool ProofSearch::gather_held(Position position, Lean& lean) {
    const Entry* entry = table_.find(position.key);
    if (!entry || !is_held(*entry, position.turn)) return false;
    if (entry->lean.is_free() && held_.size() > 1) return true;
    const MoveList moves = legal_moves(position);
    const bool attacking = position.turn == attacker_;
    if (!attacking && entry->move >= moves.size()) return false;
    const int first = attacking ? 0 : entry->move, last = attacking ? moves.size() : first + 1;
    for (int i = first; i < last; ++i) {
        const Position next = after(position, moves[i]);
        if (in_held_.contains(next.key)) continue;
        if (!moves[i].is_jump() && (position.kings & single(moves[i].origin())))
            if (const int ply = earlier_ply(next.key); ply >= 0) {
                lean.add({static_cast<std::int16_t>(ply), static_cast<std::int16_t>(ply)});
                continue;
            }
        if (const Outcome outcome = known(next); outcome == Outcome::Disproved) continue;
        else if (outcome == Outcome::Proved) return false;
        if (!table_.find(next.key) && !must_jump(next) && !has_quiet_move(next)) {
            if (next.turn != attacker_) return false;
            continue;
        }
        in_held_.insert(next.key);
        held_.push_back(next);
    }
    return true;
}

ProofSearch::Result ProofSearch::first_guess(Score score, int moves) {
    const double ahead = advantage(score);
    return {bounded(unit / ahead), bounded(unit * moves * ahead / 4), {}};
}

// The ply of the line at which it was there; -1 if it was not. Nothing comes back across a jump or a man's move.
int ProofSearch::earlier_ply(Key key) const {
    for (std::size_t i = line_.size(); i-- > 0;) {
        if (line_[i].key == key) return static_cast<int>(i);
        if (!line_[i].reversible) break;
    }
    return -1;
}

void ProofSearch::store(const Position& position, const Result& result, std::uint8_t move, std::uint64_t work) {
    Entry entry{
        position.key, result.mover, result.other, static_cast<std::uint32_t>(std::min<std::uint64_t>(work, ~0U)), 0,
        result.lean,  move};
    if (result.lean.high >= 0) entry.visit = line_[static_cast<std::size_t>(result.lean.high)].visit;
    table_.put(entry);
}

bool ProofSearch::is_over() {
    constexpr std::uint64_t poll_every = 512;  // nodes
    if (nodes_ >= last_node_) stopped_ = true;
    if (!stopped_ && nodes_ >= next_poll_) {
        next_poll_ = nodes_ + poll_every;
        stopped_ = stop_->is_stopped();
    }
    return stopped_;
}

}  // namespace crownhead::proof
