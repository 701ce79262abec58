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

Numbers numbers_of(bool king, int count, const Band& band) {
    if (king) return {0, choose(32, count)};
    return count == 0 ? Numbers{0, 1} : Numbers{choose(band.from, count), choose(band.to, count)};
}

Kind::Kind(Side its_side, bool is_king, int how_many, const Band& band)
    : side(its_side), king(is_king), count(how_many), first(numbers_of(is_king, how_many, band).first) {
    const std::uint32_t last = numbers_of(king, count, band).last;
    sets.reserve(last - first);
    for (std::uint32_t rank = first; rank < last; ++rank) {
        const Squares set = unrank(rank, count);
        sets.push_back(is_counted_from_top() ? reversed(set) : set);
    }
}

Layout::Layout(const Slice& slice, const Part& part) : part_(part) {
    const Choice choice = choose_rover(slice);
    slice_ = choice.slice;
    rover_is_king_ = choice.king;
    kinds_.reserve(4);
    kinds_.emplace_back(Side::Black, false, slice_.black_men - !rover_is_king_, part.black);
    kinds_.emplace_back(Side::Black, true, slice_.black_kings - rover_is_king_, part.black);
    kinds_.emplace_back(Side::White, false, slice_.white_men, part.white);
    kinds_.emplace_back(Side::White, true, slice_.white_kings, part.white);
    for (std::size_t k = 4; k-- > 0;) {
        kinds_[k].stride = size_;
        size_ *= kinds_[k].sets.size();
    }
}

Config Layout::size_of(const Slice& slice, const Part& part) {
    const Choice choice = choose_rover(slice);
    const Slice& s = choice.slice;
    Config size = 1;
    for (const Numbers& n : {numbers_of(false, s.black_men - !choice.king, part.black),
                             numbers_of(true, s.black_kings - choice.king, part.black),
                             numbers_of(false, s.white_men, part.white), numbers_of(true, s.white_kings, part.white)})
        size *= n.last - n.first;
    return size;
}

Slice Layout::turned(const Slice& slice) { return choose_rover(slice).slice; }

std::vector<Part> Layout::cut(const Slice& slice, int bands) {
    const Choice choice = choose_rover(slice);
    return parts_of(choice.slice, choice.king, bands);
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
