// Walks the positions of a slice in the order of their indices and tells how far back those positions are
// that differ in one king standing one place lower. Values hang together along these.
//
// The numbers of kings that matter are counted among the free squares, as in the index: `inner` are the
// kings that run fastest (White's, or Black's if White has none), `outer` are Black's if White has some.
//
// While the lowest inner king goes from place 0 up to the next one, all the others stand still, and so do
// the distances: such positions make a strip.
#pragma once

#include <algorithm>

#include "tablebase/index.hpp"

namespace crownhead::tablebase {

// Distances back in the index, 0 where there is no such position.
struct Neighbours {
    std::uint32_t first = 0, second = 0, third = 0;  // the lowest (always 1), second and third of the inner kings
    std::uint32_t outer_first = 0, outer_second = 0;
};

struct Strip {
    static constexpr std::uint32_t longest = 32;

    std::uint32_t begin, end;  // numbers in the block
    std::uint32_t place;       // of the lowest inner king, at the beginning
    std::uint32_t places;      // how many it has while the others stand so
    bool has_inner;            // without inner kings no position here has neighbours
    bool has_second;           // inner king, above the lowest: it can go lower unless that is on its last place
    Neighbours near;           // without first and second

    std::uint32_t size() const { return end - begin; }
    Neighbours at(std::uint32_t i) const {
        const std::uint32_t lowest = place + i - begin;
        Neighbours found = near;
        found.first = has_inner && lowest > 0;
        found.second = has_second && lowest + 1 < places ? places - 1 : 0;
        return found;
    }
    // Positions from i up to this one have the same kinds of neighbours.
    std::uint32_t alike_until(std::uint32_t i) const {
        const std::uint32_t lowest = place + i - begin;
        if (has_inner && lowest == 0) return i + 1;
        return has_second && lowest + 1 < places ? std::min(end, i + places - 1 - lowest) : end;
    }
};

class StripWalk {
public:
    // Over the positions of a slice from `start` on, numbered from 0.
    StripWalk(const Slice& slice, Index start, std::uint32_t count)
        : inner_(slice.white_kings ? slice.white_kings : slice.black_kings),
          outer_(slice.white_kings ? slice.black_kings : 0),
          row_(choose(32 - slice.men() - outer_, inner_)),
          rows_(choose(32 - slice.men(), outer_)),
          count_(count),
          inner_rank_(static_cast<std::uint32_t>(start % row_)),
          outer_rank_(static_cast<std::uint32_t>(start / row_ % rows_)),
          inner_set_(unrank(inner_rank_, inner_)),
          outer_set_(unrank(outer_rank_, outer_)) {
        here_.end = 0;
        here_.has_inner = inner_ > 0;
        here_.has_second = inner_ > 1;
        see_outer();
        see_inner();
    }

    bool is_over() const { return here_.begin == count_; }
    const Strip& here() const { return here_; }

    void advance() {
        inner_rank_ += here_.size();
        if (inner_rank_ < row_) {
            const Squares others = inner_set_ & (inner_set_ - 1);  // the second one steps up, the lowest goes back
            inner_set_ = next_subset(others | Squares{1} << (here_.places - 1));
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
        here_.begin = here_.end;
        here_.place = 0;
        here_.places = inner_ ? row_ : Strip::longest;
        here_.near.third = 0;
        if (inner_ > 0) here_.place = place_of(inner_set_);
        const Squares others = inner_set_ & (inner_set_ - 1);
        if (inner_ > 1) here_.places = place_of(others);
        if (inner_ > 2) {
            const std::uint32_t third = place_of(others & (others - 1));
            if (third - 1 > here_.places) here_.near.third = choose(static_cast<int>(third) - 1, 2);
        }
        here_.end = std::min(here_.begin + here_.places - here_.place, count_);
    }
    void see_outer() {
        here_.near.outer_first = here_.near.outer_second = 0;
        if (outer_ == 0) return;
        const std::uint32_t place = place_of(outer_set_);
        if (place > 0) here_.near.outer_first = row_;
        if (outer_ == 1) return;
        const std::uint32_t second = place_of(outer_set_ & (outer_set_ - 1));
        if (second - 1 > place) here_.near.outer_second = (second - 1) * row_;
    }
    static std::uint32_t place_of(Squares lowest) { return static_cast<std::uint32_t>(std::countr_zero(lowest)); }

    int inner_, outer_;
    std::uint32_t row_, rows_, count_;
    std::uint32_t inner_rank_, outer_rank_;
    Squares inner_set_, outer_set_;
    Strip here_;
};

}  // namespace crownhead::tablebase
