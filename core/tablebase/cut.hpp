// A slice cut into parts, for memory that does not hold it as a whole.
//
// Men only advance, so parts are made by the most advanced man of each side: a step inside a part keeps both
// where they are, or moves them inside the same band, and a step out of it leads to a part that is further on. Those
// are solved first, and what leads there is like a crowning: a value that is known. The rover does not count, since
// its steps stay in their word.
#pragma once

#include <cstddef>
#include <vector>

#include "tablebase/slice.hpp"

namespace crownhead::tablebase {

// Squares 0-27 as the side's own men pass them, in which its most advanced man stands.
struct Band {
    int from = 0;
    int to = 28;
};

struct Part {
    Band black, white;
};

// So many bands of about equally many sets of men for each side, further on first. One band is everything.
std::vector<Part> parts_of(const Slice& turned, bool rover_is_king, int bands);

}  // namespace crownhead::tablebase
