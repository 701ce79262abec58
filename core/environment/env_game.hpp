// One game of an environment for reinforcement learning: a position with what the draw rules need to know of its past,
// and every action that may be taken next.
//
// An action is one step of a piece. A jump over several pieces is several actions of the same player, so that all
// actions are numbered by square and direction alone:
//
//   bits 0-4  the square of the piece, as the index 0-31
//   bits 5-6  the direction: up-left, up-right, down-left, down-right
//
// The player to move sees the board with its own men moving down, from square index 0 on, as Black's do: White's board
// is turned by half.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "rules/movegen.hpp"

namespace crownhead::environment {

constexpr int step_actions = 128;
constexpr int repetitions_for_draw = 3;

enum class Ending : std::uint8_t { None, Win, Draw };  // Win: of the player who acted last

// A set of squares without gaps, as the player sees it.
constexpr std::uint32_t reversed(std::uint32_t set) {
    set = (set >> 1 & 0x55555555) | (set & 0x55555555) << 1;
    set = (set >> 2 & 0x33333333) | (set & 0x33333333) << 2;
    set = (set >> 4 & 0x0F0F0F0F) | (set & 0x0F0F0F0F) << 4;
    set = (set >> 8 & 0x00FF00FF) | (set & 0x00FF00FF) << 8;
    return set >> 16 | set << 16;
}
constexpr std::uint32_t seen_by(Side side, Bits set) {
    return side == Side::Black ? gather(set) : reversed(gather(set));
}

class EnvGame {
public:
    explicit EnvGame(const Position& start) { begin(start); }

    void begin(const Position& start) {
        start_ = position_ = start;
        moves_.clear();
        path_ = {};
        quiet_ = 0;
        keys_[0] = start.key;
        find_steps();
        is_over_ = false;
    }

    const Position& start() const { return start_; }
    const Position& position() const { return position_; }
    const std::vector<Move>& moves() const { return moves_; }
    int quiet_moves() const { return quiet_; }
    bool is_over() const { return is_over_; }
    // The piece in the middle of its jumps, as a set of one; empty where any piece may move.
    Bits jumping() const { return path_.jumps ? single(path_.here) : 0; }

    // Squares from which a step in a direction may be made, as the player to move sees squares and directions.
    std::uint32_t steps_seen(int direction) const {
        const bool turned = position_.turn == Side::White;
        const Bits set = steps_[static_cast<std::size_t>(turned ? 3 - direction : direction)];
        return seen_by(position_.turn, set);
    }
    int step_count() const { return count(steps_[0]) + count(steps_[1]) + count(steps_[2]) + count(steps_[3]); }
    bool allows_step(std::int64_t action) const {
        return action >= 0 && action < step_actions && (steps_seen(static_cast<int>(action) / 32) >> (action & 31) & 1);
    }
    // An allowed step. It ends the turn unless the same piece can jump on.
    Ending step(int action) {
        const Side us = position_.turn;
        const int index = us == Side::Black ? action & 31 : 31 - (action & 31);
        const int direction = us == Side::Black ? action >> 5 : 3 - (action >> 5);
        return us == Side::Black ? step<Side::Black>(bit_of_index(index), direction)
                                 : step<Side::White>(bit_of_index(index), direction);
    }
    // A legal move, whole.
    Ending play(Move move) {
        const bool irreversible = move.is_jump() || !(position_.kings & single(move.origin()));
        position_ = after(position_, move);
        return settle(move, irreversible);
    }

    // How often the position has stood on the board before, with the same side to move.
    int earlier_occurrences() const {
        int found = 0;
        for (int i = quiet_ - 4; i >= 0; i -= 2) found += keys_[static_cast<std::size_t>(i)] == position_.key;
        return found;
    }

private:
    struct PartOfJump {  // what has been jumped in this turn
        Bit origin = 0, here = 0;
        Bits captured = 0;
        std::uint32_t directions = 0;
        int jumps = 0;
    };

