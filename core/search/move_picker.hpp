// Which move to try first: the one that was best before, then what has refuted the opponent elsewhere.
#pragma once

#include <algorithm>
#include <climits>

#include "rules/movegen.hpp"
#include "search/transposition_table.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace crownhead {

// Where a move stands among others, in one number: the higher the sooner.
//   bits 0-6  the number of its step, if it is one      bits 7-14  255 less its place      bits 15-31  its value
namespace rank {
constexpr int gone = INT_MIN;
constexpr int of_value = 1 << 15, of_place = 1 << 7;
constexpr int of(int value, int place) { return value * of_value + (255 - place) * of_place; }
constexpr int value(int rank) { return rank >> 15; }
constexpr int place(int rank) { return 255 - (rank >> 7 & 255); }
}  // namespace rank

// How well quiet moves did so far in this thread's search.
class History {
public:
    History() { clear(); }

    // For each step of a side, what is known of it as part of a rank: its value and its number.
    using Known = std::array<int, step_count>;
    const Known& of(Side side) const { return known_[static_cast<std::size_t>(side)]; }

    // Moves towards `bonus`'s sign, never beyond +-limit.
    void learn(Side side, Step step, int bonus) {
        int& known = known_[static_cast<std::size_t>(side)][static_cast<std::size_t>(step)];
        known += (bonus - rank::value(known) * std::abs(bonus) / limit) * rank::of_value;
    }
    void clear() {
        for (Known& known : known_)
            for (Step step = 0; step < step_count; ++step) known[static_cast<std::size_t>(step)] = step;
    }

    static constexpr int limit = 8192;

private:
    std::array<Known, 2> known_;
};

// The two quiet moves that refuted most lately at one ply.
struct Killers {
    std::array<Step, 2> steps{no_step, no_step};

    void learn(Step step) {
        if (step == steps[0]) return;
        steps[1] = steps[0];
        steps[0] = step;
    }
};

// Gives moves best first, of equals the one that was put in first. Moves are looked at by rows of sixteen, almost always
// one row: a loop whose end the processor cannot foresee costs it more than the work.
class MovePicker {
public:
    MovePicker() {}  // fills no array: one is made at every node of a search

    // Jumps are put in one by one,
    void put(Move move, int value) {
        if (size_ % row == 0) clear_row(size_);
        moves_[static_cast<std::size_t>(size_)] = move;
        set(size_, rank::of(value, size_));
        ++size_;
    }
    // quiet moves all at once.
    template <Side Us>
    void put(const Steps& steps, const History& history, const Killers& killers) {
        size_ = steps.size();
        for (int first = 0; first <= size_; first += row) clear_row(first);  // also the place after the last
        const History::Known& known = history.of(Us);
        int* next = ranks_.data();
        int place = rank::of(0, 0), best = rank::gone;
        const auto put_step = [&](Step step) {
            *next = known[static_cast<std::size_t>(step)] + place;
            best = std::max(best, *next++);
            place -= rank::of_place;
        };
        for_each_bit(steps.ahead, put_step);
        for_each_bit(steps.back, [&](int step) { put_step(step + 64); });
        best_ = best;
        const auto raise = [&](Step step, int bonus) {
            const int before = steps.before(step);
            set(before, ranks_[static_cast<std::size_t>(before)] + bonus * rank::of_value * steps.has(step));
        };
        raise(killers.steps[0], first_killer);
        raise(killers.steps[1], second_killer);
        steps_ = steps;
        step_moves_ = step_moves<Us>.data();
    }
    // Whatever has this hint comes first.
    template <Side Us>
    void favour(MoveHint hint) {
        if (step_moves_) {
            const Step step = step_of<Us>(hint >> 6, hint & 63);
            if (steps_.has(step)) favour_at(steps_.before(step));
        } else {
            for (int i = 0; i < size_; ++i)
                if (hint_of(moves_[static_cast<std::size_t>(i)]) == hint) favour_at(i);
        }
    }
    int size() const { return size_; }

    // The number of the next best move, from 0, or -1 after the last.
    int next() {
        if (given_ < size_) return give_best();
        return again_ < put_off_ ? later_[static_cast<std::size_t>(again_++)] : -1;
    }
    // The move given under a number.
    Move operator[](int number) const { return order_[static_cast<std::size_t>(number)]; }

    // The move given last comes again, under its number, when all others were given; only once.
    bool put_off() {
        if (again_ > 0) return false;
        later_[static_cast<std::size_t>(put_off_++)] = static_cast<std::uint8_t>(given_ - 1);
        return true;
    }

private:
    static constexpr int row = 16;
    // Each beyond all that is below it, whatever the history says.
    static constexpr int second_killer = 2 * History::limit + 1, first_killer = 2 * second_killer;
    static constexpr int first_choice = 65535;

    void clear_row(int first) { std::fill_n(ranks_.begin() + first, row, rank::gone); }

    void set(int place, int rank) {
        ranks_[static_cast<std::size_t>(place)] = rank;
        best_ = std::max(best_, rank);
    }
    void favour_at(int place) {
        set(place, first_choice * rank::of_value + (ranks_[static_cast<std::size_t>(place)] & (rank::of_value - 1)));
    }

    // The first is known beforehand. It would take long to read together what was just written one by one.
    int give_best() {
        if (given_ > 0) best_ = best_below(best_);
        order_[static_cast<std::size_t>(given_)] = step_moves_ ? step_moves_[best_ & (step_count - 1)]
                                                               : moves_[static_cast<std::size_t>(rank::place(best_))];
        return given_++;
    }
    int best_below(int last) const {
        int best = rank::gone;
        for (int first = 0; first < size_; first += row) best = std::max(best, best_of_row(first, last));
        return best;
    }
#if defined(__AVX2__)
    int best_of_row(int first, int last) const {
        const __m256i gone = _mm256_set1_epi32(rank::gone), limit = _mm256_set1_epi32(last);
        const auto eight_below = [&](int begin) {
            const __m256i found = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(&ranks_[static_cast<std::size_t>(begin)]));
            return _mm256_blendv_epi8(gone, found, _mm256_cmpgt_epi32(limit, found));
        };
        const __m256i eight = _mm256_max_epi32(eight_below(first), eight_below(first + 8));
        const __m128i four = _mm_max_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256(eight, 1));
        const __m128i two = _mm_max_epi32(four, _mm_shuffle_epi32(four, 0x4E));
        return _mm_cvtsi128_si32(_mm_max_epi32(two, _mm_shuffle_epi32(two, 0xB1)));
    }
#else
    int best_of_row(int first, int last) const {
        int best = rank::gone;
        for (int i = first; i < first + row; ++i) {
            const int found = ranks_[static_cast<std::size_t>(i)];
            best = std::max(best, found < last ? found : rank::gone);
        }
        return best;
    }
#endif

    int size_ = 0, given_ = 0, put_off_ = 0, again_ = 0;
    int best_ = rank::gone;             // the highest rank; once moves are given, that of the last one
    const Move* step_moves_ = nullptr;  // by number; none for jumps
    Steps steps_;
    union {
        std::array<Move, max_moves> moves_;  // in a union nobody sets them to none
    };
    union {
        std::array<Move, max_moves> order_;  // by number
    };
    std::array<int, max_moves> ranks_;           // by place
    std::array<std::uint8_t, max_moves> later_;  // numbers
};
static_assert(max_moves < 256 && max_moves % 16 == 0);

}  // namespace crownhead
