#include "tablebase/verify.hpp"

#include "tablebase/successor.hpp"

namespace crownhead::tablebase {
namespace {

// The best of the quiet moves, a loss at once if there is none.
EndgameValue best_successor(const Tablebase& tables, const Position& p, Fault& fault) {
    EndgameValue best;
    for_each_quiet<Side::Black>(p.black, p.kings, p.empty(), [&](Move move) {
        best = better(best, before(tables.value(after_move(p, move), fault)));
    });
    return best.verdict == Verdict::Unknown ? EndgameValue{Verdict::Loss, 0} : best;
}

bool agree(EndgameValue stored, EndgameValue found, TableKind kind) {
    return stored.verdict == found.verdict && (kind == TableKind::Verdicts || found.plies == stored.plies);
}

constexpr Index grain = 1 << 14;

}  // namespace

Verified verify(const Tablebase& tables, const Slice& slice, TableKind kind, Index first, Index stride,
                const ThreadCrew& crew) {
    const SliceIndex index(slice);
    const Index samples = first < index.size() ? (index.size() - first + stride - 1) / stride : 0;
    Verified total;
    std::mutex adding;
    crew.share(samples, grain, [&](Index begin, Index end) {
        Verified part;
        const auto check = [&](Index i, const Placement& placement) {
            const Position p = position_of(placement);
            if (part.wrong || part.fault.kind != Fault::Kind::None || jumpers_of(p)) return;
            const EndgameValue stored = tables.stored(placement, kind, part.fault);
            const EndgameValue found = best_successor(tables, p, part.fault);
            if (part.fault.kind != Fault::Kind::None) return;
            ++part.checked;
            if (!agree(stored, found, kind)) part.wrong = i;
        };
        if (stride == 1) index.for_each(first + begin, first + end, check);
        else
            for (Index n = begin; n < end; ++n) check(first + n * stride, index.placement_of(first + n * stride));
        const std::scoped_lock lock(adding);
        total.checked += part.checked;
        if (part.wrong) total.wrong = std::min(*part.wrong, total.wrong.value_or(*part.wrong));
        if (part.fault.kind != Fault::Kind::None) total.fault = part.fault;
    });
    return total;
}

}  // namespace crownhead::tablebase
