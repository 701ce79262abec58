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

// Every slice that captures and crownings lead to must be in the library, with distances if they are wanted. The pair
// is in the library afterwards. Cut into parts if there are to be several bands (cut.hpp): less memory, the same values.
Pair solve(Library& library, const Slice& slice, bool distances, int bands, const ThreadCrew& crew);

// What solve() takes beyond the library and its result.
std::size_t solving_bytes(const Slice& slice, bool distances, int bands);

constexpr int most_bands = 28;  // one for each square of a side's most advanced man

// The slices that the positions of this one lead to, without itself and its flip.
std::vector<Slice> needed_by(const Slice& slice);

}  // namespace crownhead::tablebase
