#include "evaluation/evaluation.hpp"

#include <algorithm>
#include <stdexcept>

#include "evaluation/terms.hpp"

namespace crownhead {
namespace {

// Unsigned, for weights from a foreign file may be anything: the sum is then nonsense, but not undefined.
constexpr std::uint32_t tapered(int opening, int ending) {
    return static_cast<std::uint32_t>(ending * 65536 + opening);
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
    const Tapered* weights;
    Tapered total = 0;

    void add(Term term, int n) { total += static_cast<Tapered>(n) * weights[term + 0]; }
};

Evaluation::Evaluation() : weights_(term_count), rows_(patterns::rows) {
    weights_[Term::Men + 0] = tapered(100, 100);
    weights_[Term::Kings + 0] = tapered(130, 130);
    const std::vector<Row> none(32);
    put_pieces_into_rows(none, none);
}

Evaluation::Evaluation(std::span<const std::int16_t> weights) : weights_(term_count), rows_(patterns::rows) {
    if (weights.size() != weight_count()) throw std::invalid_argument("a weight is missing or there is one too many");
    const std::int16_t* next = weights.data();
    for (Tapered& weight : weights_) {
        weight = tapered(next[0], next[1]);
        next += 2;
    }
    std::vector<Row> own_kings(32), enemy_kings(32);
    for (const std::span<Row> rows : {std::span<Row>(rows_), std::span<Row>(own_kings), std::span<Row>(enemy_kings)})
        for (Row& row : rows) {
            std::copy_n(next, network::lanes, row.lane.begin());
            next += network::lanes;
        }
    put_pieces_into_rows(own_kings, enemy_kings);
    for (network::OutputBucket& bucket : buckets_) {
        bucket.read(next);
        next += network::OutputBucket::weight_count;
    }
}

std::size_t Evaluation::weight_count() {
    constexpr std::size_t king_rows = 2 * 32;
    return 2 * term_count + network::lanes * (patterns::rows + king_rows) +
           network::output_buckets * network::OutputBucket::weight_count;
}

// What each piece is worth where it stands needs no counting of its own: it is summed with the rows.
void Evaluation::put_pieces_into_rows(std::span<const Row> own_kings, std::span<const Row> enemy_kings) {
    Bits done = 0;
    for (std::size_t pattern = 0; pattern < patterns::count; ++pattern) {
        put_men_into(pattern, patterns::squares[pattern] & ~done);
        done |= patterns::squares[pattern];
    }
    for_each_bit(all_squares, [&](Bit b) {
        const auto square = static_cast<std::size_t>(index_of_bit(b));
        const Tapered more = weights_[Term::Kings + 0] - weights_[Term::Men + 0] + weights_[Term::KingSquare + square];
        Row own = own_kings[square];
        own.add(opening_of(more), ending_of(more));
        const Row& enemy = enemy_kings[31 - square];
        black_kings_[static_cast<std::size_t>(b)] = {own, enemy};
        white_kings_[static_cast<std::size_t>(34 - b)] = {enemy, own};
    });
}

// Of the squares given, in all states of a pattern.
void Evaluation::put_men_into(std::size_t pattern, Bits squares) {
    const Tapered man = weights_[Term::Men + 0];
    for (std::size_t state = 0; state < patterns::states; ++state) {
        std::size_t left = state;
        for_each_bit(patterns::squares[pattern], [&](Bit b) {
            const bool own = left % 3 == 1;
            left /= 3;
            if (own && (squares & single(b)))
                rows_[pattern * patterns::states + state].add(opening_of(man), ending_of(man));
        });
    }
}

[[gnu::always_inline]] inline Evaluation::Perspectives Evaluation::perspectives_of(const AccumulatedPosition& p) const {
    static_assert(sizeof(Row) == Accumulator::stride * sizeof(std::uint64_t));
    const auto* words = reinterpret_cast<const std::uint64_t*>(rows_.data());
    const auto row = [&](std::size_t pattern, std::size_t state) -> const Row& {
        return *reinterpret_cast<const Row*>(words + pattern * patterns::states * Accumulator::stride + state);
    };
    Perspectives perspectives;
    const auto add = [&](const Perspectives& more) {
        perspectives.black += more.black;
        perspectives.white += more.white;
    };
#pragma GCC unroll 12  // all patterns: then the compiler knows where the rows of each begin
    for (std::size_t pattern = 0; pattern < patterns::count; ++pattern) {
        perspectives.black += row(pattern, p.accumulator.of_black(pattern));
        perspectives.white += row(pattern, p.accumulator.of_white(pattern));
    }
    for_each_bit(p.black & p.kings, [&](Bit b) { add(black_kings_[static_cast<std::size_t>(b)]); });
    for_each_bit(p.white & p.kings, [&](Bit b) { add(white_kings_[static_cast<std::size_t>(b)]); });
    return perspectives;
}

template <Side Us>
Score Evaluation::of(const AccumulatedPosition& p) const {
    const Tapered sum = tally_play<Us>(Sum{weights_.data()}, p).total;
    const Perspectives perspectives = perspectives_of(p);
    const int pieces = count(p.occupied());  // 24 at the start
    const int opening = opening_of(sum) + perspectives.black.opening() - perspectives.white.opening();
    const int ending = ending_of(sum) + perspectives.black.ending() - perspectives.white.ending();
    const Score counted = (opening * pieces + ending * (24 - pieces)) / 24;
    const network::OutputBucket& bucket = buckets_[network::bucket_of(pieces)];
    const Score score = Us == Side::Black ? counted + bucket.of(perspectives.black, perspectives.white)
                                          : bucket.of(perspectives.white, perspectives.black) - counted;
    return std::clamp(score, -evaluation_limit, evaluation_limit);
}

template Score Evaluation::of<Side::Black>(const AccumulatedPosition&) const;
template Score Evaluation::of<Side::White>(const AccumulatedPosition&) const;

std::vector<TermCount> count_terms(const Position& position) {
    Counts counts = tally_pieces(Counts(), position);
    return position.turn == Side::Black ? tally_play<Side::Black>(std::move(counts), position).counts
                                        : tally_play<Side::White>(std::move(counts), position).counts;
}

std::vector<std::int32_t> active_rows(const Position& position) {
    const Accumulator accumulator = position.turn == Side::Black
                                        ? accumulator_of(position.black, position.white)
                                        : accumulator_of(turned(position.white), turned(position.black));
    std::vector<std::int32_t> rows;
    for (std::size_t i = 0; i < accumulator.states.size(); ++i) {
        const std::size_t state = accumulator.states[i] / Accumulator::stride;
        rows.push_back(static_cast<std::int32_t>(i % patterns::count * patterns::states + state));
    }
    return rows;
}

}  // namespace crownhead
