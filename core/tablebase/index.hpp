// The positions of a slice numbered 0 .. size - 1, without gaps and both ways.
//
// From the most significant: black men on squares 1-28; white men on those of 5-32 that are left; black
// kings on any square that is left; white kings on what is left then. Black men on squares 5-28 take
// places from white men, so the number of arrangements of men is a sum, kept as a table.
#pragma once

#include <algorithm>
#include <vector>

#include "tablebase/slice.hpp"
#include "tablebase/subset.hpp"

namespace crownhead::tablebase {

using Index = std::uint64_t;

class SliceIndex {
public:
    explicit SliceIndex(const Slice& slice);

    const Slice& slice() const { return slice_; }
    Index size() const { return men_start_.back() * kings_; }

    // The placement must belong to the slice.
    Index index_of(const Placement& p) const {
        const Squares men = p.black_men | p.white_men;
        const Index men_rank =
            men_start_[rank_of(p.black_men)] + rank_among(p.white_men, p.black_men & ~Squares{0xF}, 4);
        return men_rank * kings_ + Index{rank_among(p.black_kings, men)} * white_kings_ +
               rank_among(p.white_kings, men | p.black_kings);
    }

    // Index less than size().
    Placement placement_of(Index index) const;

    // Calls visit(index, placement) for begin <= index < end, in order. Much cheaper than placement_of.
    template <typename Visit>
    void for_each(Index begin, Index end, Visit&& visit) const {
        for_each_with(
            begin, end, [](Squares, Squares) { return true; }, visit);
    }

    // Only those whose black and white men are wanted.
    template <typename Wanted, typename Visit>
    void for_each_with(Index begin, Index end, const Wanted& wanted, Visit&& visit) const;

private:
    template <typename Visit>
    void visit_kings(Index& index, Index end, Placement& placement, Visit&& visit) const;

    Slice slice_;
    std::uint32_t white_kings_;     // arrangements of white kings
    Index kings_;                   // arrangements of all kings
    std::vector<Index> men_start_;  // arrangements of men before those with this set of black men
};

template <typename Wanted, typename Visit>
void SliceIndex::for_each_with(Index begin, Index end, const Wanted& wanted, Visit&& visit) const {
    if (begin >= end) return;
    Placement p = placement_of(begin);
    Index men_rank = begin / kings_;
    std::uint32_t black_rank = rank_of(p.black_men);
    Squares white_set = unrank(static_cast<std::uint32_t>(men_rank - men_start_[black_rank]), slice_.white_men);
    for (Index index = begin;;) {
        if (!wanted(p.black_men, p.white_men)) index = std::min(end, (men_rank + 1) * kings_);
        else visit_kings(index, end, p, visit);
        if (index == end) return;
        if (++men_rank < men_start_[black_rank + 1]) {
            white_set = next_subset(white_set);
        } else {
            ++black_rank;
            p.black_men = next_subset(p.black_men);
            white_set = below(slice_.white_men);
        }
        p.white_men = deposit(white_set, ~(p.black_men | Squares{0xF}));
    }
}

// All arrangements of kings from the index on that go with these men, up to the end.
template <typename Visit>
void SliceIndex::visit_kings(Index& index, Index end, Placement& p, Visit&& visit) const {
    const Squares men = p.black_men | p.white_men;
    const auto black_rank = static_cast<std::uint32_t>(index % kings_ / white_kings_);
    const auto white_rank = static_cast<std::uint32_t>(index % white_kings_);
    auto black_left = kings_ / white_kings_ - black_rank;
    auto white_left = white_kings_ - white_rank;
    Squares black_set = black_rank ? unrank(black_rank, slice_.black_kings) : below(slice_.black_kings);
    Squares white_set = white_rank ? unrank(white_rank, slice_.white_kings) : below(slice_.white_kings);
    for (;; black_set = next_subset(black_set)) {
        p.black_kings = deposit(black_set, ~men);
        const Squares free = ~(men | p.black_kings);
        for (;; white_set = next_subset(white_set)) {
            p.white_kings = deposit(white_set, free);
            visit(index, p);
            if (++index == end) return;
            if (--white_left == 0) break;
        }
        if (--black_left == 0) return;
        white_set = below(slice_.white_kings);
        white_left = white_kings_;
    }
}

}  // namespace crownhead::tablebase
