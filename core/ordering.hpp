// Which move to try first: the one that was best before, then what has refuted the opponent elsewhere.
#pragma once

#include <array>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "moves.hpp"
#include "table.hpp"

namespace crownhead {

// How well quiet moves did so far in this thread's search, by side, origin and step.
class History {
public:
    int of(Side side, Move move) const { return words_[static_cast<std::size_t>(side)][place(move)]; }

    // Moves towards `bonus`'s sign, never beyond +-limit.
    void learn(Side side, Move move, int bonus) {
        std::int16_t& word = words_[static_cast<std::size_t>(side)][place(move)];
        word = static_cast<std::int16_t>(word + bonus - word * std::abs(bonus) / limit);
    }
    void clear() { words_ = {}; }

private:
    static constexpr int limit = 8192;
    // A step is -5, -4, 4 or 5.
    static std::size_t place(Move move) {
        return static_cast<std::size_t>(move.origin() << 4 | (move.target() - move.origin() + 5));
    }
    std::array<std::array<std::int16_t, 35 << 4>, 2> words_{};
};

// The two quiet moves that refuted most lately at one ply.
struct Killers {
    std::array<Move, 2> moves{};

    void learn(Move move) {
        if (move == moves[0]) return;
        moves[1] = moves[0];
        moves[0] = move;
    }
};

// Gives the moves of a list best first, sorting no more of it than is asked for.
class MovePicker {
public:
    template <typename Value>
    MovePicker(MoveList& moves, Value value) : moves_(moves) {
        for (int i = 0; i < moves.size(); ++i) values_[static_cast<std::size_t>(i)] = value(moves[i]);
    }

    // The place in the list of the next best move, or -1 after the last. Those given stay where they are.
    int next() {
        if (given_ < moves_.size()) return bring_best_to(given_++);
        return again_ < put_off_ ? later_[static_cast<std::size_t>(again_++)] : -1;
    }
    // The move given last comes again when all others were given; only once.
    bool put_off() {
        if (again_ > 0) return false;
        later_[static_cast<std::size_t>(put_off_++)] = static_cast<std::uint8_t>(given_ - 1);
        return true;
    }

private:
    int bring_best_to(int i) {
        int best = i;
        for (int k = i + 1; k < moves_.size(); ++k)
            if (values_[static_cast<std::size_t>(k)] > values_[static_cast<std::size_t>(best)]) best = k;
        std::swap(moves_[i], moves_[best]);
        std::swap(values_[static_cast<std::size_t>(i)], values_[static_cast<std::size_t>(best)]);
        return i;
    }

    MoveList& moves_;
    int given_ = 0, put_off_ = 0, again_ = 0;
    std::array<int, max_moves> values_;  // as many as there are moves
    std::array<std::uint8_t, max_moves> later_;
};
static_assert(max_moves < 256);

}  // namespace crownhead
