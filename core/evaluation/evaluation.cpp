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

// The mover's, then the other's.
template <std::size_t Patterns>
std::vector<std::int32_t> rows_of(const PatternStates<Patterns>& accumulator, Side mover, std::size_t states) {
    std::vector<std::int32_t> rows;
    for (const bool of_black : {mover == Side::Black, mover != Side::Black})
        for (std::size_t i = 0; i < Patterns; ++i) {
            const std::size_t state = of_black ? accumulator.of_black(i) : accumulator.of_white(i);
            rows.push_back(static_cast<std::int32_t>(i * states + state / PatternStates<Patterns>::stride));
        }
    return rows;
}

}  // namespace

struct Evaluation::Sum {
    const Tapered* weights;
    Tapered total = 0;

    void add(Term term, int n) { total += static_cast<Tapered>(n) * weights[term + 0]; }
};

constexpr Score worth_of_a_king = worth_of_a_man * 13 / 10;

Evaluation::Evaluation() : weights_(term_count), rows_(patterns::rows), king_rows_(king_patterns::rows) {
    weights_[Term::Men + 0] = tapered(worth_of_a_man, worth_of_a_man);
    weights_[Term::Kings + 0] = tapered(worth_of_a_king, worth_of_a_king);
    const std::vector<Row> none(32);
    put_pieces_into_rows(none, none);
}

Evaluation::Evaluation(std::span<const std::int16_t> weights)
    : weights_(term_count), rows_(patterns::rows), king_rows_(king_patterns::rows) {
    if (weights.size() != weight_count()) throw std::invalid_argument("a weight is missing or there is one too many");
    const std::int16_t* next = weights.data();
    for (Tapered& weight : weights_) {
        weight = tapered(next[0], next[1]);
        next += 2;
    }
    std::vector<Row> own_kings(32), enemy_kings(32);
    for (const std::span<Row> rows :
         {std::span<Row>(rows_), std::span<Row>(own_kings), std::span<Row>(enemy_kings), std::span<Row>(king_rows_)})
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
    return 2 * term_count + network::lanes * (patterns::rows + king_rows + king_patterns::rows) +
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

// Of a pattern whose rows begin there; states come times their stride.
[[gnu::always_inline]] inline const network::Row& row_at(const network::Row* rows, std::size_t state) {
    static_assert(sizeof(network::Row) == Accumulator::stride * sizeof(std::uint64_t));
    return *reinterpret_cast<const network::Row*>(reinterpret_cast<const std::uint64_t*>(rows) + state);
}

// Not inlined: it would take registers from positions without kings.
[[gnu::noinline]] void Evaluation::add_kings(const Position& p, Perspectives& perspectives) const {
    const KingAccumulator accumulator = king_accumulator_of(p);
#pragma GCC unroll 8  // all king patterns
    for (std::size_t pattern = 0; pattern < king_patterns::count; ++pattern) {
        const Row* rows = king_rows_.data() + pattern * king_patterns::states;
        perspectives.black += row_at(rows, accumulator.of_black(pattern));
        perspectives.white += row_at(rows, accumulator.of_white(pattern));
    }
    const auto add = [&](const Perspectives& more) {
        perspectives.black += more.black;
        perspectives.white += more.white;
    };
    for_each_bit(p.black & p.kings, [&](Bit b) { add(black_kings_[static_cast<std::size_t>(b)]); });
    for_each_bit(p.white & p.kings, [&](Bit b) { add(white_kings_[static_cast<std::size_t>(b)]); });
}

[[gnu::always_inline]] inline Evaluation::Perspectives Evaluation::perspectives_of(const AccumulatedPosition& p) const {
    Perspectives perspectives;
#pragma GCC unroll 12  // all patterns: then the compiler knows where the rows of each begin
    for (std::size_t pattern = 0; pattern < patterns::count; ++pattern) {
        const Row* rows = rows_.data() + pattern * patterns::states;
        perspectives.black += row_at(rows, p.accumulator.of_black(pattern));
        perspectives.white += row_at(rows, p.accumulator.of_white(pattern));
    }
    if (p.kings) add_kings(p, perspectives);
    return perspectives;
}

template <Side Us>
constexpr unsigned bucket_of(const Position& p, int pieces) {
    return network::bucket_of(pieces, p.kings & p.pieces(Us), p.kings & p.pieces(opponent(Us)));
}

template <Side Us>
Score Evaluation::of(const AccumulatedPosition& p) const {
    const Tapered sum = tally_play<Us>(Sum{weights_.data()}, p).total;
    const Perspectives perspectives = perspectives_of(p);
    const int pieces = count(p.occupied());  // 24 at the start
    const int opening = opening_of(sum) + perspectives.black.opening() - perspectives.white.opening();
    const int ending = ending_of(sum) + perspectives.black.ending() - perspectives.white.ending();
    const Score counted = (opening * pieces + ending * (24 - pieces)) / 24;
    const network::OutputBucket& bucket = buckets_[bucket_of<Us>(p, pieces)];
    const Score score = Us == Side::Black ? counted + bucket.of(perspectives.black, perspectives.white)
                                          : bucket.of(perspectives.white, perspectives.black) - counted;
    return std::clamp(score, -evaluation_limit, evaluation_limit);
}

template Score Evaluation::of<Side::Black>(const AccumulatedPosition&) const;
template Score Evaluation::of<Side::White>(const AccumulatedPosition&) const;

unsigned output_bucket_of(const Position& position) {
    const int pieces = count(position.occupied());
    return position.turn == Side::Black ? bucket_of<Side::Black>(position, pieces)
                                        : bucket_of<Side::White>(position, pieces);
}

std::vector<TermCount> count_terms(const Position& position) {
    Counts counts = tally_pieces(Counts(), position);
    return position.turn == Side::Black ? tally_play<Side::Black>(std::move(counts), position).counts
                                        : tally_play<Side::White>(std::move(counts), position).counts;
}

std::vector<std::int32_t> active_rows(const Position& position) {
    return rows_of(accumulator_of(position.black, position.white), position.turn, patterns::states);
}

std::vector<std::int32_t> active_king_rows(const Position& position) {
    return rows_of(king_accumulator_of(position), position.turn, king_patterns::states);
}

}  // namespace crownhead