    template <Side Us>
    Ending step(Bit from, int direction) {
        const int distance = direction_step[static_cast<std::size_t>(direction)];
        const bool was_king = position_.kings >> from & 1;
        const Bit to = from + (is_jump_ ? 2 * distance : distance);
        const bool is_king = was_king || (single(to) & crownhead_row<Us>);
        Bits& own = Us == Side::Black ? position_.black : position_.white;
        own ^= single(from) | single(to);
        position_.kings = (position_.kings & ~single(from)) | (is_king ? single(to) : 0);
        position_.key ^= piece_key(Us, was_king, from) ^ piece_key(Us, is_king, to);
        if (is_jump_) {
            take<Us>(from + distance);
            extend_path(from, to, from + distance, direction);
            if (is_king == was_king && can_jump_on<Us>()) return Ending::None;
        }
        position_.turn = opponent(Us);
        position_.key ^= zobrist_keys.white_to_move;
        const Move move =
            is_jump_ ? Move::jump(path_.origin, to, path_.captured, path_.directions) : Move::quiet(from, to);
        return settle(move, is_jump_ || !was_king);
    }
    template <Side Us>
    void take(Bit over) {
        Bits& enemy = Us == Side::Black ? position_.white : position_.black;
        position_.key ^= piece_key(opponent(Us), position_.kings >> over & 1, over);
        enemy &= ~single(over);
        position_.kings &= ~single(over);
    }
    void extend_path(Bit from, Bit to, Bit over, int direction) {
        if (path_.jumps == 0) path_.origin = from;
        path_.here = to;
        path_.captured |= single(over);
        // Past the eighth a direction follows from the target; see Move.
        if (path_.jumps < 8) path_.directions |= static_cast<std::uint32_t>(direction) << (2 * path_.jumps);
        ++path_.jumps;
    }
    template <Side Us>
    bool can_jump_on() {
        find_steps<Us>(single(path_.here), true);
        return is_jump_now_;
    }

    Ending settle(Move move, bool irreversible) {
        moves_.push_back(move);
        path_ = {};
        quiet_ = irreversible ? 0 : quiet_ + 1;
        keys_[static_cast<std::size_t>(quiet_)] = position_.key;
        find_steps();
        const Ending ending = ending_here();
        is_over_ = ending != Ending::None;
        if (is_over_) steps_ = {};
        return ending;
    }
    Ending ending_here() const {
        if (step_count() == 0) return Ending::Win;
        if (quiet_ >= quiet_plies_for_draw || earlier_occurrences() + 1 >= repetitions_for_draw) return Ending::Draw;
        return Ending::None;
    }

    void find_steps() {
        if (position_.turn == Side::Black) find_steps<Side::Black>(position_.black, false);
        else find_steps<Side::White>(position_.white, false);
        is_jump_ = is_jump_now_;
    }
    // The steps of these pieces: their jumps if there are any, or if they may only go on jumping.
    template <Side Us>
    void find_steps(Bits movers, bool only_jumps) {
        const Bits enemy = position_.pieces(opponent(Us)), empty = position_.empty(), kings = movers & position_.kings;
        std::array<Bits, 4> jumps;
        jumps[0] = (Us == Side::White ? movers : kings) & ((empty << 5 & enemy) << 5);
        jumps[1] = (Us == Side::White ? movers : kings) & ((empty << 4 & enemy) << 4);
        jumps[2] = (Us == Side::Black ? movers : kings) & ((empty >> 4 & enemy) >> 4);
        jumps[3] = (Us == Side::Black ? movers : kings) & ((empty >> 5 & enemy) >> 5);
        is_jump_now_ = (jumps[0] | jumps[1] | jumps[2] | jumps[3]) != 0;
        if (is_jump_now_ || only_jumps) {
            steps_ = jumps;
            return;
        }
        steps_[0] = (Us == Side::White ? movers : kings) & empty << 5;
        steps_[1] = (Us == Side::White ? movers : kings) & empty << 4;
        steps_[2] = (Us == Side::Black ? movers : kings) & empty >> 4;
        steps_[3] = (Us == Side::Black ? movers : kings) & empty >> 5;
    }

    Position start_, position_;
    std::array<Bits, 4> steps_{};  // by direction, as the board lies
    bool is_over_ = false;         // and then there is no step
    bool is_jump_ = false;         // steps_ are jumps
    bool is_jump_now_ = false;     // what find_steps found
    PartOfJump path_;
    int quiet_ = 0;                                     // moves since the last capture or advance of a man
    std::array<Key, quiet_plies_for_draw + 1> keys_{};  // of the positions since then; [quiet_] is this one's
    std::vector<Move> moves_;
};

}  // namespace crownhead::environment
