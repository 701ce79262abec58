// Unpacked blocks, shared by all threads without a lock: sets of four slots, each block has one set that it may
// be in. The slot that was written first gives way.
//
// A slot has a stamp: the key of its block, and a count that goes on with every change and is odd while the
// slot is being written. A reader takes the word it wants between two looks at the stamp; if they differ it
// was no hit. A writer that finds the slot taken leaves it alone.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>

#include "base/huge_pages.hpp"

namespace crownhead::tablebase {

template <std::size_t Words>
class BlockCache {
public:
    static constexpr std::size_t words = Words;
    using Key = std::uint64_t;  // below 2^44, not 0

    // At least one set.
    explicit BlockCache(std::size_t bytes) : sets_(std::clamp<std::size_t>(bytes / sizeof(Set), 1, most_sets)) {}

    std::optional<std::uint64_t> find(Key key, std::size_t word) const {
        const Set& set = sets_[place(key)];
        for (std::size_t i = 0; i < ways; ++i) {
            const std::uint64_t stamp = set.stamps[i].load(std::memory_order_acquire);
            if (stamp >> count_bits != key) continue;
            if (stamp & 1) return std::nullopt;
            const std::uint64_t found = set.words[i][word].load(std::memory_order_acquire);
            if (set.stamps[i].load(std::memory_order_relaxed) != stamp) return std::nullopt;
            return found;
        }
        return std::nullopt;
    }

    void put(Key key, std::span<const std::uint64_t, Words> block) {
        Set& set = sets_[place(key)];
        std::size_t way = 0;
        std::uint64_t stamp = set.stamps[0].load(std::memory_order_relaxed);
        for (std::size_t i = 1; i < ways; ++i) {
            const std::uint64_t other = set.stamps[i].load(std::memory_order_relaxed);
            if ((other & count_mask) < (stamp & count_mask)) way = i, stamp = other;
        }
        if (stamp & 1 || !set.stamps[way].compare_exchange_strong(stamp, stamp | 1, std::memory_order_acquire)) return;
        for (std::size_t i = 0; i < Words; ++i) set.words[way][i].store(block[i], std::memory_order_release);
        const std::uint64_t count = (stamp + 2) & count_mask & ~std::uint64_t{1};
        set.stamps[way].store(key << count_bits | count, std::memory_order_release);
    }

private:
    static constexpr std::size_t ways = 4;
    static constexpr int count_bits = 20;
    static constexpr std::uint64_t count_mask = (std::uint64_t{1} << count_bits) - 1;
    static constexpr std::size_t most_sets = (std::uint64_t{1} << 32) - 1;
    struct Set {
        std::array<std::atomic<std::uint64_t>, ways> stamps{};
        std::array<std::array<std::atomic<std::uint64_t>, Words>, ways> words{};
    };

    std::size_t place(Key key) const { return (key * 0x9E3779B97F4A7C15ULL >> 32) * sets_.size() >> 32; }

    HugePageVector<Set> sets_;
};

}  // namespace crownhead::tablebase
