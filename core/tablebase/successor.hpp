// What a move leads to, and what values are worth to the side that chooses.
#pragma once

#include "rules/endgame_oracle.hpp"
#include "rules/movegen.hpp"
#include "tablebase/slice.hpp"

namespace crownhead::tablebase {

// The position after Black's move, seen by White as if he were Black.
inline Placement after_move(const Position& p, Bits from, Bits to, Bits captured) {
    const Bits black = p.black ^ from, white = p.white & ~captured;
    const bool king = (p.kings & from) || (to & crownhead_row<Side::Black>);
    const Bits men = black & ~p.kings, kings = black & p.kings;
    return flipped(Placement{gather(king ? men : men | to), gather(king ? kings | to : kings), gather(white & ~p.kings),
                             gather(white & p.kings)});
}

inline Placement after_move(const Position& p, Move move) {
    return after_move(p, single(move.origin()), single(move.target()), move.captured());
}

constexpr int order_of(Verdict verdict) {
    return verdict == Verdict::Win ? 3 : verdict == Verdict::Draw ? 2 : verdict == Verdict::Loss ? 1 : 0;
}

// The better of two values for the side that may choose: a win, the sooner the better; then a draw; then a
// loss, the later the better. Unknown is no value yet. A distance that is known of only one says nothing.
constexpr EndgameValue better(EndgameValue a, EndgameValue b) {
    if (a.verdict != b.verdict) return order_of(a.verdict) > order_of(b.verdict) ? a : b;
    if (a.plies < 0 || b.plies < 0) return {a.verdict, -1};
    return (a.verdict == Verdict::Win) == (a.plies < b.plies) ? a : b;
}

// The value of a move, from the value of the position it leads to.
constexpr EndgameValue before(EndgameValue after) {
    const int plies = after.plies < 0 ? -1 : after.plies + 1;
    if (after.verdict == Verdict::Win) return {Verdict::Loss, plies};
    if (after.verdict == Verdict::Loss) return {Verdict::Win, plies};
    return after;
}

// The value of a position whose side to move, Black, must jump; value_of tells those of placements.
template <typename ValueOf>
EndgameValue value_of_jumps(const Position& position, Bits jumping, const ValueOf& value_of) {
    EndgameValue best;
    for_each_jump<Side::Black>(jumping, position.white, position.kings, position.empty(),
                               [&](Move move) { best = better(best, before(value_of(after_move(position, move)))); });
    return best;
}

inline Bits jumpers_of(const Position& p) { return jumpers<Side::Black>(p.black, p.white, p.kings, p.empty()); }

}  // namespace crownhead::tablebase
