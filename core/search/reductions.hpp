// Late move reductions: plies by which the n-th move is searched less deeply at first.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace crownhead {

struct Reductions {
    static constexpr double steepness = 1.7;
    std::array<std::array<std::int8_t, 64>, 64> plies{};  // [depth][number]
    Reductions() {
        for (std::size_t d = 1; d < 64; ++d)
            for (std::size_t n = 1; n < 64; ++n)
                plies[d][n] = static_cast<std::int8_t>(0.5 + std::log(double(d)) * std::log(double(n)) / steepness);
    }
    int operator()(int depth, int number) const {
        return plies[static_cast<std::size_t>(std::min(depth, 63))][static_cast<std::size_t>(std::min(number, 63))];
    }
};

// Made at first use: nothing may run while the extension is loaded, before it has asked what the processor can do.
inline const Reductions& reductions() {
    static const Reductions table;
    return table;
}

}  // namespace crownhead
