// What a quiet position is worth without searching: the one place that knows.
#pragma once

#include <span>
#include <vector>

#include "evaluation/network.hpp"
#include "base/huge_pages.hpp"
#include "evaluation/accumulator.hpp"

namespace crownhead {

class Evaluation {
public:
    Evaluation();  // counts men and kings and nothing else
    // Numbers in this order; std::invalid_argument if there are more or fewer of them.
    //   for each term               its weight in hundredths of a man, with 24 pieces on the board and with none
    //   for each place, each way in which it may be filled     a row
    //   for each square             the row of one's own king there
    //   for each square             the row of an enemy's king there
    //   for each quarter of the pieces, the fewest first       a judge
    explicit Evaluation(std::span<const std::int16_t> numbers);
    static std::size_t number_count();

    // For Us, who is to move; within +-evaluation_limit. Meant for positions without a jump.
    template <Side Us>
    Score of(const Scene& scene) const;

    Score of(const Position& position) const {
        const Scene scene = scene_of(position);
        return position.turn == Side::Black ? of<Side::Black>(scene) : of<Side::White>(scene);
    }

private:
    using Row = network::Row;
    // Two scores in one word, so that both are summed at once: the ending's above, the opening's below.
    using Both = std::uint32_t;
    struct Sum;
    struct Views {
        Row black, white;
    };

    void put_pieces_into_rows(std::span<const Row> own_kings, std::span<const Row> enemy_kings);
    void put_men_into(std::size_t place, Bits squares);
    Views views_of(const Scene& scene) const;

    std::vector<Both> weights_;
    Roomy<Row> rows_;  // of each place and setting; what its men are worth is in them
    std::array<Views, 35> black_kings_, white_kings_;  // what a king there adds to a man; [bit]
    std::array<network::Judge, network::judges> judges_;
};

// How often each term occurs in a position, Black's less White's: what the weights are fitted by. A term may come twice.
struct TermCount {
    std::int32_t term;
    std::int32_t count;
};
std::vector<TermCount> count_terms(const Position& position);

// Which rows of patterns the mover sees, then which the other player does.
std::vector<std::int32_t> seen_rows(const Position& position);

}  // namespace crownhead
