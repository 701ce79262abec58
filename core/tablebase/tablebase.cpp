#include "tablebase/tablebase.hpp"

#include <chrono>
#include <system_error>
#include <thread>

#include "tablebase/forty_move_rule.hpp"
#include "tablebase/successor.hpp"

namespace crownhead::tablebase {
namespace {

constexpr std::size_t slice_number(const Slice& s) {
    return static_cast<std::size_t>(((s.black_men * 13 + s.black_kings) * 13 + s.white_men) * 13 + s.white_kings);
}

template <typename Visit>
void for_each_slice(int pieces, Visit&& visit) {
    for (int black = 1; black < pieces; ++black)
        for (int black_men = 0; black_men <= black; ++black_men)
            for (int white_men = 0; white_men <= pieces - black; ++white_men)
                visit(Slice{black_men, black - black_men, white_men, pieces - black - white_men});
}

struct Winning {
    Move move;
    Placement next;
    int plies;      // to the end
    bool progress;  // a jump or an advance of a man
};

std::vector<Winning> winning_moves(const Tablebase& tables, const Position& position) {
    std::vector<Winning> found;
    const Bits men = position.occupied() & ~position.kings;
    for (const Move move : legal_moves(position)) {
        const Placement next = placement_of(after(position, move));
        Fault fault;
        const EndgameValue value = tables.value(next, fault);
        if (value.verdict == Verdict::Loss && value.plies >= 0)
            found.push_back({move, next, value.plies + 1, move.captured() || (single(move.origin()) & men)});
    }
    return found;
}

// The one with the least of something.
template <typename Measure>
std::optional<Winning> least(const std::vector<Winning>& moves, Measure&& measure) {
    const auto found = std::min_element(moves.begin(), moves.end(),
                                        [&](const Winning& a, const Winning& b) { return measure(a) < measure(b); });
    return found == moves.end() ? std::nullopt : std::optional(*found);
}

}  // namespace

Tablebase::Tablebase(const std::vector<TableName>& names, std::size_t cache_bytes)
    : by_slice_(13 * 13 * 13 * 13), verdicts_(cache_bytes / 4 * 3), distances_(cache_bytes / 4) {
    for (const TableName& name : names) {
        auto shelf = std::make_unique<Shelf>();
        shelf->name = name;
        shelf->number = shelves_.size() + 1;
        by_slice_[slice_number(name.slice)][static_cast<std::size_t>(name.kind)] = shelf.get();
        shelves_.push_back(std::move(shelf));
    }
    for (bool complete = true; complete && most_pieces_ < 2 * max_pieces_per_side;) {
        for_each_slice(most_pieces_ + 1, [&](const Slice& s) {
            if (s.black() > max_pieces_per_side || s.white() > max_pieces_per_side) return;
            const auto& found = by_slice_[slice_number(s)];
            complete = complete && (found[0] || found[1]);
        });
        if (complete) ++most_pieces_;
    }
}

Tablebase::~Tablebase() = default;

EndgameValue Tablebase::value(const Placement& placement, Fault& fault, TableKind preferred) const {
    if (!(placement.black_men | placement.black_kings)) return {Verdict::Loss, 0};
    if (!(placement.white_men | placement.white_kings)) return {Verdict::Win, 1};
    const Position position = position_of(placement);
    const Bits jumping = jumpers_of(position);
    if (!jumping) {
        const bool there = by_slice_[slice_number(slice_of(placement))][static_cast<std::size_t>(preferred)];
        return stored(placement, there ? preferred : other_kind(preferred), fault);
    }
    const EndgameValue best =
        value_of_jumps(position, jumping, [&](const Placement& next) { return value(next, fault, preferred); });
    return fault.kind == Fault::Kind::None ? best : EndgameValue{};
}

EndgameValue Tablebase::stored(const Placement& placement, TableKind kind, Fault& fault) const {
    const Slice slice = slice_of(placement);
    Shelf* shelf = by_slice_[slice_number(slice)][static_cast<std::size_t>(kind)];
    if (!shelf) {
        fault.kind = slice.pieces() > most_pieces_ ? Fault::Kind::TooManyPieces : Fault::Kind::Missing;
        fault.slice = slice;
        return {};
    }
    const TableFile* file = shelf->file.load(std::memory_order_acquire);
    if (!file && !(file = open(*shelf, fault))) return {};
    try {
        const Cell found_cell = cell(*file, *shelf, file->index().index_of(placement));
        const Verdict verdict = verdict_of(found_cell);
        return {verdict, file->kind() == TableKind::Distances ? plies_of(verdict, half_of(found_cell)) : -1};
    } catch (const CorruptFile& error) {
        fault = {Fault::Kind::Corrupt, slice, shelf->name.path, error.what()};
        return {};
    }
}

const TableFile* Tablebase::open(Shelf& shelf, Fault& fault) const {
    const std::scoped_lock lock(opening_);
    if (const TableFile* file = shelf.file.load(std::memory_order_relaxed)) return file;
    if (!shelf.damaged) {
        try {
            shelf.owner = std::make_unique<const TableFile>(shelf.name.path, shelf.name.slice, shelf.name.kind);
            shelf.file.store(shelf.owner.get(), std::memory_order_release);
            return shelf.owner.get();
        } catch (const CorruptFile& error) {
            shelf.reason = error.what();
        } catch (const std::system_error& error) {
            fault = {Fault::Kind::Corrupt, shelf.name.slice, shelf.name.path,
                     "it cannot be read: " + error.code().message()};
            return nullptr;  // that may pass, as when too many files are open
        }
        shelf.damaged = true;
    }
    fault = {Fault::Kind::Corrupt, shelf.name.slice, shelf.name.path, shelf.reason};
    return nullptr;
}

Cell Tablebase::cell(const TableFile& file, const Shelf& shelf, Index index) const {
    return file.kind() == TableKind::Verdicts ? cached<VerdictModel>(verdicts_, file, shelf, index)
                                              : cached<DistanceModel>(distances_, file, shelf, index);
}

template <typename Model, typename Cache>
Cell Tablebase::cached(Cache& cache, const TableFile& file, const Shelf& shelf, Index index) {
    constexpr unsigned bits = bits_of<Model>;
    const std::uint64_t block = index / Model::block, here = index % Model::block, key = shelf.number << 28 | block;
    const std::size_t word = here * bits / 64;
    const auto shift = static_cast<unsigned>(here * bits % 64);
    constexpr std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
    if (const auto found = cache.find(key, word)) return static_cast<Cell>(*found >> shift & mask);

    const auto cells = file.read<Model>(block);
    const std::span<const Cell, Model::block> unpacked = cells.block();
    std::array<std::uint64_t, Cache::words> packed;
    for (std::size_t w = 0; w < packed.size(); ++w) {
        std::uint64_t content = 0;
        for (unsigned i = 0; i < 64 / bits; ++i) content |= std::uint64_t{unpacked[w * (64 / bits) + i]} << (i * bits);
        packed[w] = content;
    }
    cache.put(key, packed);
    return unpacked[here];
}

// In one stretch without progress the winner hurries first, if he must, and then goes a shortest way to the end:
// what makes a shortest way safe stays true along it. Each time a number falls with every ply, so no position
// comes a third time.
std::optional<Move> Tablebase::winning_move(const Position& position, int reversible, const StopToken& stop) const {
    Fault fault;
    const EndgameValue value = this->value(position, fault);
    if (value.verdict != Verdict::Win || value.plies < 0) return std::nullopt;
    std::vector<Winning> moves = winning_moves(*this, position);
    const auto shortest = least(moves, [](const Winning& m) { return std::pair(m.plies, !m.progress); });
    if (!shortest || shortest->plies != value.plies) return std::nullopt;
    if (shortest->progress || reversible + value.plies <= quiet_plies_for_draw) return shortest->move;

    const auto rule = rule_for(placement_of(position), stop);
    if (!rule) return shortest->move;
    const auto patient = [&](const Winning& m) {
        return std::pair(m.plies, m.progress ? 0 : int{rule->patient(m.next)});
    };
    const auto hurried = [&](const Winning& m) {
        return std::pair(m.progress ? 0 : int{rule->hurried(m.next)}, m.plies);
    };
    const Winning steady = *least(moves, patient);
    return reversible + 1 + patient(steady).second <= quiet_plies_for_draw ? steady.move : least(moves, hurried)->move;
}

// None if it is too large, not known, or not finished in time: the next one who asks for it goes on with it.
std::shared_ptr<const FortyMoveRule> Tablebase::rule_for(const Placement& placement, const StopToken& stop) const {
    std::unique_lock lock(gathering_, std::defer_lock);
    while (!lock.try_lock()) {
        if (stop.is_stopped()) return nullptr;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (FortyMoveRule::is_too_large(slice_of(placement))) return nullptr;
    if (!rule_ || !rule_->contains(placement)) rule_ = std::make_shared<FortyMoveRule>(placement);
    return rule_->work(*this, stop) ? rule_ : nullptr;
}

}  // namespace crownhead::tablebase
