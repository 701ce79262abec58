// A position as the search goes through it: with what the evaluation sees of it, kept up from move to move.
#pragma once

#include "evaluation/patterns.hpp"
#include "rules/position.hpp"

namespace crownhead {

struct Scene : Position {
    patterns::Seen seen;  // always patterns::look(black, white)
};

constexpr Scene scene_of(const Position& p) { return {p, patterns::look(p.black, p.white)}; }

// The scene after a legal move of Us, the side to move.
template <Side Us>
constexpr Scene after(const Scene& scene, Move move) {
    patterns::Seen seen = scene.seen;
    seen -= patterns::seen_piece(Us, move.origin());
    seen += patterns::seen_piece(Us, move.target());
    for_each_bit(move.captured(), [&](Bit b) { seen -= patterns::seen_piece(opponent(Us), b); });
    return {after<Us>(static_cast<const Position&>(scene), move), seen};
}

}  // namespace crownhead
