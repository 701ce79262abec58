// ABDADA, in its simplified form: the threads of a search note which moves they are searching. A thread that comes to a
// move which another is searching to the same depth defers it, and mostly finds its answer in the transposition table
// when it comes back. Only a hint: of two searches that share a slot the later one stands.
#pragma once

#include <array>
#include <atomic>

#include "rules/zobrist.hpp"

namespace crownhead {

class Abdada {
public:
    // The search of a move, by the position it leads to and the depth, as one word.
    static constexpr Key search_key(Key key, int depth) {
        return key ^ static_cast<Key>(depth) * 0x9E3779B97F4A7C15ULL;
    }

    bool is_searched(Key search) const { return slots_[slot(search)].load(std::memory_order_relaxed) == search; }
    void begin(Key search) { slots_[slot(search)].store(search, std::memory_order_relaxed); }
    void end(Key search) { slots_[slot(search)].store(0, std::memory_order_relaxed); }

private:
    static constexpr std::size_t size = 4096;
    static std::size_t slot(Key search) { return search % size; }
    std::array<std::atomic<Key>, size> slots_{};
};

}  // namespace crownhead
