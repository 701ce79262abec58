// The values of positions, looked up in files.
#pragma once

#include <mutex>

#include "tablebase/block_cache.hpp"
#include "tablebase/file.hpp"

namespace crownhead::tablebase {

class FortyMoveRule;

struct TableName {
    Slice slice;
    TableKind kind;
    std::string path;
};

// Why there is no value.
struct Fault {
    enum class Kind : std::uint8_t { None, Missing, Corrupt, TooManyPieces };
    Kind kind = Kind::None;
    Slice slice{};
    std::string path;    // of the damaged file
    std::string reason;  // what is wrong with it
};

// Of a cell in the cache: verdicts are kept with two bits a position, cells of distance files with sixteen.
template <typename Model>
constexpr unsigned bits_of = Model::distances ? 16 : 2;

class Tablebase final : public EndgameOracle {
public:
    // Files are opened when they are first asked for.
    Tablebase(const std::vector<TableName>& names, std::size_t cache_bytes);
    ~Tablebase() override;

    // Every slice with so many pieces or fewer is there.
    int most_pieces() const override { return most_pieces_; }

    // Verdict::Unknown where there is no value, for whatever reason.
    EndgameValue probe(const Position& position) const override {
        Fault fault;
        return value(position, fault);
    }
    Verdict verdict(const Position& position) const override {
        Fault fault;
        return value(placement_of(position), fault, TableKind::Verdicts).verdict;
    }

    std::optional<Move> winning_move(const Position& position, int reversible, const StopToken& stop) const override;

    // The same as probe(), and why. With plies wherever a file has distances, unless files without are preferred.
    EndgameValue value(const Position& position, Fault& fault) const { return value(placement_of(position), fault); }
    EndgameValue value(const Placement& placement, Fault& fault, TableKind preferred = TableKind::Distances) const;

    // What the file of this kind has for a position without jumps.
    EndgameValue stored(const Placement& placement, TableKind kind, Fault& fault) const;

private:
    // One file, opened once.
    struct Shelf {
        TableName name;
        std::uint64_t number;
        std::atomic<const TableFile*> file{nullptr};
        std::atomic<bool> damaged{false};
        std::unique_ptr<const TableFile> owner;
        std::string reason;
    };

    std::shared_ptr<const FortyMoveRule> rule_for(const Placement& placement, const StopToken& stop) const;
    const TableFile* open(Shelf& shelf, Fault& fault) const;
    Cell cell(const TableFile& file, const Shelf& shelf, Index index) const;
    template <typename Model, typename Cache>
    static Cell cached(Cache& cache, const TableFile& file, const Shelf& shelf, Index index);

    std::vector<std::unique_ptr<Shelf>> shelves_;
    std::vector<std::array<Shelf*, 2>> by_slice_;  // [slice][kind]
    int most_pieces_ = 1;
    mutable std::mutex opening_;
    mutable std::mutex gathering_;
    mutable std::shared_ptr<FortyMoveRule> rule_;  // the last one that was wanted
    mutable BlockCache<VerdictModel::block * bits_of<VerdictModel> / 64> verdicts_;
    mutable BlockCache<DistanceModel::block * bits_of<DistanceModel> / 64> distances_;
};

}  // namespace crownhead::tablebase
