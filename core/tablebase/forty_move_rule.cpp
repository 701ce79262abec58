#include "tablebase/forty_move_rule.hpp"

#include "tablebase/layout.hpp"
#include "tablebase/successor.hpp"

namespace crownhead::tablebase {
namespace {

constexpr FortyMoveRule::Plies unknown = 255, most = 254;
constexpr std::uint32_t little = 1024;  // positions dealt with at a time

// Calls visit(placement) for each step of a black king, Black still to move.
template <typename Visit>
void for_each_king_step(const Placement& p, Visit&& visit) {
    for (Squares left = p.black_kings; left; left &= left - 1) {
        const Squares king = left & (~left + 1);
        for (Squares to = (steps_down(king) | steps_up(king)) & ~p.occupied(); to; to &= to - 1) {
            Placement next = p;
            next.black_kings ^= king | (to & (~to + 1));
            visit(next);
        }
    }
}

}  // namespace

FortyMoveRule::FortyMoveRule(const Placement& placement) {
    for (const Placement& p : {placement, flipped(placement)}) {
        if (seat_of(p)) continue;
        SliceIndex index(slice_of(p));
        const Index kings = kings_of(index.slice()), first = index.index_of(p) / kings * kings;
        seats_.push_back({std::move(index), p.black_men, p.white_men, first, static_cast<Place>(kings),
                          seats_.empty() ? 0 : size()});
    }
    plies_.reserve(size());
    exits_.reserve(size());
    patient_.reserve(size());
    hurried_.reserve(size());
    by_plies_.members.resize(most_plies + 1);
    by_hurry_.members.resize(most);
}

// The ways in which the kings of a slice can stand when its men do.
Index FortyMoveRule::kings_of(const Slice& s) {
    return Index{choose(32 - s.men(), s.black_kings)} * choose(32 - s.men() - s.black_kings, s.white_kings);
}

const FortyMoveRule::Seat* FortyMoveRule::seat_of(const Placement& p) const {
    for (const Seat& seat : seats_)
        if (p.black_men == seat.black_men && p.white_men == seat.white_men && slice_of(p) == seat.index.slice())
            return &seat;
    return nullptr;
}

FortyMoveRule::Place FortyMoveRule::place_of(const Placement& p) const {
    const Seat& seat = *seat_of(p);
    return seat.offset + static_cast<Place>(seat.index.index_of(p) - seat.first);
}

const FortyMoveRule::Member* FortyMoveRule::Rounds::next() {
    for (; plies < members.size(); ++plies, at = 0) {
        if (at < members[plies].size()) return &members[plies][at++];
        members[plies] = {};
    }
    return nullptr;
}

bool FortyMoveRule::work(const Tablebase& tables, const StopToken& stop) {
    while (stage_ < Stage::Ready) {
        stage_ = work_a_little(tables);
        if (stop.is_stopped()) break;
    }
    return is_ready();
}

FortyMoveRule::Stage FortyMoveRule::work_a_little(const Tablebase& tables) {
    if (stage_ == Stage::Gathering) return gather(tables, gathered_ < seats_[0].count ? seats_[0] : seats_[1]);
    for (std::uint32_t i = 0; i < little; ++i) {
        if (stage_ == Stage::FindingPatient) {
            // Nearest to the end first: what a position leads to is known before it.
            const Member* member = by_plies_.next();
            if (!member) return Stage::FindingHurried;
            patient_[member->place] = patience_of(*member);
        } else {
            // From those who make progress at once backwards, each time by one ply.
            const Member* member = by_hurry_.next();
            if (!member) return Stage::Ready;
            settle_before(Member(*member), by_hurry_.plies);
        }
    }
    return stage_;
}

// The next few positions of a side to move.
FortyMoveRule::Stage FortyMoveRule::gather(const Tablebase& tables, const Seat& seat) {
    const Index begin = seat.first + gathered_ - seat.offset, end = std::min(begin + little, seat.first + seat.count);
    bool known = true;
    seat.index.for_each(begin, end, [&](Index i, const Placement& placement) {
        known = known && meet(tables, {seat.offset + static_cast<Place>(i - seat.first), placement});
    });
    gathered_ += static_cast<Place>(end - begin);
    return !known ? Stage::Unknown : gathered_ == size() ? Stage::FindingPatient : Stage::Gathering;
}

// They come in the order of their places. False if the distance is not known.
bool FortyMoveRule::meet(const Tablebase& tables, const Member& member) {
    Fault fault;
    const Placement& placement = member.placement;
    const EndgameValue value = tables.value(placement, fault);
    const Exit exit = value.plies < 0 ? Exit::None : exit_of(tables, position_of(placement), value.plies);
    plies_.push_back(static_cast<std::int16_t>(value.plies));
    exits_.push_back(exit);
    patient_.push_back(0);
    hurried_.push_back(value.plies < 0 ? Plies{0} : unknown);
    if (value.plies < 0) return value.verdict == Verdict::Draw;
    by_plies_.members[static_cast<std::size_t>(value.plies)].push_back(member);

    bool can_step = false;
    for_each_king_step(placement, [&](const Placement&) { can_step = true; });
    const bool wins = value.plies % 2, leaves = exit == Exit::Jump || (wins ? exit != Exit::None : !can_step);
    if (value.plies == 0 || leaves) settle(member, value.plies == 0 ? 0 : 1);
    return true;
}

FortyMoveRule::Exit FortyMoveRule::exit_of(const Tablebase& tables, const Position& p, int plies) {
    if (jumpers_of(p)) return Exit::Jump;
    const bool wins = plies % 2;
    Exit exit = Exit::None;
    for_each_quiet<Side::Black>(p.black & ~p.kings, p.kings, p.empty(), [&](Move move) {
        Fault fault;
        const EndgameValue next = wins ? tables.value(after_move(p, move), fault) : EndgameValue{Verdict::Loss, -1};
        if (next.verdict == Verdict::Loss)
            exit = std::max(exit, next.plies + 1 == plies ? Exit::ShortestAdvance : Exit::Advance);
    });
    return exit;
}

FortyMoveRule::Plies FortyMoveRule::patience_of(const Member& member) const {
    const auto& [place, placement] = member;
    const int plies = plies_[place];
    const bool wins = plies % 2;
    if (exits_[place] == Exit::Jump || (wins && exits_[place] == Exit::ShortestAdvance)) return 1;
    int found = wins ? int{most} : exits_[place] != Exit::None;
    for_each_king_step(placement, [&](const Placement& stepped) {
        const Place next = place_of(flipped(stepped));
        const int after = std::min(patient_[next] + 1, int{most});
        if (!wins) found = std::max(found, after);
        else if (plies_[next] == plies - 1) found = std::min(found, after);
    });
    return static_cast<Plies>(found);
}

void FortyMoveRule::settle(const Member& member, std::size_t plies) {
    hurried_[member.place] = static_cast<Plies>(plies);
    if (plies < most) by_hurry_.members[plies].push_back(member);
}

// Those from which a king step leads to a member that takes so many plies: the winner if he can, the loser if he must.
void FortyMoveRule::settle_before(const Member& member, std::size_t plies) {
    for_each_king_step(flipped(member.placement), [&](const Placement& earlier) {
        const Place before = place_of(earlier);
        if (hurried_[before] != unknown || plies_[before] % 2 == plies_[member.place] % 2) return;
        if (plies_[before] % 2 || is_settled(earlier, plies)) settle({before, earlier}, plies + 1);
    });
}

// Whether every king step leads to where it takes no longer than this.
bool FortyMoveRule::is_settled(const Placement& placement, std::size_t plies) const {
    bool settled = true;
    for_each_king_step(placement, [&](const Placement& stepped) {
        settled = settled && hurried_[place_of(flipped(stepped))] <= plies;
    });
    return settled;
}

}  // namespace crownhead::tablebase
