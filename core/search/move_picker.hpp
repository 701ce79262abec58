// The move picker: the hash move first, then killers, then by history; jumps by what they take.
#pragma once

#include <algorithm>

#include "rules/movegen.hpp"
#include "search/history.hpp"
#include "search/transposition_table.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace crownhead {

// Gives moves best first, of equals the one that was put in first. Moves are looked at by rows of sixteen, almost always
// one row: a loop whose end the processor mispredicts costs more than the work.
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
    void put(const QuietSet& quiets, const History& history, const Killers& killers) {
        size_ = quiets.size();
        for (int first = 0; first <= size_; first += row) clear_row(first);  // also the place after the last
        const History::Ranks& known = history.of(Us);
        int* next = ranks_.data();
        int place = rank::of(0, 0), best = rank::gone;
        const auto put_quiet = [&](QuietIndex move) {
            *next = known[static_cast<std::size_t>(move)] + place;
            best = std::max(best, *next++);
            place -= rank::of_place;
        };
        for_each_bit(quiets.ahead, put_quiet);
        for_each_bit(quiets.back, [&](QuietIndex move) { put_quiet(move + 64); });
        best_ = best;
        const auto raise = [&](QuietIndex move, int bonus) {
            const int before = quiets.before(move);
            set(before, ranks_[static_cast<std::size_t>(before)] + bonus * rank::of_value * quiets.has(move));
        };
        raise(killers.moves[0], first_killer);
        raise(killers.moves[1], second_killer);
        quiets_ = quiets;
        quiet_moves_ = quiet_moves<Us>.data();
    }
    template <Side Us>
    void put_first(HashMove hash_move) {
        if (quiet_moves_) {
            const QuietIndex move = quiet_index<Us>(hash_move >> 6, hash_move & 63);
            if (quiets_.has(move)) put_first_at(quiets_.before(move));
        } else {
            for (int i = 0; i < size_; ++i)
                if (hash_move_of(moves_[static_cast<std::size_t>(i)]) == hash_move) put_first_at(i);
        }
    }
    int size() const { return size_; }

    // The number of the next best move, from 0, or -1 after the last.
    int next() {
        if (given_ < size_) return give_best();
        return again_ < deferred_ ? later_[static_cast<std::size_t>(again_++)] : -1;
    }
    // The move given under a number.
    Move operator[](int number) const { return order_[static_cast<std::size_t>(number)]; }

    // The move given last comes again, under its number, when all others were given; only once.
    bool defer() {
        if (again_ > 0) return false;
        later_[static_cast<std::size_t>(deferred_++)] = static_cast<std::uint8_t>(given_ - 1);
        return true;
    }

private:
    static constexpr int row = 16;
    // Each beyond all that is below it, whatever the history says.
    static constexpr int second_killer = 2 * History::limit + 1, first_killer = 2 * second_killer;
    static constexpr int hash_move_value = 65535;

    void clear_row(int first) { std::fill_n(ranks_.begin() + first, row, rank::gone); }

    void set(int place, int rank) {
        ranks_[static_cast<std::size_t>(place)] = rank;
        best_ = std::max(best_, rank);
    }
    void put_first_at(int place) {
        set(place, hash_move_value * rank::of_value + (ranks_[static_cast<std::size_t>(place)] & (rank::of_value - 1)));
    }

    // The first is known from putting them in. Reading ranks eight at a time just after they were written one by one
    // would be a store-forwarding stall.
    int give_best() {
        if (given_ > 0) best_ = best_below(best_);
        order_[static_cast<std::size_t>(given_)] = quiet_moves_ ? quiet_moves_[best_ & (quiet_index_count - 1)]
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
            const __m256i found =
                _mm256_loadu_si256(reinterpret_cast<const __m256i*>(&ranks_[static_cast<std::size_t>(begin)]));
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

    int size_ = 0, given_ = 0, deferred_ = 0, again_ = 0;
    int best_ = rank::gone;              // the highest rank; once moves are given, that of the last one
    const Move* quiet_moves_ = nullptr;  // by index; none for jumps
    QuietSet quiets_;
    union {
        std::array<Move, max_moves> moves_;  // in a union, so that no constructor fills them
    };
    union {
        std::array<Move, max_moves> order_;  // by number
    };
    std::array<int, max_moves> ranks_;           // by place
    std::array<std::uint8_t, max_moves> later_;  // numbers
};
static_assert(max_moves < 256 && max_moves % 16 == 0);

}  // namespace crownhead
