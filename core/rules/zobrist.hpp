// Keys of positions: one random word for each occupant of each square and one for White to move,
// combined by exclusive or. The same on every machine and in every version, so that keys can be stored.
#pragma once

#include <array>

#include "rules/square.hpp"

namespace crownhead {

using Key = std::uint64_t;

struct HashKeys {
    std::array<std::array<std::array<Key, 35>, 2>, 2> occupant{};  // [side][king][bit]
    Key white_to_move = 0;
};

constexpr Key next_random(Key& state) {  // splitmix64
    Key z = (state += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

constexpr HashKeys make_hash_keys() {
    HashKeys keys;
    Key state = 0x63726F776E686431ULL;  // "crownhd1"
    for (auto& side : keys.occupant)
        for (auto& rank : side)
            for (Key& key : rank) key = next_random(state);
    keys.white_to_move = next_random(state);
    return keys;
}

inline constexpr HashKeys hash_keys = make_hash_keys();

constexpr Key occupant_key(Side side, bool king, Bit bit) {
    return hash_keys.occupant[static_cast<std::size_t>(side)][king][static_cast<std::size_t>(bit)];
}

}  // namespace crownhead
