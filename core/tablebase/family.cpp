#include "family.hpp"

#include "successor.hpp"
#include "words.hpp"

namespace crownhead::tablebase {
namespace {

constexpr Family::Plies unknown = 255, most = 254;

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

std::unique_ptr<Family> Family::around(const Tables& tables, const Placement& placement) {
    if (2 * kings_of(slice_of(placement)) > most_positions) return nullptr;
    std::unique_ptr<Family> family(new Family(placement));
    if (!family->read(tables)) return nullptr;
    family->find_patient();
    family->find_hurried();
    return family;
}

Family::Family(const Placement& placement) {
    for (const Placement& p : {placement, flipped(placement)}) {
        if (seat_of(p)) continue;
        SliceIndex index(slice_of(p));
        const Index kings = kings_of(index.slice()), first = index.index_of(p) / kings * kings;
        seats_.push_back({std::move(index), p.black_men, p.white_men, first, static_cast<Place>(kings), seats_.empty() ? 0 : size()});
    }
}

// The ways in which the kings of a slice can stand when its men do.
Index Family::kings_of(const Slice& s) {
    return Index{choose(32 - s.men(), s.black_kings)} * choose(32 - s.men() - s.black_kings, s.white_kings);
}

const Family::Seat* Family::seat_of(const Placement& p) const {
    for (const Seat& seat : seats_)
        if (p.black_men == seat.black_men && p.white_men == seat.white_men && slice_of(p) == seat.index.slice()) return &seat;
    return nullptr;
}

Family::Place Family::place_of(const Placement& p) const {
    const Seat& seat = *seat_of(p);
    return seat.offset + static_cast<Place>(seat.index.index_of(p) - seat.first);
}

template <typename Visit>
void Family::for_each(Visit&& visit) const {
    for (const Seat& seat : seats_)
        seat.index.for_each(seat.first, seat.first + seat.count, [&](Index i, const Placement& placement) {
            visit(seat.offset + static_cast<Place>(i - seat.first), placement);
        });
}

bool Family::read(const Tables& tables) {
    plies_.resize(size());
    exits_.resize(size());
    Fault fault;
    bool known = true;
    for_each([&](Place place, const Placement& placement) {
        if (!known) return;
        const EndgameValue value = tables.value(placement, fault);
        known = value.verdict == Verdict::Draw || value.plies >= 0;
        plies_[place] = static_cast<std::int16_t>(value.plies);
        if (value.plies >= 0) exits_[place] = exit_of(tables, position_of(placement), value.plies);
    });
    return known;
}

Family::Exit Family::exit_of(const Tables& tables, const Position& p, int plies) {
    if (jumpers_of(p)) return Exit::Jump;
    const bool wins = plies % 2;
    Exit exit = Exit::None;
    for_each_quiet<Side::Black>(p.black & ~p.kings, p.kings, p.empty(), [&](Move move) {
        Fault fault;
        const EndgameValue next = wins ? tables.value(after_move(p, move), fault) : EndgameValue{Verdict::Loss, -1};
        if (next.verdict == Verdict::Loss) exit = std::max(exit, next.plies + 1 == plies ? Exit::ShortestAdvance : Exit::Advance);
    });
    return exit;
}

// Nearest to the end first: what a position leads to is known before it.
void Family::find_patient() {
    patient_.assign(size(), 0);
    std::vector<std::vector<std::pair<Place, Placement>>> by_plies(most_plies + 1);
    for_each([&](Place place, const Placement& placement) {
        if (plies_[place] >= 0) by_plies[static_cast<std::size_t>(plies_[place])].emplace_back(place, placement);
    });
    for (const auto& equally_far : by_plies)
        for (const auto& [place, placement] : equally_far) patient_[place] = patience_at(placement, place);
}

Family::Plies Family::patience_at(const Placement& placement, Place place) const {
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

// From those who make progress at once backwards, each time by one ply.
void Family::find_hurried() {
    hurried_.assign(size(), unknown);
    std::vector<std::vector<std::pair<Place, Placement>>> layers(most + 1);
    const auto settle = [&](Place place, const Placement& placement, std::size_t plies) {
        hurried_[place] = static_cast<Plies>(plies);
        layers[plies].emplace_back(place, placement);
    };
    for_each([&](Place place, const Placement& placement) {
        if (plies_[place] < 0) hurried_[place] = 0;
        else if (plies_[place] == 0) settle(place, placement, 0);
        else if (exits_[place] == Exit::Jump || (plies_[place] % 2 && exits_[place] != Exit::None)) settle(place, placement, 1);
        else if (plies_[place] % 2 == 0 && is_settled(placement, -1)) settle(place, placement, 1);
    });
    for (std::size_t plies = 0; plies < most; ++plies)
        for (const auto& [place, placement] : layers[plies])
            for_each_king_step(flipped(placement), [&](const Placement& earlier) {
                const Place before = place_of(earlier);
                if (hurried_[before] != unknown || plies_[before] < 0) return;
                if (plies_[before] % 2 == plies_[place] % 2) return;
                if (plies_[before] % 2 || is_settled(earlier, static_cast<int>(plies))) settle(before, earlier, plies + 1);
            });
    std::replace(hurried_.begin(), hurried_.end(), unknown, most);
}

// Whether every king step leads to where it takes no longer than this.
bool Family::is_settled(const Placement& placement, int plies) const {
    bool settled = true;
    for_each_king_step(placement, [&](const Placement& stepped) { settled = settled && hurried_[place_of(flipped(stepped))] <= plies; });
    return settled;
}

}  // namespace crownhead::tablebase
