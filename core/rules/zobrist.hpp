// Zobrist keys: the key of a position is the exclusive or of one random word for each piece on its square, and of one
// more if White is to move. They are the same on every machine and in every version, so that keys can be stored.
#pragma once

#include <array>

#include "base/random.hpp"
#include "rules/square.hpp"

namespace crownhead {

using Key = std::uint64_t;

struct ZobristKeys {
    std::array<std::array<std::array<Key, 35>, 2>, 2> piece{};  // [side][king][bit]
    Key white_to_move = 0;
};

constexpr ZobristKeys make_zobrist_keys() {
    ZobristKeys keys;
    Key state = 0x63726F776E686431ULL;  // "crownhd1"
    for (auto& side : keys.piece)
        for (auto& rank : side)
            for (Key& key : rank) key = next_random(state);
    keys.white_to_move = next_random(state);
    return keys;
}

inline constexpr ZobristKeys zobrist_keys = make_zobrist_keys();

constexpr Key piece_key(Side side, bool king, Bit bit) {
    return zobrist_keys.piece[static_cast<std::size_t>(side)][king][static_cast<std::size_t>(bit)];
}

}  // namespace crownhead
