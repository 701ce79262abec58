// Walks the positions of a slice in the order of their indices and tells, for each, how far back those
// positions are that differ in one king standing one place lower. Values hang together along these.
//
// The numbers of kings that matter are counted among the free squares, as in the index: `inner` are the
// kings that run fastest (White's, or Black's if White has none), `outer` are Black's if White has some.
#pragma once

#include "index.hpp"

namespace crownhead::tablebase {

// Distances back in the index, 0 where there is no such position.
struct Neighbours {
    std::uint32_t first = 0, second = 0, third = 0;  // the lowest (always 1), second and third of the inner kings
    std::uint32_t outer_first = 0, outer_second = 0;
};

class NeighbourWalk {
public:
    NeighbourWalk(const Slice& slice, Index start)
        : inner_(slice.white_kings ? slice.white_kings : slice.black_kings),
          outer_(slice.white_kings ? slice.black_kings : 0),
          row_(choose(32 - slice.men() - outer_, inner_)),
          rows_(choose(32 - slice.men(), outer_)),
          inner_rank_(static_cast<std::uint32_t>(start % row_)),
          outer_rank_(static_cast<std::uint32_t>(start / row_ % rows_)),
          inner_set_(unrank(inner_rank_, inner_)),
          outer_set_(unrank(outer_rank_, outer_)) {
        see_outer();
        see_inner();
    }

    const Neighbours& here() const { return here_; }

    void advance() {
        if (++inner_rank_ < row_) {
            inner_set_ = next_subset(inner_set_);
        } else {
            inner_rank_ = 0;
            inner_set_ = below(inner_);
            const bool same_men = ++outer_rank_ < rows_;
            outer_set_ = same_men ? next_subset(outer_set_) : below(outer_);
            if (!same_men) outer_rank_ = 0;
            see_outer();
        }
        see_inner();
    }

private:
    // Lowering the j-th piece from place x to x - 1 takes C(x, j) - C(x - 1, j) = C(x - 1, j - 1) off its number.
    void see_inner() {
        here_.first = here_.second = here_.third = 0;
        if (inner_ == 0) return;
        Squares left = inner_set_;
        int place = std::countr_zero(left), lower = place;
        here_.first = place > 0;
        if (inner_ == 1) return;
        left &= left - 1;
        place = std::countr_zero(left);
        if (place - 1 > lower) here_.second = static_cast<std::uint32_t>(place - 1);
        if (inner_ == 2) return;
        lower = place;
        left &= left - 1;
        place = std::countr_zero(left);
        if (place - 1 > lower) here_.third = choose(place - 1, 2);
    }
    void see_outer() {
        here_.outer_first = here_.outer_second = 0;
        if (outer_ == 0) return;
        const int place = std::countr_zero(outer_set_);
        if (place > 0) here_.outer_first = row_;
        if (outer_ == 1) return;
        const int second = std::countr_zero(outer_set_ & (outer_set_ - 1));
        if (second - 1 > place) here_.outer_second = static_cast<std::uint32_t>(second - 1) * row_;
    }

    int inner_, outer_;
    std::uint32_t row_, rows_;
    std::uint32_t inner_rank_, outer_rank_;
    Squares inner_set_, outer_set_;
    Neighbours here_;
};

}  // namespace crownhead::tablebase
