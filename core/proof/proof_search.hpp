// Depth-first proof-number search: does one player, the attacker, win?
//
// A line that comes back to a position of its own is no win, so it counts for the defender. What the attacker has proved
// never rests on such a line: it holds wherever the position comes. What the defender has shown may lean on the line
// before it; a Lean says on which part, and such a result is used only while that part of the line is the same, or if it
// can be shown again by what the table holds. Once it leans on nothing but the position itself, it holds everywhere:
// docs/proofs.md gives the argument.
#pragma once

#include <memory>
#include <optional>
#include <unordered_set>
#include <vector>

#include "evaluation/evaluation.hpp"
#include "proof/proof_table.hpp"
#include "proof/scout.hpp"
#include "rules/endgame_oracle.hpp"
#include "rules/movegen.hpp"

namespace crownhead::proof {

enum class Outcome : std::uint8_t { Unknown, Proved, Disproved };

constexpr int longest_line = 500;  // plies, each of which takes some of the stack

class ProofSearch {
public:
    ProofSearch(std::size_t table_bytes, Side attacker, std::shared_ptr<const Evaluation> evaluation,
                std::shared_ptr<const EndgameOracle> oracle, std::shared_ptr<const Scout> scout = nullptr);

    // Goes on from what the table knows, until the answer, so many more nodes, or the stop.
    Outcome search(const Position& root, std::uint64_t nodes, const StopToken& stop);

    Side attacker() const { return attacker_; }
    const std::shared_ptr<const Evaluation>& evaluation() const { return evaluation_; }
    const std::shared_ptr<const EndgameOracle>& oracle() const { return oracle_; }
    const std::shared_ptr<const Scout>& scout() const { return scout_; }
    std::uint64_t nodes() const { return nodes_; }
    const ProofTable& table() const { return table_; }
    ProofTable& table() { return table_; }
    // For the attacker and for the defender, at the root searched last.
    Number proof_number() const { return proof_; }
    Number disproof_number() const { return disproof_; }

    // What is known without searching: the game is over, or the database says it, perhaps of the positions to which the
    // jumps lead that must be made.
    Outcome known(const Position& position) const;

    // How good a position without a jump looks for the side to move.
    Score judged(const Position& position) const {
        const Score score = evaluation_->of(position);
        return scout_ ? scout_->refined(position, score) : score;
    }

private:
    struct Result {
        Number mover = 1;
        Number other = 1;
        Lean lean;
    };
    struct Child {
        Position position;
        Result result;
        bool reversible;  // the move that leads to it: no jump, and of a king
        std::uint8_t move;
    };
    // A position of the line being looked at.
    struct Step {
        Key key;
        std::uint32_t visit;
        bool reversible;  // the move that led to it
    };
    struct Choice {
        Result result;
        std::size_t best = 0;
        Number second = infinite;  // the other's number of the child that is next best
        bool leaned = false;       // on the position itself or those before it
        Number siblings = 0;       // what those beside the best add to the other's number
    };

    Result expand(const Position& position, bool reversible, Number most_mover, Number most_other);
    void make_children(const Position& position);
    Result look(const Position& position, bool reversible);
    bool holds_here(const Entry& entry) const;
    bool is_held(const Entry& entry, Side mover) const;
    std::optional<Lean> close(const Position& root, std::size_t most);
    bool gather_held(Position position, Lean& lean);
    Outcome stored(const Position& position) const;
    Outcome known_by_jumps(const Position& position) const;
    Score settled(const Position& position) const;
    static Result first_guess(Score score, int moves);
    Result decided(const Position& position, bool attacker_wins, Lean lean = {}) const;
    Choice choose(Side mover, std::size_t begin) const;
    void store(const Position& position, const Result& result, std::uint8_t move, std::uint64_t work);
    int earlier_ply(Key key) const;
    bool is_over();

    ProofTable table_;
    Side attacker_;
    std::shared_ptr<const Evaluation> evaluation_;
    std::shared_ptr<const EndgameOracle> oracle_;
    std::shared_ptr<const Scout> scout_;
    int oracle_pieces_;
    std::vector<Step> line_;
    std::vector<Position> held_;  // a set that the defender may hold, while it is gathered
    std::unordered_set<Key> in_held_;
    std::vector<Child> children_;  // of the positions of the line, one after another
    std::uint32_t visits_ = 0;
    std::uint64_t nodes_ = 0;
    std::uint64_t last_node_ = 0;
    std::uint64_t next_poll_ = 0;
    const StopToken* stop_ = nullptr;
    bool stopped_ = false;
    Number proof_ = 1, disproof_ = 1;
};

}  // namespace crownhead::proof
