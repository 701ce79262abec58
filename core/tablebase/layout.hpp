// How a slice is laid out while it is being solved.
//
// One piece, the rover, is taken out. The others make a configuration, and the 32 places of the rover are
// the bits of one word: what holds for a whole word of positions is found with a few shifts. If there are
// several pieces of the rover's kind each of them is the rover in turn, and a position has as many bits;
// so the rover is of the kind that is fewest. The slice is turned so that the rover is Black's. A word is
// kept for each side to move, and both slices of a flipped pair are solved together.
//
// The others of each kind are numbered by themselves: a configuration is the mixed-radix number of the
// four. Those where two pieces share a square are gaps. Men are numbered from their own side, so that those whose
// most advanced man stands in a band of squares have numbers without gaps: a part of a slice is laid out by itself.
#pragma once

#include <array>

#include "tablebase/cut.hpp"
#include "tablebase/index.hpp"

namespace crownhead::tablebase {

using Word = std::uint32_t;  // bit = index of the rover's square
using Config = std::uint64_t;

constexpr Squares even_rows = 0x0F0F0F0F;
constexpr Squares first_file = 0x10101010;  // odd rows reach the left edge, even rows the right one
constexpr Squares last_file = 0x08080808;

// The squares one step towards higher or lower numbers.
constexpr Squares steps_down(Squares s) {
    return s << 4 | (s & even_rows & ~last_file) << 5 | (s & ~even_rows & ~first_file) << 3;
}
constexpr Squares steps_up(Squares s) {
    return s >> 4 | (s & even_rows & ~last_file) >> 3 | (s & ~even_rows & ~first_file) >> 5;
}
constexpr Squares crown_row(Side side) { return side == Side::Black ? 0xF0000000 : 0x0000000F; }

enum KindName : std::size_t { BlackMen, BlackKings, WhiteMen, WhiteKings };

// Numbers of sets, from the first to before the last.
struct Numbers {
    std::uint32_t first, last;
};

// Of so many pieces of a kind in a part.
Numbers numbers_of(bool king, int count, const Band& band);

// The others of one kind.
struct Kind {
    Side side;
    bool king;
    int count;
    std::uint32_t first;        // of the numbers that belong to the part
    std::vector<Squares> sets;  // every way they can stand in the part, by number less the first
    Config stride = 1;          // between configurations that differ by one in their number

    Kind(Side side, bool king, int count, const Band& band);
    bool is_counted_from_top() const { return !king && side == Side::White; }
    // Not less than sets.size() if they stand outside the part.
    std::uint32_t rank(Squares set) const {
        return (is_counted_from_top() ? rank_from_top(set) : rank_of(set)) - first;
    }
    bool contains(Squares set) const { return rank(set) < sets.size(); }

    // Squares that a piece of this kind steps to, or may have come from, without changing the slice.
    Squares steps(Squares from) const {
        if (king) return steps_down(from) | steps_up(from);
        return (side == Side::Black ? steps_down(from) : steps_up(from)) & ~crown_row(side);
    }
    Squares steps_back(Squares to) const {
        if (king) return steps_down(to) | steps_up(to);
        return side == Side::Black ? steps_up(to) : steps_down(to);
    }
};

// One configuration, taken apart.
struct Others {
    Config config;
    std::array<Squares, 4> sets;
    std::array<std::uint32_t, 4> ranks;
    Squares occupied;
    bool valid;  // no square is used twice
};

class Layout {
public:
    // Turns the slice if need be: slice() is the given one or its flip.
    explicit Layout(const Slice& slice, const Part& part = {});

    static Slice turned(const Slice& slice);

    // Of the layout, which need not be made for it.
    static Config size_of(const Slice& slice, const Part& part);

    // The parts of a slice, in the order in which they can be solved.
    static std::vector<Part> cut(const Slice& slice, int bands);

    const Slice& slice() const { return slice_; }
    const Part& part() const { return part_; }
    bool rover_is_king() const { return rover_is_king_; }
    Config size() const { return size_; }
    const Kind& kind(std::size_t k) const { return kinds_[k]; }

    Others others(Config config) const;
    Squares rover_squares(const Others& o) const {
        return ~o.occupied & (rover_is_king_ ? ~Squares{0} : ~crown_row(Side::Black));
    }
    Placement placement(const Others& o, Squares rover) const;

    // Whether positions with these men belong to the part.
    bool has_men(Squares black, Squares white) const {
        const Squares others = rover_is_king_ ? black : black & (black - 1);
        return kinds_[BlackMen].contains(others) && kinds_[WhiteMen].contains(white);
    }

    // Where a placement of slice() that belongs to the part is found: its rover is the lowest of the kind.
    struct Place {
        Config config;
        int bit;
    };
    Place place_of(const Placement& p) const {
        const Squares rovers = rover_is_king_ ? p.black_kings : p.black_men;
        const Squares rover = rovers & (~rovers + 1);
        const Config config = kinds_[BlackMen].rank(p.black_men & ~rover) * kinds_[BlackMen].stride +
                              kinds_[BlackKings].rank(p.black_kings & ~rover) * kinds_[BlackKings].stride +
                              kinds_[WhiteMen].rank(p.white_men) * kinds_[WhiteMen].stride +
                              kinds_[WhiteKings].rank(p.white_kings);
        return {config, std::countr_zero(rover)};
    }

    // Calls visit(configuration, square) for each step that one of a side's others may make inside the
    // part, or may have made (Back), with the square it steps to or came from: the rover cannot be there.
    template <bool Back, typename Visit>
    void for_each_step(const Others& o, Side side, Visit&& visit) const;

private:
    Slice slice_;
    Part part_;
    bool rover_is_king_;
    std::vector<Kind> kinds_;  // by KindName
    Config size_ = 1;
};

template <bool Back, typename Visit>
void Layout::for_each_step(const Others& o, Side side, Visit&& visit) const {
    const std::size_t first = side == Side::Black ? BlackMen : WhiteMen;
    for (std::size_t k = first; k < first + 2; ++k) {
        const Kind& kind = kinds_[k];
        const Config base = o.config - o.ranks[k] * kind.stride;
        for (Squares left = o.sets[k]; left; left &= left - 1) {
            const Squares piece = left & (~left + 1);
            Squares squares = (Back ? kind.steps_back(piece) : kind.steps(piece)) & ~o.occupied;
            for (; squares; squares &= squares - 1) {
                const Squares square = squares & (~squares + 1);
                const std::uint32_t rank = kind.rank(o.sets[k] ^ piece ^ square);
                if (rank < kind.sets.size()) visit(base + rank * kind.stride, square);
            }
        }
    }
}

}  // namespace crownhead::tablebase
