#include "evaluate.hpp"

#include "weights.hpp"

namespace crownhead {
namespace {

// Two scores in one word, so that both are summed at once: the ending's above, the opening's below.
using Both = std::int32_t;
constexpr Both both(Weight weight) { return weight.ending * 65536 + weight.opening; }
constexpr int opening_of(Both sum) { return static_cast<std::int16_t>(static_cast<std::uint32_t>(sum)); }
constexpr int ending_of(Both sum) { return (sum + 0x8000) >> 16; }

// Sums over the squares of a set by table: two rows lie in eight adjacent bits, at every ninth.
struct SquareSums {
    std::array<std::array<Both, 256>, 4> black{};
    std::array<std::array<Both, 256>, 4> white{};

    constexpr explicit SquareSums(Term term) {
        for (std::size_t strip = 0; strip < 4; ++strip)
            for (std::size_t set = 0; set < 256; ++set)
                for (std::size_t i = 0; i < 8; ++i)
                    if (set >> i & 1) {
                        black[strip][set] += both(weights[term + (8 * strip + i)]);
                        white[strip][set] += both(weights[term + (31 - 8 * strip - i)]);
                    }
    }
    static constexpr Both of(const std::array<std::array<Both, 256>, 4>& sums, Bits set) {
        return sums[0][set & 0xFF] + sums[1][set >> 9 & 0xFF] + sums[2][set >> 18 & 0xFF] + sums[3][set >> 27 & 0xFF];
    }
};

constexpr SquareSums man_squares(Term::ManSquare), king_squares(Term::KingSquare);

struct Sum {
    Both total = 0;

    void add(Term term, int n) { total += n * both(weights[term + 0]); }
    void add_at(Term term, std::size_t i, int n) { total += n * both(weights[term + i]); }
    void squares(Term term, Bits black, Bits white) {
        const SquareSums& sums = term == Term::ManSquare ? man_squares : king_squares;
        total += SquareSums::of(sums.black, black) - SquareSums::of(sums.white, white);
    }
};

}  // namespace

template <Side Us>
Score evaluate(const Position& position) {
    Sum sum;
    tally_terms<Us>(sum, position);
    const int phase = count(position.occupied());  // 24 at the start
    const Score score = (opening_of(sum.total) * phase + ending_of(sum.total) * (24 - phase)) / 24;
    return Us == Side::Black ? score : -score;
}

template Score evaluate<Side::Black>(const Position&);
template Score evaluate<Side::White>(const Position&);

}  // namespace crownhead
