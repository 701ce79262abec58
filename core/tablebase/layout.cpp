#include "tablebase/layout.hpp"

namespace crownhead::tablebase {
namespace {

struct Choice {
    Slice slice;
    bool king;
};

// The kind that is fewest, kings before men; the slice turned so that it is Black's.
Choice choose_rover(const Slice& slice) {
    const Slice turned = slice.flipped();
    const std::array<std::pair<int, Choice>, 4> kinds = {{{slice.black_kings, {slice, true}},
                                                          {turned.black_kings, {turned, true}},
                                                          {slice.black_men, {slice, false}},
                                                          {turned.black_men, {turned, false}}}};
    int fewest = 0;
    Choice chosen{slice, true};
    for (const auto& [count, choice] : kinds)
        if (count > 0 && (fewest == 0 || count < fewest)) {
            fewest = count;
            chosen = choice;
        }
    return chosen;
}

}  // namespace

Kind::Kind(Side its_side, bool is_king, int how_many)
    : side(its_side), king(is_king), count(how_many), shift(!is_king && its_side == Side::White ? 4 : 0) {
    const std::uint32_t ways = choose(king ? 32 : 28, count);
    sets.reserve(ways);
    for (std::uint32_t rank = 0; rank < ways; ++rank) sets.push_back(unrank(rank, count) << shift);
}

Layout::Layout(const Slice& slice) {
    const Choice choice = choose_rover(slice);
    slice_ = choice.slice;
    rover_is_king_ = choice.king;
    kinds_.reserve(4);
    kinds_.emplace_back(Side::Black, false, slice_.black_men - !rover_is_king_);
    kinds_.emplace_back(Side::Black, true, slice_.black_kings - rover_is_king_);
    kinds_.emplace_back(Side::White, false, slice_.white_men);
    kinds_.emplace_back(Side::White, true, slice_.white_kings);
    for (std::size_t k = 4; k-- > 0;) {
        kinds_[k].stride = size_;
        size_ *= kinds_[k].sets.size();
    }
}

Others Layout::others(Config config) const {
    Others o{config, {}, {}, 0, true};
    for (std::size_t k = 0; k < 4; ++k) {
        o.ranks[k] = static_cast<std::uint32_t>(config / kinds_[k].stride);
        config %= kinds_[k].stride;
        o.sets[k] = kinds_[k].sets[o.ranks[k]];
        o.valid = o.valid && !(o.occupied & o.sets[k]);
        o.occupied |= o.sets[k];
    }
    return o;
}

Placement Layout::placement(const Others& o, Squares rover) const {
    Placement p{o.sets[BlackMen], o.sets[BlackKings], o.sets[WhiteMen], o.sets[WhiteKings]};
    (rover_is_king_ ? p.black_kings : p.black_men) |= rover;
    return p;
}

}  // namespace crownhead::tablebase
