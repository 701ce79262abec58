// The leaf cache of one thread: evaluations, and results of searches one ply deep. It is small enough to stay in the
// processor's cache: so near the horizon, searching again takes no longer than a miss in the transposition table.
#pragma once

#include <array>

#include "search/transposition_table.hpp"

namespace crownhead {

class LeafCache {
public:
    struct Entry {
        Score score = 0;
        Bound bound = Bound::None;
        explicit operator bool() const { return bound != Bound::None; }
    };

    // Of the position with this key at this depth, 0 or 1. False if nothing is known.
    Entry find(Key key, int depth) const {
        const Key name = name_of(key, depth);
        const std::uint64_t word = words_[name % words_.size()];
        if ((word ^ name) >> data_bits) return {};
        return {static_cast<std::int16_t>(word), static_cast<Bound>(word >> 16 & 3)};
    }
    void put(Key key, int depth, Entry entry) {
        const Key name = name_of(key, depth);
        words_[name % words_.size()] = name >> data_bits << data_bits | static_cast<std::uint64_t>(entry.bound) << 16 |
                                       static_cast<std::uint16_t>(entry.score);
    }
    void clear() { words_ = {}; }

private:
    //   bits 0-15  score      bits 16-17  bound      bits 18-63  those of the name
    static constexpr int data_bits = 18;
    static constexpr Key name_of(Key key, int depth) { return depth == 0 ? key : ~key; }

    std::array<std::uint64_t, 1 << 14> words_{};  // 128 KB
};

}  // namespace crownhead
