#include "evaluation/evaluation.hpp"

#include <algorithm>
#include <stdexcept>

#include "evaluation/terms.hpp"

namespace crownhead {
namespace {

constexpr std::size_t pattern_rows = patterns::places.size() * patterns::settings;

// Unsigned, for weights from a foreign file may be anything: the sum is then nonsense, but not undefined.
constexpr std::uint32_t both(int opening, int ending) { return static_cast<std::uint32_t>(ending * 65536 + opening); }
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
};

Evaluation::Evaluation() : weights_(term_count), rows_(pattern_rows) {
    weights_[Term::Men + 0] = both(100, 100);
    weights_[Term::Kings + 0] = both(130, 130);
    const std::vector<Row> none(32);
    put_pieces_into_rows(none, none);
}

Evaluation::Evaluation(std::span<const std::int16_t> numbers) : weights_(term_count), rows_(pattern_rows) {
    if (numbers.size() != number_count()) throw std::invalid_argument("a weight is missing or there is one too many");
    const std::int16_t* next = numbers.data();
    for (Both& weight : weights_) {
        weight = both(next[0], next[1]);
        next += 2;
    }
    std::vector<Row> own_kings(32), enemy_kings(32);
    for (const std::span<Row> rows : {std::span<Row>(rows_), std::span<Row>(own_kings), std::span<Row>(enemy_kings)})
        for (Row& row : rows) {
            std::copy_n(next, network::lanes, row.lane.begin());
            next += network::lanes;
        }
    put_pieces_into_rows(own_kings, enemy_kings);
    for (network::Judge& judge : judges_) {
        judge.read(next);
        next += network::Judge::word_count;
    }
}

std::size_t Evaluation::number_count() {
    constexpr std::size_t king_rows = 2 * 32;
    return 2 * term_count + network::lanes * (pattern_rows + king_rows) + network::judges * network::Judge::word_count;
}

// What each piece is worth where it stands needs no counting of its own: it is summed with the rows.
void Evaluation::put_pieces_into_rows(std::span<const Row> own_kings, std::span<const Row> enemy_kings) {
    Bits done = 0;
    for (std::size_t place = 0; place < patterns::places.size(); ++place) {
        put_men_into(place, patterns::places[place] & ~done);
        done |= patterns::places[place];
    }
    for_each_bit(all_squares, [&](Bit b) {
        const auto square = static_cast<std::size_t>(index_of_bit(b));
        const Both more = weights_[Term::Kings + 0] - weights_[Term::Men + 0] + weights_[Term::KingSquare + square];
        Row own = own_kings[square];
        own.add(opening_of(more), ending_of(more));
        const Row& enemy = enemy_kings[31 - square];
        black_kings_[static_cast<std::size_t>(b)] = {own, enemy};
        white_kings_[static_cast<std::size_t>(34 - b)] = {enemy, own};
    });
}

void Evaluation::put_men_into(std::size_t place, Bits squares) {
    const Both man = weights_[Term::Men + 0];
    for (std::size_t setting = 0; setting < patterns::settings; ++setting) {
        std::size_t left = setting;
        for_each_bit(patterns::places[place], [&](Bit b) {
            const bool own = left % 3 == 1;
            left /= 3;
            if (own && (squares & single(b))) rows_[place * patterns::settings + setting].add(opening_of(man), ending_of(man));
        });
    }
}

[[gnu::always_inline]] inline Evaluation::Views Evaluation::views_of(const Scene& p) const {
    static_assert(sizeof(Row) == patterns::setting_step * sizeof(std::uint64_t));
    const auto* words = reinterpret_cast<const std::uint64_t*>(rows_.data());
    const auto row = [&](std::size_t place, std::size_t setting) -> const Row& {
        return *reinterpret_cast<const Row*>(words + place * patterns::settings * patterns::setting_step + setting);
    };
    Views views;
    const auto add = [&](const Views& more) {
        views.black += more.black;
        views.white += more.white;
    };
#pragma GCC unroll 12  // all places: then the compiler knows where each begins
    for (std::size_t place = 0; place < patterns::places.size(); ++place) {
        views.black += row(place, p.seen.by_black(place));
        views.white += row(place, p.seen.by_white(place));
    }
    for_each_bit(p.black & p.kings, [&](Bit b) { add(black_kings_[static_cast<std::size_t>(b)]); });
    for_each_bit(p.white & p.kings, [&](Bit b) { add(white_kings_[static_cast<std::size_t>(b)]); });
    return views;
}

template <Side Us>
Score Evaluation::of(const Scene& p) const {
    const Both sum = tally_play<Us>(Sum{weights_.data()}, p).total;
    const Views views = views_of(p);
    const int pieces = count(p.occupied());  // 24 at the start
    const int opening = opening_of(sum) + views.black.opening() - views.white.opening();
    const int ending = ending_of(sum) + views.black.ending() - views.white.ending();
    const Score counted = (opening * pieces + ending * (24 - pieces)) / 24;
    const network::Judge& judge = judges_[static_cast<unsigned>(pieces) * network::judges / 25];
    const Score score = Us == Side::Black ? counted + judge.of(views.black, views.white)
                                          : judge.of(views.white, views.black) - counted;
    return std::clamp(score, -evaluation_limit, evaluation_limit);
}

template Score Evaluation::of<Side::Black>(const Scene&) const;
template Score Evaluation::of<Side::White>(const Scene&) const;

std::vector<TermCount> count_terms(const Position& position) {
    Counts counts = tally_pieces(Counts(), position);
    return position.turn == Side::Black ? tally_play<Side::Black>(std::move(counts), position).counts
                                        : tally_play<Side::White>(std::move(counts), position).counts;
}

std::vector<std::int32_t> seen_rows(const Position& position) {
    const patterns::Seen seen = position.turn == Side::Black
                                    ? patterns::look(position.black, position.white)
                                    : patterns::look(turned(position.white), turned(position.black));
    std::vector<std::int32_t> rows;
    for (std::size_t i = 0; i < seen.numbers.size(); ++i) {
        const std::size_t place = i % patterns::places.size(), setting = seen.numbers[i] / patterns::setting_step;
        rows.push_back(static_cast<std::int32_t>(place * patterns::settings + setting));
    }
    return rows;
}

}  // namespace crownhead
