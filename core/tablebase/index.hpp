// The positions of a slice numbered 0 .. size - 1, without gaps and both ways.
//
// From the most significant: black men on squares 1-28; white men on those of 5-32 that are left; black
// kings on any square that is left; white kings on what is left then. Black men on squares 5-28 take
// places from white men, so the number of arrangements of men is a sum, kept as a table.
#pragma once

#include <vector>

#include "slice.hpp"
#include "subset.hpp"

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
        const Index men_rank = men_start_[rank_of(p.black_men)] + rank_among(p.white_men, p.black_men & ~Squares{0xF}, 4);
        return men_rank * kings_ + Index{rank_among(p.black_kings, men)} * white_kings_ +
               rank_among(p.white_kings, men | p.black_kings);
    }

    // Index less than size().
    Placement placement_of(Index index) const;

    // Calls visit(index, placement) for begin <= index < end, in order. Much cheaper than placement_of.
    template <typename Visit>
    void for_each(Index begin, Index end, Visit&& visit) const;

private:
    Slice slice_;
    std::uint32_t white_kings_;            // arrangements of white kings
    Index kings_;                          // arrangements of all kings
    std::vector<Index> men_start_;         // arrangements of men before those with this set of black men
};

template <typename Visit>
void SliceIndex::for_each(Index begin, Index end, Visit&& visit) const {
    for (Index index = begin; index < end;) {
        // All arrangements of kings that go with one arrangement of men.
        Placement p = placement_of(index);
        const Squares men = p.black_men | p.white_men;
        const auto kings_rank = index % kings_;
        auto black_left = kings_ / white_kings_ - kings_rank / white_kings_;
        auto white_left = white_kings_ - kings_rank % white_kings_;
        Squares black_set = unrank(static_cast<std::uint32_t>(kings_rank / white_kings_), slice_.black_kings);
        Squares white_set = unrank(static_cast<std::uint32_t>(kings_rank % white_kings_), slice_.white_kings);
        while (true) {
            const Squares free = ~(men | p.black_kings);
            for (;; white_set = next_subset(white_set)) {
                p.white_kings = deposit(white_set, free);
                visit(index, p);
                if (++index == end) return;
                if (--white_left == 0) break;
            }
            if (--black_left == 0) break;
            black_set = next_subset(black_set);
            p.black_kings = deposit(black_set, ~men);
            white_set = below(slice_.white_kings);
            white_left = white_kings_;
        }
    }
}

}  // namespace crownhead::tablebase
