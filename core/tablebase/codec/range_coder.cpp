#include "tablebase/codec/range_coder.hpp"

namespace crownhead::tablebase {

Chance chance_of(std::uint64_t no, std::uint64_t yes) {
    if (no + yes == 0) return 0;
    // The first step at which the ladder is nearer to the share of the rarer answer than the next one.
    const std::uint64_t rare = yes < no ? yes : no;
    const double share = static_cast<double>(rare) / static_cast<double>(no + yes) * 4294967296.0;
    int step = 0;
    std::uint64_t less = std::uint64_t{1} << 31;
    while (step < 127 && static_cast<double>(less) * (123.0 / 128.0) > share) {
        less = less * 59 / 64;
        ++step;
    }
    return static_cast<Chance>(yes < no ? 128 + step : 128 - step);
}

}  // namespace crownhead::tablebase
