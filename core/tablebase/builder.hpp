// Builds slices one pair after another, with what they need from files or from memory.
#pragma once

#include <set>

#include "tablebase/file.hpp"
#include "tablebase/solve.hpp"

namespace crownhead::tablebase {

struct MadeTable {
    Slice slice;
    TableKind kind;
    Statistics statistics;
    std::vector<std::uint8_t> bytes;
};

// The least memory that it takes to build a slice and its flip, cut as finely as it can be, with all that must be loaded
// for it.
std::size_t building_bytes(const Slice& slice, bool distances);

class Builder {
public:
    // Files are looked for in the directory. Distances: of this kind are the slices that it builds.
    Builder(std::string directory, std::size_t memory, int threads, StopToken stop);

    // Solves a slice and its flip and makes their files' bytes: verdicts, and distances if they are wanted.
    // Throws CorruptFile with the path in its text if a file that is needed is damaged or missing.
    std::vector<MadeTable> make(const Slice& slice, bool distances);

private:
    void bring(const Slice& slice, bool distances);
    std::shared_ptr<const Solved> load(const Slice& slice, bool distances);
    template <typename Model>
    std::shared_ptr<const Solved> load_by(const Slice& slice);
    void make_room(const std::set<Slice>& needed, std::size_t wanted);

    std::string directory_;
    std::size_t memory_;
    ThreadCrew crew_;
    Library library_;
    std::vector<Slice> held_;  // in the library, oldest first
};

}  // namespace crownhead::tablebase
