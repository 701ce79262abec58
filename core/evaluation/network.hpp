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

#include "search/score.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace crownhead::network {

constexpr std::size_t lanes = 16;
constexpr std::size_t units = 8;
constexpr unsigned judges = 4;
constexpr int one_bits = 8;
constexpr int one = 1 << one_bits;  // what 1 is in whole numbers, for inputs, units and the weights between them

// Sums wrap around: weights from a foreign file may be anything.
struct alignas(32) Row {
    std::array<std::int16_t, lanes> lane{};

#if defined(__AVX2__)  // a whole row is one word of the processor; left to itself, the compiler takes rows to pieces
    __m256i word() const { return _mm256_load_si256(reinterpret_cast<const __m256i*>(this)); }
    void operator+=(const Row& other) {
        _mm256_store_si256(reinterpret_cast<__m256i*>(this), _mm256_add_epi16(word(), other.word()));
    }
#else
    void operator+=(const Row& other) {
        for (std::size_t i = 0; i < lanes; ++i) lane[i] = static_cast<std::int16_t>(lane[i] + other.lane[i]);
    }
#endif
    int opening() const { return lane[lanes - 2]; }
    int ending() const { return lane[lanes - 1]; }
    void add(int opening, int ending) {
        lane[lanes - 2] = static_cast<std::int16_t>(lane[lanes - 2] + opening);
        lane[lanes - 1] = static_cast<std::int16_t>(lane[lanes - 1] + ending);
    }
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
                weights_[unit][input / lanes].lane[input % lanes] = is_input ? *words : std::int16_t{0};
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

#if defined(__AVX2__)
    Sums sums_of(const Row& mover, const Row& other) const {
        const __m256i zero = _mm256_setzero_si256(), most = _mm256_set1_epi16(one);
        const __m256i first = _mm256_min_epi16(most, _mm256_max_epi16(zero, mover.word()));
        const __m256i second = _mm256_min_epi16(most, _mm256_max_epi16(zero, other.word()));
        const auto parts = [&](std::size_t unit) {  // of one unit's sum: eight numbers
            return _mm256_add_epi32(_mm256_madd_epi16(first, weights_[unit][0].word()),
                                    _mm256_madd_epi16(second, weights_[unit][1].word()));
        };
        const auto halves = [&](std::size_t unit) {  // of the sums of four units: four numbers, then four others
            return _mm256_hadd_epi32(_mm256_hadd_epi32(parts(unit), parts(unit + 1)),
                                     _mm256_hadd_epi32(parts(unit + 2), parts(unit + 3)));
        };
        const __m256i low = halves(0), high = halves(4);
        const __m256i sums = _mm256_add_epi32(_mm256_permute2x128_si256(low, high, 0x20),
                                              _mm256_permute2x128_si256(low, high, 0x31));
        const __m256i biases = _mm256_load_si256(reinterpret_cast<const __m256i*>(biases_.data()));
        Sums result;
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(result.data()), _mm256_add_epi32(sums, biases));
        return result;
    }
#else
    Sums sums_of(const Row& mover, const Row& other) const {
        Sums sums = biases_;
        for (std::size_t unit = 0; unit < units; ++unit)
            for (std::size_t i = 0; i < lanes; ++i)
                sums[unit] += std::clamp<int>(mover.lane[i], 0, one) * weights_[unit][0].lane[i] +
                              std::clamp<int>(other.lane[i], 0, one) * weights_[unit][1].lane[i];
        return sums;
    }
#endif

    std::array<std::array<Row, 2>, units> weights_{};  // of the mover's inputs and of the other's
    alignas(32) Sums biases_{};
    alignas(32) Sums worth_{};
    std::int32_t constant_ = 0;
};

}  // namespace crownhead::network
