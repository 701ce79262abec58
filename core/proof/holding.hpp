// Whether the defender holds a position, by the set of positions in which play stays.
//
// The set begins with the root. Of the attacker every move is added, of the defender one that looks good. A position that
// turns out to be lost leaves the set, and whoever led to it looks for another move or is lost as well. If the root is
// still there when nothing is left to add, the defender holds it: cycles do no harm. If the root is lost, it is so by
// positions that were lost before it. Where proof-number search must show the same again in every line, this is done
// once; but it knows little about where to look.
#pragma once

#include <unordered_map>

#include "proof/proof_search.hpp"

namespace crownhead::proof {

struct HashOfPosition {
    std::size_t operator()(const Position& p) const { return static_cast<std::size_t>(p.key); }
};

class Holding {
public:
    explicit Holding(ProofSearch& search) : search_(search), held_by_(opponent(search.attacker())) {}

    // Adds `most` positions at most.
    Outcome run(const Position& root, std::size_t most, const StopToken& stop);

    // Tells the search's table what was found out, for the positions that the root leads to, and of all that are lost.
    void teach(const Position& root, Outcome outcome) const;

    // What the defender plays in a position of the set.
    std::uint8_t move_at(const Position& position) const { return nodes_.at(position).move; }

private:
    struct Node {
        std::uint8_t move = no_move;  // the defender's choice; or, where it is lost, the attacker's
        bool lost = false;
        std::vector<Position> parents;
    };
    using Nodes = std::unordered_map<Position, Node, HashOfPosition>;

    void add(const Position& position);
    void choose(const Position& position, Node& node);
    int liking(const Position& next) const;
    void follow(const Position& from, const Position& next);
    void lose(const Position& position, std::uint8_t move);
    void settle();
    bool is_lost(const Position& position) const;

    ProofSearch& search_;
    Side held_by_;
    Nodes nodes_;
    std::vector<Position> waiting_;
    std::vector<Position> just_lost_;
};

}  // namespace crownhead::proof
