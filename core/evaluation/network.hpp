// A small network over patterns, in the manner of an efficiently updatable neural network (NNUE).
//
// Each player has a perspective of the board: a row of sixteen numbers, the sum of the rows of all patterns in their
// states, and of the kings. Fourteen are inputs of the network; the last two are scores, for the opening
// and for the ending. An output bucket takes the inputs of both players, the mover's first, clipped to 0..1 (clipped
// ReLU), into eight hidden units, clipped in the same way, and their weighted sum is its output. There are four buckets
// for each quarter of the pieces, by who has kings.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace crownhead::network {

constexpr std::size_t inputs = 14;         // of each player
constexpr std::size_t lanes = inputs + 2;  // of a row
constexpr std::size_t units = 8;           // hidden ones, of each bucket
constexpr unsigned quarters = 4;           // of the pieces
constexpr unsigned output_buckets = 4 * quarters;

// Quantisation: what 1 is in whole numbers, for inputs, units and the weights between them.
constexpr int one_bits = 8;
constexpr int one = 1 << one_bits;
// Outputs are kept in parts of a hundredth of a man.
constexpr int output_scale = 16;

// Of a number of pieces, 24 at most: nobody has kings, the other, the mover, both.
constexpr unsigned bucket_of(int pieces, bool mover_has_kings, bool other_has_kings) {
    return static_cast<unsigned>(pieces) * quarters / 25 * 4 + 2u * mover_has_kings + other_has_kings;
}

// Sums wrap around: weights from a foreign file may be anything.
struct alignas(32) Row {
    std::array<std::int16_t, lanes> lane{};

#if defined(__AVX2__)  // a whole row is one register; left to itself, the compiler takes rows to pieces
    __m256i word() const { return _mm256_load_si256(reinterpret_cast<const __m256i*>(this)); }
    void operator+=(const Row& other) {
        _mm256_store_si256(reinterpret_cast<__m256i*>(this), _mm256_add_epi16(word(), other.word()));
    }
#else
    void operator+=(const Row& other) {
        for (std::size_t i = 0; i < lanes; ++i) lane[i] = static_cast<std::int16_t>(lane[i] + other.lane[i]);
    }
#endif
    int opening() const { return lane[inputs]; }
    int ending() const { return lane[inputs + 1]; }
    void add(int opening, int ending) {
        lane[inputs] = static_cast<std::int16_t>(lane[inputs] + opening);
        lane[inputs + 1] = static_cast<std::int16_t>(lane[inputs + 1] + ending);
    }
};

class OutputBucket {
public:
    // As they stand in the file: for each unit the weights of the mover's lanes, those of the other's, and a bias; then
    // the weights of the output and its bias, in parts of a hundredth of a man.
    static constexpr std::size_t weight_count = units * (2 * lanes + 1) + units + 1;

    void read(const std::int16_t* words) {
        for (std::size_t unit = 0; unit < units; ++unit) {
            for (std::size_t lane = 0; lane < 2 * lanes; ++lane) {
                const bool is_input = lane % lanes < inputs;
                weights_[unit][lane / lanes].lane[lane % lanes] = is_input ? *words : std::int16_t{0};
                ++words;
            }
            biases_[unit] = *words++ * one;
        }
        for (std::int32_t& weight : output_weights_) weight = *words++;
        output_bias_ = *words;
    }

    // A score, for the mover.
    int of(const Row& mover, const Row& other) const {
        const Sums sums = sums_of(mover, other);
        std::int32_t output = output_bias_ * one;
        for (std::size_t unit = 0; unit < units; ++unit)
            output += std::clamp(sums[unit] >> one_bits, 0, one) * output_weights_[unit];
        return output / (output_scale * one);
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
        const __m256i sums =
            _mm256_add_epi32(_mm256_permute2x128_si256(low, high, 0x20), _mm256_permute2x128_si256(low, high, 0x31));
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
    alignas(32) Sums output_weights_{};
    std::int32_t output_bias_ = 0;
};

}  // namespace crownhead::network
