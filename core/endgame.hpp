// The narrow hook between the search and whatever knows endgames exactly.
#pragma once

#include "position.hpp"

namespace crownhead {

// For the side to move, draw rules ignored.
enum class Verdict : std::uint8_t { Unknown, Win, Loss, Draw };

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
};

}  // namespace crownhead
