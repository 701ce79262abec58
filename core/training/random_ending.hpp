// Endings by chance, with kings: games between equals reach too few of them.
#pragma once

#include <array>

#include "rules/movegen.hpp"
#include "training/dice.hpp"

namespace crownhead::training {

// Puts so many pieces of a side on empty squares; each is a king with this probability.
inline void put_pieces(Dice& dice, int pieces, Side side, double kings, std::array<Bits, 2>& sides, Bits& all_kings) {
    while (pieces > 0) {
        const bool is_king = dice.happens(kings);
        const Bits square = single(bit_of_index(dice.number(32)));
        if ((square & (sides[0] | sides[1])) || (!is_king && (square & crownhead_row_of(side)))) continue;
        sides[static_cast<std::size_t>(side)] |= square;
        if (is_king) all_kings |= square;
        --pieces;
    }
}

// A position with a king at least, where nobody can jump at once and the numbers of pieces differ by one at most.
inline Position random_ending(Dice& dice, int least_pieces, int most_pieces) {
    for (;;) {
        const int pieces = dice.between(least_pieces, most_pieces);
        const int fewer = pieces % 2 == 0 && dice.happens(0.25) ? pieces / 2 - 1 : pieces / 2;
        const Side weaker = dice.happens(0.5) ? Side::Black : Side::White;
        std::array<Bits, 2> sides{};
        Bits kings = 0;
        for (const Side side : {Side::Black, Side::White})
            put_pieces(dice, side == weaker ? fewer : pieces - fewer, side, 0.25 * dice.number(4), sides, kings);
        const Side turn = dice.happens(0.5) ? Side::Black : Side::White;
        const Position position = make_position(sides[0], sides[1], kings, turn);
        if (!kings || must_jump(position) || must_jump(make_position(sides[0], sides[1], kings, opponent(turn))))
            continue;
        if (has_quiet_move(position)) return position;
    }
}

}  // namespace crownhead::training
