// What one thread found near the horizon just now: evaluations, and searches one ply deep. So small that it stays in the
// processor's own cache: a position so near the horizon is searched again sooner than the table's memory answers.
#pragma once

#include <array>

#include "search/transposition_table.hpp"

namespace crownhead {

class Recent {
public:
    struct Finding {
        Score score = 0;
        Bound bound = Bound::None;
        explicit operator bool() const { return bound != Bound::None; }
    };

    // Of the position with this key, searched so deep: 0 or 1. False if nothing is known.
    Finding find(Key key, int depth) const {
        const Key name = name_of(key, depth);
        const std::uint64_t word = words_[name % words_.size()];
        if ((word ^ name) >> data_bits) return {};
        return {static_cast<std::int16_t>(word), static_cast<Bound>(word >> 16 & 3)};
    }
    void put(Key key, int depth, Finding found) {
        const Key name = name_of(key, depth);
        words_[name % words_.size()] = name >> data_bits << data_bits | static_cast<std::uint64_t>(found.bound) << 16 |
                                       static_cast<std::uint16_t>(found.score);
    }
    void clear() { words_ = {}; }

private:
    //   bits 0-15  score      bits 16-17  bound      bits 18-63  those of the name
    static constexpr int data_bits = 18;
    static constexpr Key name_of(Key key, int depth) { return depth == 0 ? key : ~key; }

    std::array<std::uint64_t, 1 << 14> words_{};  // 128 KB
};

}  // namespace crownhead
