#include "evaluation.hpp"

#include <algorithm>
#include <stdexcept>

#include "terms.hpp"

namespace crownhead {
namespace {

constexpr std::size_t pattern_rows = patterns::places.size() * patterns::settings;
constexpr std::size_t own_king = pattern_rows, enemy_king = own_king + 32, row_count = enemy_king + 32;

// Unsigned, for weights from a foreign file may be anything: the sum is then nonsense, but not undefined.
constexpr std::uint32_t both(int opening, int ending) { return static_cast<std::uint32_t>(ending * 65536 + opening); }
constexpr int opening_of(std::uint32_t sum) { return static_cast<std::int16_t>(sum); }
constexpr int ending_of(std::uint32_t sum) { return static_cast<std::int32_t>(sum + 0x8000) >> 16; }

constexpr std::size_t row_of(std::size_t place, std::size_t setting) { return place * patterns::settings + setting; }

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

struct Evaluation::Views {
    Row black, white;
};

Evaluation::Evaluation() : weights_(term_count), rows_(row_count) {
    weights_[Term::Men + 0] = both(100, 100);
    weights_[Term::Kings + 0] = both(130, 130);
}

Evaluation::Evaluation(std::span<const std::int16_t> numbers) : weights_(term_count), rows_(row_count) {
    if (numbers.size() != number_count()) throw std::invalid_argument("a weight is missing or there is one too many");
    const std::int16_t* next = numbers.data();
    for (Both& weight : weights_) {
        weight = both(next[0], next[1]);
        next += 2;
    }
    for (Row& row : rows_) {
        std::copy_n(next, network::lanes, row.lane.begin());
        next += network::lanes;
    }
    for (network::Judge& judge : judges_) {
        judge.read(next);
        next += network::Judge::word_count;
    }
}

std::size_t Evaluation::number_count() {
    return 2 * term_count + network::lanes * row_count + network::judges * network::Judge::word_count;
}

Evaluation::Views Evaluation::views_of(const Scene& p) const {
    Row black, white;
    for (std::size_t place = 0; place < patterns::places.size(); ++place) {
        black += rows_[row_of(place, p.seen.by_black(place))];
        white += rows_[row_of(place, p.seen.by_white(place))];
    }
    for_each_bit(p.black & p.kings, [&](Bit b) {
        const auto square = static_cast<std::size_t>(index_of_bit(b));
        black += rows_[own_king + square];
        white += rows_[enemy_king + 31 - square];
    });
    for_each_bit(p.white & p.kings, [&](Bit b) {
        const auto square = static_cast<std::size_t>(index_of_bit(b));
        black += rows_[enemy_king + square];
        white += rows_[own_king + 31 - square];
    });
    return {black, white};
}

template <Side Us>
Score Evaluation::of(const Scene& p) const {
    const Both sum = tally_terms<Us>(Sum{weights_.data()}, p).total;
    const Views views = views_of(p);
    const int pieces = count(p.occupied());  // 24 at the start
    const int opening = opening_of(sum) + views.black.opening() - views.white.opening();
    const int ending = ending_of(sum) + views.black.ending() - views.white.ending();
    const Score counted = (opening * pieces + ending * (24 - pieces)) / 24;
    const network::Judge& judge = judges_[static_cast<std::size_t>(pieces) * network::judges / 25];
    const Score score = Us == Side::Black ? counted + judge.of(views.black, views.white)
                                          : judge.of(views.white, views.black) - counted;
    return std::clamp(score, -evaluation_limit, evaluation_limit);
}

template Score Evaluation::of<Side::Black>(const Scene&) const;
template Score Evaluation::of<Side::White>(const Scene&) const;

std::vector<TermCount> count_terms(const Position& position) {
    return position.turn == Side::Black ? tally_terms<Side::Black>(Counts(), position).counts
                                        : tally_terms<Side::White>(Counts(), position).counts;
}

std::vector<std::int32_t> seen_rows(const Position& position) {
    const patterns::Seen seen = position.turn == Side::Black
                                    ? patterns::look(position.black, position.white)
                                    : patterns::look(turned(position.white), turned(position.black));
    std::vector<std::int32_t> rows;
    for (std::size_t i = 0; i < seen.numbers.size(); ++i)
        rows.push_back(static_cast<std::int32_t>(row_of(i % patterns::places.size(), seen.numbers[i])));
    return rows;
}

}  // namespace crownhead
