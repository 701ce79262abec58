// Numbers in files: little-endian, fixed or of variable length, and checksums.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

namespace crownhead {

using Bytes = std::span<const std::uint8_t>;

template <typename T>
void put_fixed(std::vector<std::uint8_t>& out, T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i)
        out.push_back(static_cast<std::uint8_t>(static_cast<std::uint64_t>(value) >> (8 * i)));
}

// The bytes must be there.
template <typename T>
T get_fixed(Bytes bytes, std::size_t at) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) value |= std::uint64_t{bytes[at + i]} << (8 * i);
    return static_cast<T>(value);
}

// Seven bits a byte, the lowest first; the highest bit says that more follow.
inline void put_varint(std::vector<std::uint8_t>& out, std::uint64_t value) {
    for (; value >= 128; value >>= 7) out.push_back(static_cast<std::uint8_t>(value | 128));
    out.push_back(static_cast<std::uint8_t>(value));
}

inline std::optional<std::uint64_t> get_varint(Bytes bytes, std::size_t& at) {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 63; shift += 7) {
        if (at >= bytes.size()) return std::nullopt;
        const std::uint8_t byte = bytes[at++];
        value |= std::uint64_t{byte & 127U} << shift;
        if (byte < 128) return value;
    }
    return std::nullopt;
}

// Not against malice: every change of a few bits or bytes changes it. Eight bytes at a time, the last
// ones padded with zeros, and the length.
inline std::uint64_t checksum(Bytes bytes, std::uint64_t sum = 0) {
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15ULL;
    const auto mix = [&](std::uint64_t word) {
        sum = (sum ^ word) * odd;
        sum ^= sum >> 29;
    };
    for (std::size_t at = 0; at < bytes.size(); at += 8) {
        std::uint64_t word = 0;
        if (bytes.size() - at >= 8) word = get_fixed<std::uint64_t>(bytes, at);
        else
            for (std::size_t i = 0; at + i < bytes.size(); ++i) word |= std::uint64_t{bytes[at + i]} << (8 * i);
        mix(word);
    }
    mix(bytes.size());
    return sum;
}

}  // namespace crownhead
