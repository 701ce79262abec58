#include "tablebase/builder.hpp"

#include <algorithm>
#include <system_error>

#include "tablebase/successor.hpp"

namespace crownhead::tablebase {
namespace {

std::size_t value_bytes(const Slice& slice, bool distances) {
    return Values::bytes_for(SliceIndex(slice).size(), distances);
}

// What a slice needs, and what those need to be loaded from their files: a file has no values where there is a jump.
std::set<Slice> reached_from(const Slice& slice) {
    std::set<Slice> reached;
    const auto add = [&](const auto& again, const Slice& from) -> void {
        for (const Slice& next : needed_by(from))
            if ((from == slice || next.pieces() < from.pieces()) && reached.insert(next).second) again(again, next);
    };
    add(add, slice);
    return reached;
}

// The result, and all that must be loaded.
std::size_t bytes_around(const Slice& slice, bool distances) {
    std::size_t bytes = 2 * value_bytes(slice, distances);
    for (const Slice& reached : reached_from(slice)) bytes += value_bytes(reached, distances);
    return bytes;
}

// The fewest that the memory allows, or the most that there are.
int bands_within(const Slice& slice, bool distances, std::size_t memory) {
    int bands = 1;
    while (bands < most_bands && solving_bytes(slice, distances, bands) > memory) ++bands;
    return bands;
}

}  // namespace

std::size_t building_bytes(const Slice& slice, bool distances) {
    return bytes_around(slice, distances) + solving_bytes(slice, distances, most_bands);
}

Builder::Builder(std::string directory, std::size_t memory, int threads, StopToken stop)
    : directory_(std::move(directory)), memory_(memory), crew_(threads, std::move(stop)) {}

std::vector<MadeTable> Builder::make(const Slice& slice, bool distances) {
    const std::size_t around = bytes_around(slice, distances);
    const int bands = bands_within(slice, distances, memory_ > around ? memory_ - around : 0);
    make_room(reached_from(slice), around + solving_bytes(slice, distances, bands));
    for (const Slice& s : needed_by(slice)) bring(s, distances);
    const Pair pair = solve(library_, slice, distances, bands, crew_);

    std::vector<MadeTable> made;
    const auto add = [&](const std::shared_ptr<const Solved>& solved) {
        held_.push_back(solved->index.slice());
        const Statistics statistics = statistics_of(solved->values, crew_);
        for (const TableKind kind : {TableKind::Distances, TableKind::Verdicts})
            if (distances || kind == TableKind::Verdicts)
                made.push_back(
                    {solved->index.slice(), kind, statistics, table_bytes(*solved, kind, statistics, crew_)});
    };
    add(pair.slice);
    if (pair.flipped != pair.slice) add(pair.flipped);
    return made;
}

// Slices with fewer pieces come first, and a slice has more pieces than those its jumps lead to: what a
// slice needs to be loaded is in the library before it.
void Builder::bring(const Slice& slice, bool distances) {
    const Solved* there = library_.find(slice);
    if (there && (there->values.has_distances() || !distances)) return;
    for (const Slice& s : needed_by(slice))
        if (s.pieces() < slice.pieces()) bring(s, distances);
    std::erase(held_, slice);
    library_.drop(slice);
    library_.put(load(slice, distances));
    held_.push_back(slice);
}

std::shared_ptr<const Solved> Builder::load(const Slice& slice, bool distances) {
    return distances ? load_by<DistanceModel>(slice) : load_by<VerdictModel>(slice);
}

template <typename Model>
std::shared_ptr<const Solved> Builder::load_by(const Slice& slice) {
    const TableKind kind = Model::distances ? TableKind::Distances : TableKind::Verdicts;
    const std::string path = directory_ + "/" + slice.name() + suffix_of(kind);
    try {
        const TableFile file(path, slice, kind);
        auto solved =
            std::make_shared<Solved>(Solved{SliceIndex(slice), Values(file.index().size(), Model::distances)});
        crew_.share(file.blocks(), 64, [&](std::uint64_t begin, std::uint64_t end) {
            for (std::uint64_t b = begin; b < end; ++b) {
                const auto cells = file.read<Model>(b);
                const Index first = b * Model::block;
                solved->index.for_each(first, first + file.block_size(b), [&](Index i, const Placement& placement) {
                    const Position p = position_of(placement);
                    const Cell cell = cells[static_cast<std::uint32_t>(i - first)];
                    if (const Bits jumping = jumpers_of(p)) {  // not in the file
                        const EndgameValue value =
                            value_of_jumps(p, jumping, [&](const Placement& next) { return library_.value_of(next); });
                        solved->values.set(i, value.verdict, static_cast<Half>(std::max(0, value.plies) / 2));
                    } else {
                        solved->values.set(i, verdict_of(cell), half_of(cell));
                    }
                });
            }
        });
        return solved;
    } catch (const CorruptFile& error) {
        throw CorruptFile(path + ": " + error.what());
    } catch (const std::system_error& error) {
        throw CorruptFile(path + ": it cannot be read: " + error.code().message());
    }
}

void Builder::make_room(const std::set<Slice>& needed, std::size_t wanted) {
    const auto is_needed = [&](const Slice& s) { return needed.contains(s); };
    std::size_t useful = 0;
    for (const Slice& s : held_)
        if (is_needed(s)) useful += library_.find(s)->values.bytes();
    std::erase_if(held_, [&](const Slice& s) {
        if (is_needed(s) || library_.bytes() - useful + wanted <= memory_) return false;
        library_.drop(s);
        return true;
    });
}

}  // namespace crownhead::tablebase
