// What a quiet position is worth without searching: the one place that knows.
#pragma once

#include <span>
#include <vector>

#include "scene.hpp"
#include "score.hpp"

namespace crownhead {

// In hundredths of a man, with 24 pieces on the board and with none; the count of pieces lies between.
struct Weight {
    std::int16_t opening;
    std::int16_t ending;
};

class Evaluation {
public:
    Evaluation();  // counts men and kings and nothing else
    // As many weights as there are terms, in their order; std::invalid_argument otherwise.
    explicit Evaluation(std::span<const Weight> weights);

    // For Us, who is to move; within +-evaluation_limit. Meant for positions without a jump.
    template <Side Us>
    Score of(const Scene& scene) const;

    Score of(const Position& position) const {
        const Scene scene = scene_of(position);
        return position.turn == Side::Black ? of<Side::Black>(scene) : of<Side::White>(scene);
    }

    static std::size_t weight_count();

private:
    // Two scores in one word, so that both are summed at once: the ending's above, the opening's below.
    using Both = std::uint32_t;
    struct Sum;

    std::vector<Both> weights_;
};

// How often each term occurs in a position, Black's less White's: what the weights are fitted by. A term may come twice.
struct TermCount {
    std::int32_t term;
    std::int32_t count;
};
std::vector<TermCount> count_terms(const Position& position);

}  // namespace crownhead
