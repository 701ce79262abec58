// What is known of a position before its slice is solved: what captures and crownings lead to, which are
// the ways out of a slice, and what steps out of a part of it lead to.
#pragma once

#include "tablebase/library.hpp"

namespace crownhead::tablebase {

struct InitialValue {
    enum class Kind : std::uint8_t {
        Final,   // the side to move must jump: value is its value
        Open,    // quiet moves only, and none leaves the part
        Leaves,  // quiet moves only, and `value` is the best of those that leave the part, as by crowning a man
    };
    Kind kind;
    EndgameValue value;  // with plies if the library has distances
};

// The men whose steps to these squares lead out of the part.
struct Exits {
    Squares men = 0;
    Squares goals = 0;
};

// For Black, who is to move. Every slice with fewer pieces, or as many but fewer men, must be in the library, and of
// this one the parts further on.
InitialValue start_of(const Library& library, const Placement& placement, const Exits& exits);

}  // namespace crownhead::tablebase
