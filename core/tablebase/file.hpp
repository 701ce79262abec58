// The file of one slice. docs/tablebase-format.md describes every byte.
//
//   header      128 bytes: magic, version, kind, pieces, statistics, lengths, checksum of all up to the blocks
//   chances     of every context, packed
//   histogram   positions by distance in plies, in files with distances
//   directory   where each group of 64 blocks begins, and its checksum
//   groups      the lengths of the blocks, then the blocks
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <stdexcept>

#include "base/mapped_file.hpp"
#include "tablebase/codec/codec.hpp"

namespace crownhead::tablebase {

enum class TableKind : std::uint8_t { Verdicts, Distances };

constexpr TableKind other_kind(TableKind kind) {
    return kind == TableKind::Verdicts ? TableKind::Distances : TableKind::Verdicts;
}
constexpr const char* suffix_of(TableKind kind) { return kind == TableKind::Verdicts ? ".wld" : ".dtw"; }
constexpr std::uint32_t block_of(TableKind kind) {
    return kind == TableKind::Verdicts ? VerdictModel::block : DistanceModel::block;
}

struct Statistics {
    std::uint64_t wins = 0, losses = 0, draws = 0;
    int longest_win = -1, longest_loss = -1;  // plies; -1 if there is none or distances are not known
    Index longest_win_index = 0, longest_loss_index = 0;
    std::vector<std::uint64_t> histogram;  // by plies; empty if distances are not known

    std::uint64_t positions() const { return wins + losses + draws; }
};

Statistics statistics_of(const Values& values, const ThreadCrew& crew);

// The whole file. The same values give the same bytes, whatever the crew. Kind Distances needs distances.
std::vector<std::uint8_t> table_bytes(const Solved& solved, TableKind kind, const Statistics& statistics,
                                      const ThreadCrew& crew);

// What is wrong with a file, without its name.
struct CorruptFile : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class TableFile {
public:
    // Checks everything up to the groups. Throws CorruptFile, or std::system_error if it cannot be read.
    TableFile(const std::string& path, const Slice& slice, TableKind kind);

    const SliceIndex& index() const { return index_; }
    TableKind kind() const { return kind_; }
    const Statistics& statistics() const { return statistics_; }
    std::uint64_t size() const { return mapping_.bytes().size(); }
    std::uint64_t blocks() const { return (index_.size() + block_of(kind_) - 1) / block_of(kind_); }
    std::uint32_t block_size(std::uint64_t block) const {
        return static_cast<std::uint32_t>(std::min<Index>(block_of(kind_), index_.size() - block * block_of(kind_)));
    }

    // With the model of this kind. Checks the group when it is first touched; throws CorruptFile.
    template <typename Model>
    typename Model::Cells read(std::uint64_t block) const {
        const typename Model::Cells cells = decode_block<Model>(index_, chances_, block, code_of(block));
        if constexpr (Model::distances)
            for (const Cell cell : cells.block())
                if (cell >> 2 >= no_half) throw CorruptFile("a distance in it is longer than any can be");
        return cells;
    }

    // Checks every group. Throws CorruptFile.
    void check() const;

private:
    std::span<const std::uint8_t> group(std::uint64_t number) const;
    std::span<const std::uint8_t> code_of(std::uint64_t block) const;

    MappedFile mapping_;
    SliceIndex index_;
    TableKind kind_;
    Statistics statistics_;
    Chances chances_;
    std::span<const std::uint8_t> directory_;
    std::unique_ptr<std::atomic<bool>[]> checked_;  // by group
};

}  // namespace crownhead::tablebase
