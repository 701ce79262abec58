// What the evaluation looks at. Each term counts something for Black less the same for White, turned by half a board;
// a tally does with the counts what it likes: sum them by weight, or write them down for the fitting of the weights.
#pragma once

#include <cstddef>

#include "moves.hpp"

namespace crownhead {

// Where the weights of each term begin. Terms with several weights are tables.
enum class Term : std::size_t {
    Men,
    Kings,
    Turn,          // to be on move
    TheMove,       // to have the opposition, pieces being equal in number
    Threatened,    // to be on move with a piece in danger
    SafeSteps,     // steps of men onto squares where they cannot be taken
    OtherSteps,    // steps of men onto squares where they can
    StuckMen,      // men without a step
    KingSteps,     // steps of kings onto safe squares
    TrappedKings,  // kings without one
    Pairs,         // men that stand diagonally behind a friend
    Trios,         // three in a diagonal
    Gaps,          // an empty square between two friends, which invites a double jump
    DogHole,       // a man shut up on 28 (5 for White) by the man on 32 (1)
    Skew,          // by how much there are more men on one wing than on the other
    Runaway,       // men with no enemy in the cone before them, by the rows to go, 1-6
    Rear = Runaway + 7,      // which of the four home squares are kept, as a pattern; the bridge is 1 and 3
    ManSquare = Rear + 16,   // by row and column of the men's own view
    KingSquare = ManSquare + 32,
    End = KingSquare + 32
};

constexpr std::size_t operator+(Term term, std::size_t i) { return static_cast<std::size_t>(term) + i; }
constexpr std::size_t term_count = static_cast<std::size_t>(Term::End);

namespace terms {

template <Side Us>
constexpr Bits ahead(Bits set) {
    return (forward<Us, 4>(set) | forward<Us, 5>(set)) & all_squares;
}
template <Side Us>
constexpr Bits behind(Bits set) {
    return (backward<Us, 4>(set) | backward<Us, 5>(set)) & all_squares;
}

// Squares where a piece of Us that came by a step of this distance forward could be jumped: along its own way, for it
// has left the square behind it, or across it.
template <Side Us, int Distance>
constexpr Bits deadly(Bits enemy, Bits enemy_kings, Bits empty) {
    constexpr int across = 9 - Distance;
    return backward<Us, Distance>(enemy) | (backward<Us, across>(enemy) & forward<Us, across>(empty)) |
           (forward<Us, across>(enemy_kings) & backward<Us, across>(empty));
}

// Squares where a king of Us could be jumped, wherever it came from.
template <Side Us>
constexpr Bits dangerous(Bits enemy, Bits enemy_kings, Bits empty) {
    return (backward<Us, 4>(enemy) & forward<Us, 4>(empty)) | (backward<Us, 5>(enemy) & forward<Us, 5>(empty)) |
           (forward<Us, 4>(enemy_kings) & backward<Us, 4>(empty)) | (forward<Us, 5>(enemy_kings) & backward<Us, 5>(empty));
}

// The rows that men of Us have still to go, as sets, from their last row back.
template <Side Us>
constexpr Bits row_before_crown(int rows) {
    return row_bits(Us == Side::Black ? 7 - rows : rows);
}

// Men of Us with no enemy anywhere in the cone before them.
template <Side Us>
constexpr Bits unopposed(Bits men, Bits enemy) {
    Bits barred = enemy;
    for (int i = 0; i < 6; ++i) barred |= behind<Us>(barred);
    return men & ~barred;
}

template <Side Us, typename Tally>
void tally_men(Tally& tally, Bits men, Bits own, Bits enemy, Bits enemy_kings, Bits empty) {
    constexpr int sign = Us == Side::Black ? 1 : -1;
    const Bits steps4 = forward<Us, 4>(men) & empty, steps5 = forward<Us, 5>(men) & empty;
    const int safe = count(steps4 & ~deadly<Us, 4>(enemy, enemy_kings, empty)) +
                     count(steps5 & ~deadly<Us, 5>(enemy, enemy_kings, empty));
    tally.add(Term::SafeSteps, sign * safe);
    tally.add(Term::OtherSteps, sign * (count(steps4) + count(steps5) - safe));
    tally.add(Term::StuckMen, sign * count(men & ~behind<Us>(empty)));
    const Bits pairs4 = forward<Us, 4>(men) & men, pairs5 = forward<Us, 5>(men) & men;
    tally.add(Term::Pairs, sign * (count(pairs4) + count(pairs5)));
    tally.add(Term::Trios, sign * (count(forward<Us, 4>(pairs4) & men) + count(forward<Us, 5>(pairs5) & men)));
    tally.add(Term::Gaps, sign * (count(forward<Us, 4>(steps4) & own) + count(forward<Us, 5>(steps5) & own)));
    const Bits free = unopposed<Us>(men, enemy);
    if (free)
        for (int rows = 1; rows <= 6; ++rows)
            tally.add_at(Term::Runaway, static_cast<std::size_t>(rows), sign * count(free & row_before_crown<Us>(rows)));
}

template <Side Us, typename Tally>
void tally_kings(Tally& tally, Bits kings, Bits enemy, Bits enemy_kings, Bits empty) {
    constexpr int sign = Us == Side::Black ? 1 : -1;
    const Bits safe = empty & ~dangerous<Us>(enemy, enemy_kings, empty);
    const int steps = count(forward<Us, 4>(kings) & safe) + count(forward<Us, 5>(kings) & safe) +
                      count(backward<Us, 4>(kings) & safe) + count(backward<Us, 5>(kings) & safe);
    tally.add(Term::KingSteps, sign * steps);
    tally.add(Term::TrappedKings, sign * count(kings & ~(ahead<Us>(safe) | behind<Us>(safe))));
}

constexpr Bits left_wing = spread(0x33333333), right_wing = spread(0xCCCCCCCC);
constexpr Bits even_rows = spread(0x0F0F0F0F);

constexpr int skew(Bits men) {
    const int difference = count(men & left_wing) - count(men & right_wing);
    return difference < 0 ? -difference : difference;
}

// The opposition: who is on move has it if an odd number of pieces stands in the columns that begin at his own edge.
template <Side Us>
constexpr bool has_the_move(Bits occupied) {
    return count(occupied & (Us == Side::Black ? even_rows : ~even_rows)) & 1;
}

template <Side Us, typename Tally>
void tally_turn(Tally& tally, const Position& p, int balance) {
    constexpr Side them = opponent(Us);
    constexpr int sign = Us == Side::Black ? 1 : -1;
    tally.add(Term::Turn, sign);
    if (balance == 0) tally.add(Term::TheMove, has_the_move<Us>(p.occupied()) ? sign : -sign);
    if (jumpers<them>(p.pieces(them), p.pieces(Us), p.kings, p.empty())) tally.add(Term::Threatened, sign);
}

// The home squares that are kept, from the player's own left to right: squares 4, 3, 2, 1 are bits 3-0 for Black.
constexpr std::size_t black_rear(Bits men) { return men & 0xF; }
constexpr std::size_t white_rear(Bits men) {
    return (men >> 34 & 1) | (men >> 32 & 2) | (men >> 30 & 4) | (men >> 28 & 8);
}

}  // namespace terms

// Us is to move.
template <Side Us, typename Tally>
void tally_terms(Tally& tally, const Position& p) {
    using namespace terms;
    const Bits empty = p.empty();
    const Bits black_men = p.black & ~p.kings, white_men = p.white & ~p.kings;
    tally.add(Term::Men, count(black_men) - count(white_men));
    tally.squares(Term::ManSquare, black_men, white_men);
    tally_men<Side::Black>(tally, black_men, p.black, p.white, p.white & p.kings, empty);
    tally_men<Side::White>(tally, white_men, p.white, p.black, p.black & p.kings, empty);
    tally.add_at(Term::Rear, black_rear(black_men), 1);
    tally.add_at(Term::Rear, white_rear(white_men), -1);
    tally.add(Term::Skew, skew(black_men) - skew(white_men));
    constexpr Bits square_1 = single(0), square_5 = single(4), square_28 = single(30), square_32 = single(34);
    tally.add(Term::DogHole, ((black_men & square_28) && (white_men & square_32)) - ((white_men & square_5) && (black_men & square_1)));
    if (p.kings) {
        const Bits black_kings = p.black & p.kings, white_kings = p.white & p.kings;
        tally.add(Term::Kings, count(black_kings) - count(white_kings));
        tally.squares(Term::KingSquare, black_kings, white_kings);
        tally_kings<Side::Black>(tally, black_kings, p.white, white_kings, empty);
        tally_kings<Side::White>(tally, white_kings, p.black, black_kings, empty);
    }
    tally_turn<Us>(tally, p, count(p.black) - count(p.white));
}

}  // namespace crownhead
