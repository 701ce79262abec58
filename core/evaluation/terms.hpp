// What the evaluation counts besides what the network makes of the patterns. Each term counts something for Black less
// the same for White, turned by half a board; a tally does with the counts what it likes: sum them by weight, or write
// them down for the fitting of the weights. It is handed on by value and all is inlined, so that a sum stays in a
// register. Counts are made without branches: a mispredicted branch costs more than adding nothing.
#pragma once

#include <utility>

#include "rules/movegen.hpp"

namespace crownhead {

// Where the weights of each term begin. Terms with several weights are tables.
enum class Term : std::size_t {
    Men,
    Kings,
    Turn,          // the tempo: to be on move
    TheMove,       // to have the opposition, pieces being equal in number
    Threatened,    // to be on move with a piece in danger
    KingSteps,     // steps of kings onto safe squares
    TrappedKings,  // kings without one
    KingSquare,    // by row and column of the player's own view
    End = KingSquare + 32
};

constexpr std::size_t operator+(Term term, std::size_t i) { return static_cast<std::size_t>(term) + i; }
constexpr std::size_t term_count = static_cast<std::size_t>(Term::End);

namespace terms {

// Squares where a king of Us could be jumped, wherever it came from.
template <Side Us>
constexpr Bits dangerous(Bits enemy, Bits enemy_kings, Bits empty) {
    return (backward<Us, 4>(enemy) & forward<Us, 4>(empty)) | (backward<Us, 5>(enemy) & forward<Us, 5>(empty)) |
           (forward<Us, 4>(enemy_kings) & backward<Us, 4>(empty)) |
           (forward<Us, 5>(enemy_kings) & backward<Us, 5>(empty));
}

// The squares one step from a set.
constexpr Bits around(Bits set) { return (set << 4 | set << 5 | set >> 4 | set >> 5) & all_squares; }

template <Side Us, typename Tally>
[[gnu::always_inline]] inline Tally tally_kings(Tally tally, Bits kings, Bits enemy, Bits enemy_kings, Bits empty) {
    constexpr int sign = Us == Side::Black ? 1 : -1;
    const Bits safe = empty & ~dangerous<Us>(enemy, enemy_kings, empty);
    const int steps =
        count(kings << 4 & safe) + count(kings << 5 & safe) + count(kings >> 4 & safe) + count(kings >> 5 & safe);
    tally.add(Term::KingSteps, sign * steps);
    tally.add(Term::TrappedKings, sign * count(kings & ~around(safe)));
    return tally;
}

constexpr Bits even_rows = spread(0x0F0F0F0F);

// The opposition: who is on move has it if an odd number of pieces stands in the columns that begin at his own edge.
template <Side Us>
constexpr bool has_the_move(Bits occupied) {
    return count(occupied & (Us == Side::Black ? even_rows : ~even_rows)) & 1;
}

template <Side Us, typename Tally>
[[gnu::always_inline]] inline Tally tally_turn(Tally tally, const Position& p) {
    constexpr Side them = opponent(Us);
    constexpr int sign = Us == Side::Black ? 1 : -1;
    tally.add(Term::Turn, sign);
    const bool level = count(p.black) == count(p.white);
    tally.add(Term::TheMove, level * (has_the_move<Us>(p.occupied()) ? sign : -sign));
    const bool threatened = jumpers<them>(p.pieces(them), p.pieces(Us), p.kings, p.empty());
    tally.add(Term::Threatened, threatened * sign);
    return tally;
}

}  // namespace terms

// What each piece is worth where it stands.
template <typename Tally>
inline Tally tally_pieces(Tally tally, const Position& p) {
    tally.add(Term::Men, count(p.black & ~p.kings) - count(p.white & ~p.kings));
    tally.add(Term::Kings, count(p.black & p.kings) - count(p.white & p.kings));
    const auto square = [](Bit b) { return static_cast<std::size_t>(index_of_bit(b)); };
    for_each_bit(p.black & p.kings, [&](Bit b) { tally.add_at(Term::KingSquare, square(b), 1); });
    for_each_bit(p.white & p.kings, [&](Bit b) { tally.add_at(Term::KingSquare, 31 - square(b), -1); });
    return tally;
}

// What the pieces may do. Us is to move.
template <Side Us, typename Tally>
[[gnu::always_inline]] inline Tally tally_play(Tally tally, const Position& p) {
    using namespace terms;
    if (p.kings) {
        const Bits black_kings = p.black & p.kings, white_kings = p.white & p.kings;
        tally = tally_kings<Side::Black>(std::move(tally), black_kings, p.white, white_kings, p.empty());
        tally = tally_kings<Side::White>(std::move(tally), white_kings, p.black, black_kings, p.empty());
    }
    return tally_turn<Us>(std::move(tally), p);
}

}  // namespace crownhead
