// Chance, the same on every machine for the same seed.
#pragma once

#include "base/random.hpp"

namespace crownhead::training {

class Dice {
public:
    explicit Dice(std::uint64_t seed) : state_(seed) {}

    // 0 .. below - 1. The bias is below 2^-32 for what is thrown here.
    int number(int below) {
        return static_cast<int>((next_random(state_) >> 32) * static_cast<std::uint64_t>(below) >> 32);
    }
    int between(int least, int most) { return least + number(most - least + 1); }
    bool happens(double probability) {
        return static_cast<double>(next_random(state_) >> 11) < probability * static_cast<double>(1ULL << 53);
    }

private:
    std::uint64_t state_;
};

}  // namespace crownhead::training
