// The solved values of one slice in memory: a verdict of two bits a position and, where distances are
// wanted, a byte with half the number of plies. A win takes an odd number of plies and a loss an even
// one, so the verdict gives the other half.
#pragma once

#include "base/huge_pages.hpp"
#include "rules/endgame_oracle.hpp"
#include "tablebase/index.hpp"

namespace crownhead::tablebase {

using Half = std::uint8_t;  // half the plies, rounded down

constexpr int most_plies = 2 * 254 + 1;  // 255 means "none" while a slice is being solved
constexpr Half no_half = 255;

constexpr int plies_of(Verdict verdict, Half half) {
    return verdict == Verdict::Win ? 2 * half + 1 : verdict == Verdict::Loss ? 2 * half : -1;
}

class Values {
public:
    static constexpr Index per_word = 32;  // writers of different words do not disturb each other

    Values(Index size, bool distances)
        : size_(size), verdicts_((size + per_word - 1) / per_word), halves_(distances ? size : 0) {}

    Index size() const { return size_; }
    bool has_distances() const { return !halves_.empty(); }

    Verdict verdict(Index i) const { return static_cast<Verdict>(verdicts_[i / per_word] >> (2 * (i % per_word)) & 3); }
    Half half(Index i) const { return halves_[i]; }
    EndgameValue at(Index i) const {
        const Verdict v = verdict(i);
        return {v, has_distances() ? plies_of(v, halves_[i]) : -1};
    }

    // Once for each position: what was there is not taken away.
    void set(Index i, Verdict verdict, Half half) {
        verdicts_[i / per_word] |= static_cast<std::uint64_t>(verdict) << (2 * (i % per_word));
        if (has_distances()) halves_[i] = half;
    }

    std::size_t bytes() const { return bytes_for(size_, has_distances()); }
    static std::size_t bytes_for(Index size, bool distances) {
        return huge_page_bytes(size / 4 + 8) + (distances ? huge_page_bytes(size) : 0);
    }

private:
    Index size_;
    HugePageVector<std::uint64_t> verdicts_;
    HugePageVector<Half> halves_;
};

}  // namespace crownhead::tablebase
