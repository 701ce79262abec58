// The interface between the search and whatever knows endgames exactly: an endgame database, for example.
#pragma once

#include <optional>

#include "base/stop_token.hpp"
#include "rules/position.hpp"

namespace crownhead {

// For the side to move, draw rules ignored.
enum class Verdict : std::uint8_t { Unknown, Win, Loss, Draw };

// The same for the other side.
constexpr Verdict opposite(Verdict verdict) {
    return verdict == Verdict::Win ? Verdict::Loss : verdict == Verdict::Loss ? Verdict::Win : verdict;
}

struct EndgameValue {
    Verdict verdict = Verdict::Unknown;
    int plies = -1;  // until the loser cannot move, if known; -1 if not, or in a draw
};

// Called from many search threads at once; must not lock on its hot path.
class EndgameOracle {
public:
    virtual ~EndgameOracle() = default;
    // Positions with more pieces than this are not worth asking about.
    virtual int most_pieces() const = 0;
    virtual EndgameValue probe(const Position& position) const = 0;
    // The same without the plies, which may be cheaper.
    virtual Verdict verdict(const Position& position) const = 0;
    // A move that wins in the fewest plies, where those are known. After `reversible` plies without a jump or an advance
    // it gives way to one that the forty-move rule does not catch, if there is one and there is time to find it: that
    // may take seconds, and ends when `stop` says so. For the root.
    virtual std::optional<Move> winning_move(const Position& position, int reversible, const StopToken& stop) const = 0;
};

}  // namespace crownhead
