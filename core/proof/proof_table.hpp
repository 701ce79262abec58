// What proof-number search remembers of positions: a table of fixed size in which the least work gives way.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <new>
#include <utility>

#include "base/huge_pages.hpp"
#include "rules/zobrist.hpp"

namespace crownhead::proof {

// How much is still to be shown, at least and roughly: 0 is done, infinite is impossible.
using Number = std::uint32_t;
constexpr Number infinite = Number{1} << 30;

constexpr std::uint8_t no_move = 255;  // an index of a legal move is less than 192

// The plies of the line being looked at on which a result leans, because play came back to them.
struct Lean {
    std::int16_t low = std::numeric_limits<std::int16_t>::max();
    std::int16_t high = -1;

    constexpr bool is_free() const { return low > high; }
    constexpr void add(const Lean& other) {
        low = std::min(low, other.low);
        high = std::max(high, other.high);
    }
    // Of the position at this ply itself: what came back to it closes a cycle and leans on nothing.
    constexpr Lean seen_from(int ply) const {
        const auto last = static_cast<std::int16_t>(std::min<int>(high, ply - 1));
        return low <= last ? Lean{low, last} : Lean{};
    }
};

struct Entry {
    Key key = 0;
    Number mover = 0;         // for the player to move to reach his goal
    Number other = 0;         // for the other to reach hers; both 0: nothing is stored here
    std::uint32_t work = 0;   // nodes below it
    std::uint32_t visit = 0;  // of the position on which it leans and that comes last in the line
    Lean lean;
    std::uint8_t move = no_move;  // of the player to move who has reached his goal

    bool is_empty() const { return mover == 0 && other == 0; }
};
static_assert(sizeof(Entry) == 32);

class ProofTable {
public:
    // Throws std::bad_alloc. Memory that is not used yet costs nothing.
    explicit ProofTable(std::size_t bytes)
        : size_(std::max<std::size_t>(bytes / sizeof(Bucket), 1)), memory_(size_ * sizeof(Bucket)) {
        if (!memory_.data()) throw std::bad_alloc();
    }

    const Entry* find(Key key) const {
        for (const Entry& entry : bucket(key))
            if (entry.key == key && !entry.is_empty()) return &entry;
        return nullptr;
    }

    Entry* find(Key key) { return const_cast<Entry*>(std::as_const(*this).find(key)); }

    void put(const Entry& entry) {
        Bucket& there = buckets()[number(entry.key)];
        Entry* place = &there[0];
        for (Entry& old : there) {
            if (old.is_empty() || old.key == entry.key) {
                place = &old;
                break;
            }
            if (old.work < place->work) place = &old;
        }
        if (place->is_empty()) ++used_;
        *place = entry;
    }

    std::size_t used() const { return used_; }
    std::size_t capacity() const { return size_ * Bucket{}.size(); }

    template <typename Visit>
    void for_each(Visit&& visit) const {
        for (std::size_t i = 0; i < size_; ++i)
            for (const Entry& entry : buckets()[i])
                if (!entry.is_empty()) visit(entry);
    }

private:
    using Bucket = std::array<Entry, 4>;

    std::size_t number(Key key) const { return static_cast<std::size_t>((key >> 32) * size_ >> 32); }
    Bucket* buckets() const { return static_cast<Bucket*>(memory_.data()); }
    const Bucket& bucket(Key key) const { return buckets()[number(key)]; }

    std::size_t size_;  // buckets
    ZeroedMemory memory_;
    std::size_t used_ = 0;
};

}  // namespace crownhead::proof
