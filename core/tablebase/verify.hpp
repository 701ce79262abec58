// Whether files say what the rules say: the value of each position is the best of those it leads to.
#pragma once

#include "base/thread_crew.hpp"
#include "tablebase/tablebase.hpp"

namespace crownhead::tablebase {

struct Verified {
    Index checked = 0;             // positions compared with their successors
    std::optional<Index> wrong{};  // the lowest index where the values disagree
    Fault fault{};                 // or why they could not be compared
};

// Every `stride`-th position of a slice, from `first` on. Positions with a jump are not stored and are passed
// over. The file of this kind is looked at; what it leads to is looked up as by the probe.
Verified verify(const Tablebase& tables, const Slice& slice, TableKind kind, Index first, Index stride,
                const ThreadCrew& crew);

}  // namespace crownhead::tablebase
