#include "tablebase/cut.hpp"

#include <algorithm>

#include "tablebase/subset.hpp"

namespace crownhead::tablebase {
namespace {

std::vector<Band> bands_of(int men, int bands) {
    if (men == 0) return {Band{}};
    std::vector<Band> found;
    const std::uint64_t sets = choose(28, men);
    int from = 0;
    for (int n = 1; n <= bands && from < 28; ++n) {
        int to = from + 1;
        while (to < 28 && std::uint64_t{choose(to, men)} * static_cast<std::uint64_t>(bands) <
                              sets * static_cast<std::uint64_t>(n))
            ++to;
        if (n == bands) to = 28;
        if (choose(to, men) > choose(from, men)) found.push_back({from, to});
        from = to;
    }
    std::reverse(found.begin(), found.end());
    return found;
}

}  // namespace

std::vector<Part> parts_of(const Slice& turned, bool rover_is_king, int bands) {
    std::vector<Part> parts;
    for (const Band& black : bands_of(turned.black_men - !rover_is_king, bands))
        for (const Band& white : bands_of(turned.white_men, bands)) parts.push_back({black, white});
    return parts;
}

}  // namespace crownhead::tablebase
