// Arithmetic coding of yes-or-no questions whose probabilities are known beforehand.
//
// The range is a number below 2^56 that is split at each question in proportion to the probability of
// "no" and refilled by a byte when it falls below 2^48. The decoder reads zeros beyond the end, so the
// encoder leaves zeros off. docs/tablebase-format.md describes it for other readers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace crownhead::tablebase {

// A probability is kept as a byte: 128 is a half, each step away from it takes 59/64 of what is less
// likely; above it "yes" is the less likely one, below it "no". 0 is not used.
using Chance = std::uint8_t;

constexpr std::array<std::uint32_t, 256> make_no_parts() {  // the probability of "no" in parts of 2^32
    std::array<std::uint32_t, 256> parts{};
    std::uint64_t less = std::uint64_t{1} << 31;
    parts[128] = parts[0] = static_cast<std::uint32_t>(less);
    for (std::size_t step = 1; step < 128; ++step) {
        less = less * 59 / 64;
        parts[128 + step] = static_cast<std::uint32_t>((std::uint64_t{1} << 32) - less);
        parts[128 - step] = static_cast<std::uint32_t>(less);
    }
    return parts;
}

inline constexpr std::array<std::uint32_t, 256> no_parts = make_no_parts();

constexpr std::uint64_t range_top = std::uint64_t{1} << 56;
constexpr std::uint64_t range_low = std::uint64_t{1} << 48;

class RangeEncoder {
public:
    explicit RangeEncoder(std::vector<std::uint8_t>& out) : out_(out), begin_(out.size()) {}

    void put(Chance chance, bool yes) {
        const std::uint64_t split = (range_ >> 32) * no_parts[chance];
        if (yes) {
            low_ += split;
            range_ -= split;
        } else {
            range_ = split;
        }
        while (range_ < range_low) {
            range_ <<= 8;
            shift();
        }
    }

    // Writes the shortest bytes that name a number inside the range.
    void finish() {
        for (int zeros = 48; zeros > 0; zeros -= 8) {
            const std::uint64_t mask = (std::uint64_t{1} << zeros) - 1;
            const std::uint64_t rounded = (low_ + mask) & ~mask;
            if (rounded < low_ + range_) {
                low_ = rounded;
                break;
            }
        }
        for (int i = 0; i < 7; ++i) shift();
        while (out_.size() > begin_ && out_.back() == 0) out_.pop_back();
    }

private:
    void shift() {
        if (low_ >= range_top) {  // a carry runs through the bytes that are 255
            low_ -= range_top;
            std::size_t i = out_.size();
            while (out_[--i] == 0xFF) out_[i] = 0;
            ++out_[i];
        }
        out_.push_back(static_cast<std::uint8_t>(low_ >> 48));
        low_ = low_ << 8 & (range_top - 1);
    }

    std::vector<std::uint8_t>& out_;
    std::size_t begin_;
    std::uint64_t low_ = 0;
    std::uint64_t range_ = range_top - 1;
};

class RangeDecoder {
public:
    explicit RangeDecoder(std::span<const std::uint8_t> bytes)
        : next_(bytes.data()), end_(bytes.data() + bytes.size()) {
        for (int i = 0; i < 7; ++i) code_ = code_ << 8 | byte();
    }

    bool get(Chance chance) {
        const std::uint64_t split = (range_ >> 32) * no_parts[chance];
        const bool yes = code_ >= split;
        if (yes) {
            code_ -= split;
            range_ -= split;
        } else {
            range_ = split;
        }
        while (range_ < range_low) {
            range_ <<= 8;
            code_ = code_ << 8 | byte();
        }
        return yes;
    }

private:
    std::uint64_t byte() { return next_ < end_ ? *next_++ : 0; }

    const std::uint8_t* next_;
    const std::uint8_t* end_;
    std::uint64_t code_ = 0;
    std::uint64_t range_ = range_top - 1;
};

// The byte for a question that was answered "no" and "yes" so many times; 0 if it was never asked.
Chance chance_of(std::uint64_t no, std::uint64_t yes);

}  // namespace crownhead::tablebase
