// The transposition table: what earlier searches found out about positions. Threads share it without locks.
// An entry stands under its key exclusive-or its data, so that one torn by two writers matches no key.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

#include "base/huge_pages.hpp"
#include "rules/move.hpp"
#include "rules/zobrist.hpp"
#include "search/score.hpp"

namespace crownhead {

// What the stored score says of the true one: at least, at most, or both.
enum class Bound : std::uint8_t { None, Lower, Upper, Exact };
constexpr bool is_lower(Bound bound) { return static_cast<int>(bound) & static_cast<int>(Bound::Lower); }
constexpr bool is_upper(Bound bound) { return static_cast<int>(bound) & static_cast<int>(Bound::Upper); }

// The best or refuting move of a position, by origin and target: jumps that share both are all tried first.
using HashMove = std::uint16_t;
constexpr HashMove no_hash_move = 0;
constexpr HashMove hash_move_of(Move move) { return static_cast<HashMove>(move.origin() << 6 | move.target()); }

//   bits  0-11  hash move      bits 12-13  bound       bits 16-31  score
//   bits 32-39  depth          bits 40-47  generation
class TranspositionEntry {
public:
    constexpr TranspositionEntry() = default;
    constexpr explicit TranspositionEntry(std::uint64_t word) : word_(word) {}
    constexpr TranspositionEntry(HashMove move, Bound bound, Score score, int depth, std::uint8_t generation)
        : word_(move | static_cast<std::uint64_t>(bound) << 12 |
                static_cast<std::uint64_t>(static_cast<std::uint16_t>(score)) << 16 |
                static_cast<std::uint64_t>(static_cast<std::uint8_t>(depth)) << 32 |
                static_cast<std::uint64_t>(generation) << 40) {}

    constexpr HashMove move() const { return word_ & 0xFFF; }
    constexpr Bound bound() const { return static_cast<Bound>(word_ >> 12 & 3); }
    constexpr Score score() const { return static_cast<std::int16_t>(word_ >> 16); }
    constexpr int depth() const { return static_cast<int>(word_ >> 32 & 0xFF); }
    constexpr std::uint8_t generation() const { return static_cast<std::uint8_t>(word_ >> 40); }
    constexpr std::uint64_t word() const { return word_; }
    constexpr explicit operator bool() const { return word_ != 0; }

private:
    std::uint64_t word_ = 0;  // 0 is no entry: a real one has a bound
};

class TranspositionTable {
public:
    // Throws std::length_error, with a sentence for the user, for more memory than the machine has.
    explicit TranspositionTable(std::size_t megabytes);

    // What is stored under a key; false if nothing. Looks at the whole bucket, for the place of a hit cannot be foreseen.
    TranspositionEntry probe(Key key) const {
        std::uint64_t found = 0;
        for (const Entry& entry : bucket(key).entries) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            const bool hit = (entry.check.load(std::memory_order_relaxed) ^ data) == key;
            found |= hit ? data : 0;
        }
        return TranspositionEntry(found);
    }

    // Replaces what stands under the key, or else what is of least worth in the bucket: shallow and old.
    void store(Key key, HashMove move, Bound bound, Score score, int depth);

    void prefetch(Key key) const {
#if defined(__GNUC__) || defined(__clang__)
        __builtin_prefetch(&bucket(key));
#else
        (void)key;
#endif
    }

    void begin_search() { ++generation_; }
    void clear();
    std::size_t bytes() const { return buckets_ * sizeof(Bucket); }

private:
    struct Entry {
        std::atomic<std::uint64_t> check;
        std::atomic<std::uint64_t> data;
    };
    struct alignas(64) Bucket {
        std::array<Entry, 4> entries;
    };

    Bucket& bucket(Key key) const {
        return first_[static_cast<std::size_t>((key >> 32) * buckets_ >> 32)];  // fewer than 2^32 buckets
    }

    ZeroedMemory memory_;
    Bucket* first_ = nullptr;
    std::uint64_t buckets_ = 0;
    std::uint8_t generation_ = 0;
};

}  // namespace crownhead
