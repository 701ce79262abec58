// Any bytes as the table of a slice, with checksums that fit them: every probe gives a value that can be, or a fault.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

#include "base/bytes.hpp"
#include "tablebase/tablebase.hpp"

using namespace crownhead;
using namespace crownhead::tablebase;

namespace {

constexpr Slice slice{0, 1, 1, 1};

void put(std::vector<std::uint8_t>& data, std::size_t at, std::uint64_t value) {
    for (std::size_t i = 0; i < 8; ++i) data[at + i] = static_cast<std::uint8_t>(value >> (8 * i));
}

// As docs/tablebase-format.md describes them. Without this a fuzzer would see nothing but the first comparison.
void seal(std::vector<std::uint8_t>& data) {
    if (data.size() < 128) return;
    const Bytes bytes(data);
    const std::uint64_t groups = get_fixed<std::uint64_t>(bytes, 88);
    const std::uint64_t directory = 128 + std::uint64_t{get_fixed<std::uint32_t>(bytes, 80)} +
                                    8 * std::uint64_t{get_fixed<std::uint32_t>(bytes, 84)};
    put(data, 112, data.size());
    if (directory > data.size() || groups > (data.size() - directory) / 16) return;
    for (std::uint64_t g = 0; g < groups; ++g) {
        const auto begin = get_fixed<std::uint64_t>(bytes, directory + 16 * g);
        const auto end = g + 1 < groups ? get_fixed<std::uint64_t>(bytes, directory + 16 * (g + 1)) : data.size();
        if (begin <= end && end <= data.size())
            put(data, directory + 16 * g + 8, checksum(bytes.subspan(begin, end - begin)));
    }
    const Bytes front = bytes.first(directory + 16 * groups);
    put(data, 120, checksum(front.subspan(128), checksum(front.first(120))));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* given, std::size_t size) {
    std::vector<std::uint8_t> data(given, given + size);
    seal(data);
    const int file = memfd_create("table", 0);
    if (file < 0 || write(file, data.data(), data.size()) != static_cast<ssize_t>(data.size())) std::abort();
    const TableKind kind = size > 12 && data[12] == 1 ? TableKind::Distances : TableKind::Verdicts;
    const Tablebase tables({{slice, kind, "/proc/self/fd/" + std::to_string(file)}}, 1 << 16);
    const SliceIndex index(slice);
    for (Index i = 0; i < index.size(); i += 101) {
        Fault fault;
        const EndgameValue value = tables.value(index.placement_of(i), fault, kind);
        if (value.plies < -1 || value.plies > most_plies) std::abort();
        if (value.verdict == Verdict::Unknown && fault.kind == Fault::Kind::None) std::abort();
    }
    close(file);
    return 0;
}
