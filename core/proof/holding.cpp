#include "proof/holding.hpp"

namespace crownhead::proof {

Outcome Holding::run(const Position& root, std::size_t most, const StopToken& stop) {
    waiting_.push_back(root);
    for (std::size_t i = 0; !waiting_.empty(); ++i) {
        if (nodes_.size() >= most || (i % 512 == 0 && stop.is_stopped())) return Outcome::Unknown;
        const Position position = waiting_.back();
        waiting_.pop_back();
        if (const auto found = nodes_.find(position); found == nodes_.end() || !found->second.lost) add(position);
        settle();
        if (nodes_[root].lost) return Outcome::Proved;
    }
    return Outcome::Disproved;
}

// A position that waits was made by follow() or is the root; where it has been gone into already, nothing is to do.
void Holding::add(const Position& position) {
    Node& node = nodes_[position];
    const MoveList moves = legal_moves(position);
    const Outcome known =
        moves.empty() ? (position.turn == held_by_ ? Outcome::Proved : Outcome::Disproved) : search_.known(position);
    if (known == Outcome::Proved) lose(position, no_move);
    if (known != Outcome::Unknown) return;
    if (position.turn == held_by_) {
        if (node.move == no_move) choose(position, node);
        return;
    }
    for (int i = 0; i < moves.size(); ++i)
        if (is_lost(after(position, moves[i]))) return lose(position, static_cast<std::uint8_t>(i));
    for (const Move move : moves) follow(position, after(position, move));
}

// The defender's best move that is not known to lose.
void Holding::choose(const Position& position, Node& node) {
    const MoveList moves = legal_moves(position);
    int best = -1, most_liked = 0;
    for (int i = 0; i < moves.size(); ++i) {
        const Position next = after(position, moves[i]);
        if (is_lost(next)) continue;
        const int liked = liking(next);
        if (best < 0 || liked > most_liked) {
            best = i;
            most_liked = liked;
        }
    }
    if (best < 0) return lose(position, no_move);
    node.move = static_cast<std::uint8_t>(best);
    follow(position, after(position, moves[best]));
}

// Held for certain, in the set already, held in some line of the search, or good by its evaluation: in this order.
int Holding::liking(const Position& next) const {
    constexpr int most_liked_by_search = 20'000, by_search = 100'000, in_set = 200'000, certain = 300'000;
    if (search_.known(next) == Outcome::Disproved) return certain;
    if (legal_moves(next).empty()) return certain;
    const Entry* entry = search_.table().find(next.key);
    const bool held = entry && entry->other == 0;
    if (held && entry->lean.is_free()) return certain;
    if (nodes_.contains(next)) return in_set;
    return (held ? by_search : 0) - std::clamp(search_.judged(next), -most_liked_by_search, most_liked_by_search);
}

void Holding::follow(const Position& from, const Position& next) {
    const auto [found, is_new] = nodes_.try_emplace(next);
    found->second.parents.push_back(from);
    if (is_new) waiting_.push_back(next);
}

void Holding::lose(const Position& position, std::uint8_t move) {
    Node& node = nodes_[position];
    if (node.lost) return;
    node.lost = true;
    node.move = move;
    just_lost_.push_back(position);
}

// Whoever led to a lost position is lost as well, or looks for another move.
void Holding::settle() {
    while (!just_lost_.empty()) {
        const Position position = just_lost_.back();
        just_lost_.pop_back();
        const std::vector<Position> parents = std::move(nodes_[position].parents);
        for (const Position& parent : parents) {
            Node& node = nodes_[parent];
            if (node.lost) continue;
            const MoveList moves = legal_moves(parent);
            if (parent.turn == held_by_) {
                if (after(parent, moves[node.move]) == position) choose(parent, node);
                continue;
            }
            for (int i = 0; i < moves.size(); ++i)
                if (after(parent, moves[i]) == position) {
                    lose(parent, static_cast<std::uint8_t>(i));
                    break;
                }
        }
    }
}

bool Holding::is_lost(const Position& position) const {
    if (const auto found = nodes_.find(position); found != nodes_.end() && found->second.lost) return true;
    if (search_.known(position) == Outcome::Proved) return true;
    if (position.turn == held_by_ && legal_moves(position).empty()) return true;
    const Entry* entry = search_.table().find(position.key);
    return entry && (position.turn == held_by_ ? entry->other : entry->mover) == 0 && entry->lean.is_free();
}

void Holding::teach(const Position& root, Outcome outcome) const {
    ProofTable& table = search_.table();
    const auto put = [&](const Position& position, bool mover_succeeds, std::uint8_t move) {
        const Entry* old = table.find(position.key);
        const bool is_solved = old && old->lean.is_free() && (old->mover == 0 || old->other == 0);
        const std::uint32_t work = position == root ? ~0U : 1;
        if (!is_solved)
            table.put({position.key, mover_succeeds ? 0 : infinite, mover_succeeds ? infinite : 0, work, 0, {}, move});
    };
    for (const auto& [position, node] : nodes_) {
        if (legal_moves(position).empty() || search_.known(position) != Outcome::Unknown) continue;
        if (node.lost) put(position, position.turn != held_by_, node.move);
        else if (outcome == Outcome::Disproved) put(position, position.turn == held_by_, node.move);
    }
}

}  // namespace crownhead::proof
