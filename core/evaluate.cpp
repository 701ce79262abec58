#include "evaluate.hpp"

namespace crownhead {
namespace {

constexpr Bits odd_rows = row_bits(1) | row_bits(3) | row_bits(5) | row_bits(7);
constexpr Bits rows_2_3_6_7 = row_bits(2) | row_bits(3) | row_bits(6) | row_bits(7);
constexpr Bits lower_half = row_bits(4) | row_bits(5) | row_bits(6) | row_bits(7);
constexpr Bits black_bridge = single(0) | single(2);
constexpr Bits white_bridge = single(32) | single(34);
constexpr Bits centre = single(14) | single(15) | single(19) | single(20);

// The sum of the rows of a set.
constexpr int rows_of(Bits set) {
    return count(set & odd_rows) + 2 * count(set & rows_2_3_6_7) + 4 * count(set & lower_half);
}

Score for_black(const Position& p) {
    const Bits black_men = p.black & ~p.kings, white_men = p.white & ~p.kings;
    const int men = count(black_men) - count(white_men);
    const int kings = count(p.black & p.kings) - count(p.white & p.kings);
    const int advance = rows_of(black_men) + rows_of(white_men) - 7 * count(white_men);
    const int bridge = count(black_men & black_bridge) - count(white_men & white_bridge);
    const int held = count(p.black & centre) - count(p.white & centre);
    return 100 * men + 130 * kings + 2 * advance + 5 * bridge + 3 * held;
}

}  // namespace

template <Side Us>
Score evaluate(const Position& position) {
    const Score score = for_black(position);
    return Us == Side::Black ? score : -score;
}

template Score evaluate<Side::Black>(const Position&);
template Score evaluate<Side::White>(const Position&);

}  // namespace crownhead
