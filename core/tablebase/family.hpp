// How long a win may go without progress, for the sake of the forty-move rule.
//
// A family is all positions with the same men on the same squares, whoever is to move: king moves lead from one
// to another, and the rule counts the plies spent there. A jump or an advance is progress and leaves it for good.
//
// Of a won or lost position it tells how many plies there may be, whatever the loser does, up to the next one
// that is progress, that one counted too, or until the loser cannot move. A win is safe while this and the quiet
// plies already played come to 80 or fewer.
#pragma once

#include "probe.hpp"

namespace crownhead::tablebase {

constexpr int forty_moves = 80;  // of both sides, in plies

class Family {
public:
    using Plies = std::uint8_t;
    static constexpr Index most_positions = 5'000'000;  // three kings against two have 4,027,520

    // None if it is too large or if some distance in it is not known.
    static std::unique_ptr<Family> around(const Tables& tables, const Placement& placement);

    bool contains(const Placement& placement) const { return seat_of(placement) != nullptr; }

    // If the winner always goes a shortest way, and of several the one with the earliest progress.
    Plies patient(const Placement& placement) const { return patient_[place_of(placement)]; }
    // If the winner makes progress as soon as that keeps the win.
    Plies hurried(const Placement& placement) const { return hurried_[place_of(placement)]; }

    Plies longest_patient() const { return *std::max_element(patient_.begin(), patient_.end()); }
    Plies longest_hurried() const { return *std::max_element(hurried_.begin(), hurried_.end()); }

private:
    using Place = std::uint32_t;  // of a position here
    struct Seat {                 // one side to move; the positions follow each other in the slice
        SliceIndex index;
        Squares black_men, white_men;
        Index first;
        Place count, offset;
    };

    // The moves that are progress. For the loser it matters only whether there are any.
    enum class Exit : std::uint8_t { None, Advance, ShortestAdvance, Jump };

    explicit Family(const Placement& placement);
    static Index kings_of(const Slice& slice);
    Place size() const { return seats_.back().offset + seats_.back().count; }
    const Seat* seat_of(const Placement& placement) const;
    Place place_of(const Placement& placement) const;
    template <typename Visit>
    void for_each(Visit&& visit) const;

    bool read(const Tables& tables);
    static Exit exit_of(const Tables& tables, const Position& position, int plies);
    void find_patient();
    void find_hurried();
    Plies patience_at(const Placement& placement, Place place) const;
    bool is_settled(const Placement& placement, int plies) const;

    std::vector<Seat> seats_;          // one if both sides to move see the same
    std::vector<std::int16_t> plies_;  // to the end, even for losses; -1 for draws
    std::vector<Exit> exits_;
    std::vector<Plies> patient_, hurried_;  // 0 for draws
};

}  // namespace crownhead::tablebase
