// What a quiet position is worth without searching: the one place that knows.
#pragma once

#include <span>
#include <vector>

#include "base/huge_pages.hpp"
#include "evaluation/accumulator.hpp"
#include "evaluation/network.hpp"

namespace crownhead {

using Score = int;
constexpr Score evaluation_limit = 8000;

// What a man is worth, on the average of positions without kings. Searches see more than evaluations, so it grew while the
// weights were fitted to searches; since then fitting keeps it, and the margins of the search are made for it.
constexpr Score worth_of_a_man = 155;

// A score as people read it, in hundredths of a man. What is not 0 does not become 0.
constexpr int centimen_of(Score score) {
    return (200 * score + (score < 0 ? -worth_of_a_man : worth_of_a_man)) / (2 * worth_of_a_man);
}

class Evaluation {
public:
    Evaluation();  // counts men and kings and nothing else
    // Weights in this order; std::invalid_argument if there are more or fewer of them.
    //   for each term                        a score, with 24 pieces on the board and with none
    //   for each pattern and state           a row
    //   for each square                      the row of one's own king there
    //   for each square                      the row of an enemy's king there
    //   for each king pattern and state      a row
    //   for each quarter of the pieces, the fewest first, and by who has kings   an output bucket
    explicit Evaluation(std::span<const std::int16_t> weights);
    static std::size_t weight_count();

    // For Us, who is to move; within +-evaluation_limit. Meant for positions without a jump.
    template <Side Us>
    Score of(const AccumulatedPosition& position) const;

    Score of(const Position& position) const {
        const AccumulatedPosition p = accumulated(position);
        return p.turn == Side::Black ? of<Side::Black>(p) : of<Side::White>(p);
    }

private:
    using Row = network::Row;
    // A tapered weight: the one for the ending in the upper half, that for the opening in the lower, summed at once.
    using Tapered = std::uint32_t;
    struct Sum;
    struct Perspectives {
        Row black, white;
    };

    void put_pieces_into_rows(std::span<const Row> own_kings, std::span<const Row> enemy_kings);
    void put_men_into(std::size_t pattern, Bits squares);
    Perspectives perspectives_of(const AccumulatedPosition& position) const;
    void add_kings(const Position& position, Perspectives& perspectives) const;

    std::vector<Tapered> weights_;
    HugePageVector<Row> rows_;       // of each pattern and state; what its men are worth is in them
    HugePageVector<Row> king_rows_;  // of each king pattern and state
    std::array<Perspectives, 35> black_kings_, white_kings_;  // what a king there adds to a man; [bit]
    std::array<network::OutputBucket, network::output_buckets> buckets_;
};

unsigned output_bucket_of(const Position& position);

// How often each term occurs in a position, Black's less White's: what the weights are fitted by. A term may come twice.
struct TermCount {
    std::int32_t term;
    std::int32_t count;
};
std::vector<TermCount> count_terms(const Position& position);

// The rows of patterns that are summed for the mover, then those for the other player.
std::vector<std::int32_t> active_rows(const Position& position);
// Likewise of king patterns, where there are kings.
std::vector<std::int32_t> active_king_rows(const Position& position);

}  // namespace crownhead
