// How long a win may go without progress, for the sake of the forty-move rule.
//
// A family is all positions with the same men on the same squares, whoever is to move: king moves lead from one
// to another, and the rule counts the plies spent there. A jump or an advance is progress and leaves it for good.
//
// Of a won or lost position it tells how many plies there may be, whatever the loser does, up to the next one
// that is progress, that one counted too, or until the loser cannot move. A win is safe while this and the quiet
// plies already played come to 80 or fewer.
//
// A large family takes seconds, so the work is done in small pieces and can be left and gone on with.
#pragma once

#include "tablebase/tablebase.hpp"

namespace crownhead::tablebase {

class FortyMoveRule {
public:
    using Plies = std::uint8_t;
    static constexpr Index most_positions = 5'000'000;  // three kings against two have 4,027,520

    static bool is_too_large(const Slice& slice) { return 2 * kings_of(slice) > most_positions; }

    explicit FortyMoveRule(const Placement& placement);

    // Does what is left to do until `stop` says so, which is asked every millisecond or so. True once all is
    // done, and then it is const for good. Nothing is left to do where a distance is not known.
    bool work(const Tablebase& tables, const StopToken& stop);
    bool is_ready() const { return stage_ == Stage::Ready; }

    bool contains(const Placement& placement) const { return seat_of(placement) != nullptr; }

    // Once it is ready: if the winner always goes a shortest way, and of several the one with the earliest progress.
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

    static Index kings_of(const Slice& slice);
    Place size() const { return seats_.back().offset + seats_.back().count; }
    const Seat* seat_of(const Placement& placement) const;
    Place place_of(const Placement& placement) const;

    struct Member {
        Place place;
        Placement placement;
    };
    // Members by a number of plies, dealt with in that order. Those dealt with may put others in later rounds.
    struct Rounds {
        std::vector<std::vector<Member>> members;
        std::size_t plies = 0, at = 0;
        const Member* next();
    };
    enum class Stage : std::uint8_t { Gathering, FindingPatient, FindingHurried, Ready, Unknown };

    Stage work_a_little(const Tablebase& tables);
    Stage gather(const Tablebase& tables, const Seat& seat);
    bool meet(const Tablebase& tables, const Member& member);
    static Exit exit_of(const Tablebase& tables, const Position& position, int plies);
    Plies patience_of(const Member& member) const;
    void settle(const Member& member, std::size_t plies);
    void settle_before(const Member& member, std::size_t plies);
    bool is_settled(const Placement& placement, std::size_t plies) const;

    Stage stage_ = Stage::Gathering;
    Place gathered_ = 0;
    Rounds by_plies_, by_hurry_;
    std::vector<Seat> seats_;          // one if both sides to move see the same
    std::vector<std::int16_t> plies_;  // to the end, even for losses; -1 for draws
    std::vector<Exit> exits_;
    std::vector<Plies> patient_, hurried_;  // 0 for draws
};

}  // namespace crownhead::tablebase
