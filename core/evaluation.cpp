#include "evaluation.hpp"

#include <algorithm>
#include <stdexcept>

#include "terms.hpp"

namespace crownhead {
namespace {

// Unsigned, for weights from a foreign file may be anything: the sum is then nonsense, but not undefined.
constexpr std::uint32_t both(Weight weight) {
    return static_cast<std::uint32_t>(weight.ending * 65536 + weight.opening);
}
constexpr int opening_of(std::uint32_t sum) { return static_cast<std::int16_t>(sum); }
constexpr int ending_of(std::uint32_t sum) { return static_cast<std::int32_t>(sum + 0x8000) >> 16; }

struct Counts {
    std::vector<TermCount> counts;

    void add(Term term, int n) { add_at(term, 0, n); }
    void add_at(Term term, std::size_t i, int n) {
        if (n != 0) counts.push_back({static_cast<std::int32_t>(term + i), n});
    }
};

}  // namespace

struct Evaluation::Sum {
    const Both* weights;
    Both total = 0;

    void add(Term term, int n) { total += static_cast<Both>(n) * weights[term + 0]; }
    void add_at(Term term, std::size_t i, int n) { total += static_cast<Both>(n) * weights[term + i]; }
};

Evaluation::Evaluation() : weights_(term_count) {
    weights_[Term::Men + 0] = both({100, 100});
    weights_[Term::Kings + 0] = both({130, 130});
}

Evaluation::Evaluation(std::span<const Weight> weights) {
    if (weights.size() != term_count) throw std::invalid_argument("a weight is missing or there is one too many");
    for (const Weight weight : weights) weights_.push_back(both(weight));
}

std::size_t Evaluation::weight_count() { return term_count; }

template <Side Us>
Score Evaluation::of(const Scene& scene) const {
    const Both total = tally_terms<Us>(Sum{weights_.data()}, scene).total;
    const int phase = count(scene.occupied());  // 24 at the start
    const Score score = (opening_of(total) * phase + ending_of(total) * (24 - phase)) / 24;
    return std::clamp(Us == Side::Black ? score : -score, -evaluation_limit, evaluation_limit);
}

template Score Evaluation::of<Side::Black>(const Scene&) const;
template Score Evaluation::of<Side::White>(const Scene&) const;

std::vector<TermCount> count_terms(const Position& position) {
    const Scene scene = scene_of(position);
    return position.turn == Side::Black ? tally_terms<Side::Black>(Counts(), scene).counts
                                        : tally_terms<Side::White>(Counts(), scene).counts;
}

}  // namespace crownhead
