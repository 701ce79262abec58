// Blocks of values to bytes and back.
#pragma once

#include <span>

#include "base/thread_crew.hpp"
#include "tablebase/codec/model.hpp"
#include "tablebase/codec/range_coder.hpp"
#include "tablebase/library.hpp"

namespace crownhead::tablebase {

// The chances of one slice, by context.
using Chances = std::vector<Chance>;

template <typename Model>
constexpr std::uint64_t blocks_of(Index positions) {
    return (positions + Model::block - 1) / Model::block;
}

// Measures a slice. Large slices are measured on a sample of their blocks, always the same one.
template <typename Model>
Chances measure(const Solved& solved, const ThreadCrew& crew);

// Appends the code of one block. It is empty if nothing in it was surprising.
template <typename Model>
void encode_block(const Solved& solved, const Chances& chances, std::uint64_t block, std::vector<std::uint8_t>& out);

// As decode_block wants them.
template <typename Model>
Chances in_decoding_order(const Chances& chances);

// Any bytes give some values.
template <typename Model>
typename Model::Cells decode_block(const SliceIndex& index, const Chances& chances, std::uint64_t block,
                                   std::span<const std::uint8_t> bytes);

}  // namespace crownhead::tablebase
