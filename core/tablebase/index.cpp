#include "tablebase/index.hpp"

#include <algorithm>

namespace crownhead::tablebase {

SliceIndex::SliceIndex(const Slice& slice)
    : slice_(slice),
      white_kings_(choose(32 - slice.men() - slice.black_kings, slice.white_kings)),
      kings_(Index{choose(32 - slice.men(), slice.black_kings)} * white_kings_) {
    const std::uint32_t sets = choose(28, slice.black_men);
    men_start_.reserve(sets + 1);
    Index start = 0;
    for (std::uint32_t rank = 0; rank < sets; ++rank) {
        men_start_.push_back(start);
        start += choose(28 - std::popcount(unrank(rank, slice.black_men) >> 4), slice.white_men);
    }
    men_start_.push_back(start);
}

Placement SliceIndex::placement_of(Index index) const {
    const Index men_rank = index / kings_;
    const auto kings_rank = index % kings_;
    const auto after = std::upper_bound(men_start_.begin(), men_start_.end(), men_rank);
    const auto black_rank = static_cast<std::uint32_t>(after - men_start_.begin() - 1);

    Placement p;
    p.black_men = unrank(black_rank, slice_.black_men);
    p.white_men = deposit(unrank(static_cast<std::uint32_t>(men_rank - men_start_[black_rank]), slice_.white_men),
                          ~(p.black_men | Squares{0xF}));
    const Squares men = p.black_men | p.white_men;
    p.black_kings = deposit(unrank(static_cast<std::uint32_t>(kings_rank / white_kings_), slice_.black_kings), ~men);
    p.white_kings = deposit(unrank(static_cast<std::uint32_t>(kings_rank % white_kings_), slice_.white_kings),
                            ~(men | p.black_kings));
    return p;
}

}  // namespace crownhead::tablebase
