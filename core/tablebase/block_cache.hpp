// Unpacked blocks, shared by all threads without a lock: a fixed number of slots, each block has one that
// it may be in.
//
// A slot has a stamp: the key of its block, and a count that goes on with every change and is odd while the
// slot is being written. A reader takes the word it wants between two looks at the stamp; if they differ it
// was no hit. A writer that finds the slot taken leaves it alone.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace crownhead::tablebase {

template <std::size_t Words>
class BlockCache {
public:
    static constexpr std::size_t words = Words;
    using Key = std::uint64_t;  // below 2^44, not 0

    // At least one slot.
    explicit BlockCache(std::size_t bytes)
        : count_(std::clamp<std::size_t>(bytes / sizeof(Slot), 1, most_slots)),
          slots_(std::make_unique<Slot[]>(count_)) {}

    std::optional<std::uint64_t> find(Key key, std::size_t word) const {
        const Slot& slot = slots_[place(key)];
        const std::uint64_t stamp = slot.stamp.load(std::memory_order_acquire);
        if (stamp >> count_bits != key || stamp & 1) return std::nullopt;
        const std::uint64_t found = slot.words[word].load(std::memory_order_acquire);
        if (slot.stamp.load(std::memory_order_relaxed) != stamp) return std::nullopt;
        return found;
    }

    void put(Key key, std::span<const std::uint64_t, Words> block) {
        Slot& slot = slots_[place(key)];
        std::uint64_t stamp = slot.stamp.load(std::memory_order_relaxed);
        if (stamp & 1 || !slot.stamp.compare_exchange_strong(stamp, stamp | 1, std::memory_order_acquire)) return;
        for (std::size_t i = 0; i < Words; ++i) slot.words[i].store(block[i], std::memory_order_release);
        const std::uint64_t count = (stamp + 2) & ((std::uint64_t{1} << count_bits) - 1) & ~std::uint64_t{1};
        slot.stamp.store(key << count_bits | count, std::memory_order_release);
    }

private:
    static constexpr int count_bits = 20;
    static constexpr std::size_t most_slots = (std::uint64_t{1} << 32) - 1;
    struct Slot {
        std::atomic<std::uint64_t> stamp{0};
        std::array<std::atomic<std::uint64_t>, Words> words{};
    };

    std::size_t place(Key key) const { return (key * 0x9E3779B97F4A7C15ULL >> 32) * count_ >> 32; }

    std::size_t count_;
    std::unique_ptr<Slot[]> slots_;
};

}  // namespace crownhead::tablebase
