// What is known of a position before its slice is solved: what captures and crownings lead to, which are
// the ways out of a slice.
#pragma once

#include "tablebase/library.hpp"

namespace crownhead::tablebase {

struct InitialValue {
    enum class Kind : std::uint8_t {
        Final,   // the side to move must jump: value is its value
        Open,    // quiet moves only, and none leaves the slice by crowning
        Leaves,  // quiet moves only, and `value` is the best that crowning a man gives
    };
    Kind kind;
    EndgameValue value;  // with plies if the library has distances
};

// For Black, who is to move. Every slice with fewer pieces, or as many but fewer men, must be in the library.
InitialValue start_of(const Library& library, const Placement& placement);

}  // namespace crownhead::tablebase
