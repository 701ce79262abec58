// Retrograde analysis of a slice and its flip.
#pragma once

#include <utility>

#include "base/thread_crew.hpp"
#include "tablebase/library.hpp"

namespace crownhead::tablebase {

struct Pair {
    std::shared_ptr<const Solved> slice;    // the one asked for
    std::shared_ptr<const Solved> flipped;  // the same object if the slice is its own flip
};

// Every slice that captures and crownings lead to must be in the library, with distances if they are wanted.
Pair solve(const Library& library, const Slice& slice, bool distances, const ThreadCrew& crew);

// What solve() takes beyond the library and its result.
std::size_t solving_bytes(const Slice& slice, bool distances);

// The slices that the positions of this one lead to, without itself and its flip.
std::vector<Slice> needed_by(const Slice& slice);

}  // namespace crownhead::tablebase
