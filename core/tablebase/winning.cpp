#include <chrono>
#include <optional>
#include <thread>

#include "tablebase/forty_move_rule.hpp"
#include "tablebase/successor.hpp"

namespace crownhead::tablebase {
namespace {

struct Winning {
    Move move;
    Placement next;
    int plies;      // to the end
    bool progress;  // it leaves the family
};

std::vector<Winning> winning_moves(const Tables& tables, const Position& position) {
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
    const auto found = std::min_element(moves.begin(), moves.end(), [&](const Winning& a, const Winning& b) { return measure(a) < measure(b); });
    return found == moves.end() ? std::nullopt : std::optional(*found);
}

}  // namespace

// In one stretch without progress the winner hurries first, if he must, and then goes a shortest way to the end:
// what makes a shortest way safe stays true along it. Each time a number falls with every ply, so no position
// comes a third time.
std::optional<Move> Tables::winning_move(const Position& position, int quiet, const KeepGoing& keep_going) const {
    Fault fault;
    const EndgameValue value = this->value(position, fault);
    if (value.verdict != Verdict::Win || value.plies < 0) return std::nullopt;
    std::vector<Winning> moves = winning_moves(*this, position);
    const auto shortest = least(moves, [](const Winning& m) { return std::pair(m.plies, !m.progress); });
    if (!shortest || shortest->plies != value.plies) return std::nullopt;
    if (shortest->progress || quiet + value.plies <= forty_moves) return shortest->move;

    const auto family = family_of(placement_of(position), keep_going);
    if (!family) return shortest->move;
    const auto patient = [&](const Winning& m) { return std::pair(m.plies, m.progress ? 0 : int{family->patient(m.next)}); };
    const auto hurried = [&](const Winning& m) { return std::pair(m.progress ? 0 : int{family->hurried(m.next)}, m.plies); };
    const Winning steady = *least(moves, patient);
    return quiet + 1 + patient(steady).second <= forty_moves ? steady.move : least(moves, hurried)->move;
}

// None if it is too large, not known, or not finished in time: the next one who asks for it goes on with it.
std::shared_ptr<const Family> Tables::family_of(const Placement& placement, const KeepGoing& keep_going) const {
    std::unique_lock lock(gathering_, std::defer_lock);
    while (!lock.try_lock()) {
        if (!keep_going()) return nullptr;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (Family::is_too_large(slice_of(placement))) return nullptr;
    if (!family_ || !family_->contains(placement)) family_ = std::make_shared<Family>(placement);
    return family_->work(*this, keep_going) ? family_ : nullptr;
}

Tables::~Tables() = default;

}  // namespace crownhead::tablebase
