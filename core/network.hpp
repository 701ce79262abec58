// A small network that judges what the two players see.
//
// Each player sees the board from his own side, and what he sees is a row of sixteen numbers: the sum of the rows of all
// patterns as they are filled, and of the kings. Fourteen are inputs of the network; the last two are hundredths of a man.
// A judge takes the inputs of both players, the mover's first, cuts them to 0..1, and has eight units of his own, cut in
// the same way, whose weighted sum is his opinion. There is one judge for each quarter of the pieces.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "score.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace crownhead::network {

constexpr std::size_t lanes = 16;
constexpr std::size_t units = 8;
constexpr std::size_t judges = 4;
constexpr int one_bits = 8;
constexpr int one = 1 << one_bits;  // what 1 is in whole numbers, for inputs, units and the weights between them

// Sums wrap around: weights from a foreign file may be anything.
struct alignas(32) Row {
    std::array<std::int16_t, lanes> lane{};

    void operator+=(const Row& other) {
        for (std::size_t i = 0; i < lanes; ++i) lane[i] = static_cast<std::int16_t>(lane[i] + other.lane[i]);
    }
    int opening() const { return lane[lanes - 2]; }
    int ending() const { return lane[lanes - 1]; }
};

class Judge {
public:
    // As they stand in the file: for each unit the weights of the mover's lanes, those of the other's, and a bias; then
    // the units' worth and a constant, in sixteenths of a hundredth of a man.
    static constexpr std::size_t word_count = units * (2 * lanes + 1) + units + 1;

    void read(const std::int16_t* words) {
        for (std::size_t unit = 0; unit < units; ++unit) {
            for (std::size_t input = 0; input < 2 * lanes; ++input) {
                const bool is_input = input % lanes < lanes - 2;
                weights_[input / 2][unit][input % 2] = is_input ? *words : std::int16_t{0};
                ++words;
            }
            biases_[unit] = *words++ * one;
        }
        for (std::int32_t& worth : worth_) worth = *words++;
        constant_ = *words;
    }

    // In hundredths of a man, for the mover.
    Score of(const Row& mover, const Row& other) const {
        const Sums sums = sums_of(mover, other);
        std::int32_t opinion = constant_ * one;
        for (std::size_t unit = 0; unit < units; ++unit) opinion += std::clamp(sums[unit] >> one_bits, 0, one) * worth_[unit];
        return opinion / (16 * one);
    }

private:
    using Sums = std::array<std::int32_t, units>;

    // Two inputs at a time, for that is what the processor multiplies and adds at once.
#if defined(__AVX2__)
    Sums sums_of(const Row& mover, const Row& other) const {
        alignas(32) std::array<std::int32_t, lanes> pairs;
        const __m256i zero = _mm256_setzero_si256(), most = _mm256_set1_epi16(one);
        const auto cut = [&](const Row& row) {
            return _mm256_min_epi16(most, _mm256_max_epi16(zero, _mm256_load_si256(reinterpret_cast<const __m256i*>(&row))));
        };
        _mm256_store_si256(reinterpret_cast<__m256i*>(pairs.data()), cut(mover));
        _mm256_store_si256(reinterpret_cast<__m256i*>(pairs.data()) + 1, cut(other));
        const auto product = [&](std::size_t i) {
            const __m256i weights = _mm256_load_si256(reinterpret_cast<const __m256i*>(weights_[i].data()));
            return _mm256_madd_epi16(_mm256_set1_epi32(pairs[i]), weights);
        };
        __m256i even = _mm256_load_si256(reinterpret_cast<const __m256i*>(biases_.data())), odd = zero;
        for (std::size_t i = 0; i < lanes; i += 4) {  // two sums at once, as neither waits for the other
            even = _mm256_add_epi32(even, _mm256_add_epi32(product(i), product(i + 2)));
            odd = _mm256_add_epi32(odd, _mm256_add_epi32(product(i + 1), product(i + 3)));
        }
        const __m256i sums = _mm256_add_epi32(even, odd);
        Sums result;
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(result.data()), sums);
        return result;
    }
#else
    Sums sums_of(const Row& mover, const Row& other) const {
        Sums sums = biases_;
        for (std::size_t input = 0; input < 2 * lanes; ++input) {
            const int value = std::clamp<int>((input < lanes ? mover : other).lane[input % lanes], 0, one);
            for (std::size_t unit = 0; unit < units; ++unit) sums[unit] += value * weights_[input / 2][unit][input % 2];
        }
        return sums;
    }
#endif

    using Pair = std::array<std::int16_t, 2>;
    alignas(32) std::array<std::array<Pair, units>, lanes> weights_{};  // of each two inputs
    alignas(32) Sums biases_{};
    alignas(32) Sums worth_{};
    std::int32_t constant_ = 0;
};

}  // namespace crownhead::network
