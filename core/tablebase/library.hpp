// Solved slices in memory, found by their pieces.
#pragma once

#include <memory>

#include "tablebase/values.hpp"

namespace crownhead::tablebase {

struct Solved {
    SliceIndex index;
    Values values;
};

class Library {
public:
    const Solved* find(const Slice& slice) const { return shelves_[id(slice)].get(); }
    void put(std::shared_ptr<const Solved> solved) {
        drop(solved->index.slice());
        auto& shelf = shelves_[id(solved->index.slice())];
        bytes_ += solved->values.bytes();
        shelf = std::move(solved);
    }
    void drop(const Slice& slice) {
        auto& shelf = shelves_[id(slice)];
        if (shelf) bytes_ -= shelf->values.bytes();
        shelf.reset();
    }
    std::size_t bytes() const { return bytes_; }

    // The value for the side to move, who is Black; the slice must be there unless one side has no piece.
    EndgameValue value_of(const Placement& p) const {
        if (!(p.black_men | p.black_kings)) return {Verdict::Loss, 0};
        if (!(p.white_men | p.white_kings)) return {Verdict::Win, 1};
        const Solved& solved = *shelves_[id(slice_of(p))];
        return solved.values.at(solved.index.index_of(p));
    }

private:
    static constexpr std::size_t id(const Slice& s) {
        return static_cast<std::size_t>(((s.black_men * 16 + s.black_kings) * 16 + s.white_men) * 16 + s.white_kings);
    }

    std::vector<std::shared_ptr<const Solved>> shelves_ = std::vector<std::shared_ptr<const Solved>>(1 << 16);
    std::size_t bytes_ = 0;
};

}  // namespace crownhead::tablebase
