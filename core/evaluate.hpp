// What a quiet position is worth without searching: the one place that knows.
#pragma once

#include "position.hpp"
#include "score.hpp"

namespace crownhead {

// In hundredths of a man, for Us, who is to move; within +-evaluation_limit. Meant for positions without a jump.
template <Side Us>
Score evaluate(const Position& position);

inline Score evaluate(const Position& position) {
    return position.turn == Side::Black ? evaluate<Side::Black>(position) : evaluate<Side::White>(position);
}

}  // namespace crownhead
