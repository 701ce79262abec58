// What threads are searching just now, so that another thread turns to something else first and finds the answer in the
// table when it comes back. Only a hint: of two searches that share a place the later one stands.
#pragma once

#include <array>
#include <atomic>

#include "rules/zobrist.hpp"

namespace crownhead {

class Busy {
public:
    // A search of the position with this key, so deep, as one word.
    static constexpr Key errand(Key key, int depth) { return key ^ static_cast<Key>(depth) * 0x9E3779B97F4A7C15ULL; }

    bool has(Key errand) const { return places_[place(errand)].load(std::memory_order_relaxed) == errand; }
    void enter(Key errand) { places_[place(errand)].store(errand, std::memory_order_relaxed); }
    void leave(Key errand) { places_[place(errand)].store(0, std::memory_order_relaxed); }

private:
    static constexpr std::size_t size = 4096;
    static std::size_t place(Key errand) { return errand % size; }
    std::array<std::atomic<Key>, size> places_{};
};

}  // namespace crownhead
