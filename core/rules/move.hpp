// A move packed into one word, with its whole path.
//
//   bits  0-34  the captured squares, as a set
//   bits 35-40  target (Bit)
//   bits 41-46  origin (Bit)
//   bits 47-62  directions of the first eight jumps, two bits each, the first lowest
//
// Nine captures are the most a move can have: a jumping piece keeps the parity of its row, and the
// squares that can be jumped between rows of one parity are 3 x 3. The path of a move is therefore
// its origin, up to eight squares given by directions, and its target.
#pragma once

#include <array>
#include <cassert>
#include <compare>
#include <optional>

#include "rules/square.hpp"

namespace crownhead {

// In ascending order of the square arrived at.
enum class Direction : std::uint8_t { UpLeft, UpRight, DownLeft, DownRight };

constexpr std::array<int, 4> direction_step = {-5, -4, 4, 5};

constexpr int max_captures = 9;

class Move {
public:
    constexpr Move() = default;

    static constexpr Move quiet(Bit origin, Bit target) { return Move(pack(origin, target)); }
    static constexpr Move jump(Bit origin, Bit target, Bits captured, std::uint32_t directions) {
        return Move(captured | pack(origin, target) | Bits{directions & 0xFFFF} << 47);
    }

    constexpr Bit origin() const { return static_cast<Bit>(word_ >> 41 & 63); }
    constexpr Bit target() const { return static_cast<Bit>(word_ >> 35 & 63); }
    constexpr Bits captured() const { return word_ & ((Bits{1} << 35) - 1); }
    constexpr bool is_jump() const { return captured() != 0; }
    constexpr Direction direction(int jump) const { return static_cast<Direction>(word_ >> (47 + 2 * jump) & 3); }

    // Equal for moves that differ in nothing but the order of their jumps.
    constexpr std::uint64_t result() const { return word_ & ((Bits{1} << 47) - 1); }
    constexpr std::uint64_t word() const { return word_; }
    constexpr explicit operator bool() const { return word_ != 0; }

    // Quiet moves in the order of their words are ordered by origin, then by target.
    friend constexpr auto operator<=>(Move, Move) = default;

private:
    constexpr explicit Move(std::uint64_t word) : word_(word) {}
    static constexpr std::uint64_t pack(Bit origin, Bit target) {
        return static_cast<std::uint64_t>(origin) << 41 | static_cast<std::uint64_t>(target) << 35;
    }

    std::uint64_t word_ = 0;  // 0 is no move: origin and target differ in every real one
};

// The squares a move visits, origin and target included.
struct Path {
    std::array<Bit, max_captures + 1> squares;
    int length;
};

constexpr Path path_of(Move move) {
    Path path{{move.origin()}, 1};
    const int jumps = count(move.captured());
    for (int i = 0; i + 1 < jumps; ++i) {
        const int step = direction_step[static_cast<std::size_t>(move.direction(i))];
        path.squares[static_cast<std::size_t>(path.length)] =
            path.squares[static_cast<std::size_t>(path.length - 1)] + 2 * step;
        ++path.length;
    }
    path.squares[static_cast<std::size_t>(path.length++)] = move.target();
    return path;
}

constexpr std::optional<Direction> direction_of_step(int step) {
    for (std::size_t i = 0; i < direction_step.size(); ++i)
        if (direction_step[i] == step) return static_cast<Direction>(i);
    return std::nullopt;
}

// The move that visits these squares, if any piece could ever make it: one step, or jumps over different
// squares.
constexpr std::optional<Move> move_along(const Path& path) {
    if (path.length < 2) return std::nullopt;
    const Bit origin = path.squares[0], target = path.squares[static_cast<std::size_t>(path.length - 1)];
    if (path.length == 2 && direction_of_step(target - origin)) return Move::quiet(origin, target);
    Bits captured = 0;
    std::uint32_t directions = 0;
    for (int i = 0; i + 1 < path.length; ++i) {
        const Bit here = path.squares[static_cast<std::size_t>(i)],
                  next = path.squares[static_cast<std::size_t>(i + 1)];
        const auto direction = (next - here) % 2 == 0 ? direction_of_step((next - here) / 2) : std::nullopt;
        const Bits over = direction ? single((here + next) / 2) : 0;
        if (!(over & all_squares) || (over & captured)) return std::nullopt;
        captured |= over;
        directions |= static_cast<std::uint32_t>(*direction) << (2 * i);
    }
    return Move::jump(origin, target, captured, directions);
}

// No position has more moves than this: a side has at most 12 pieces, a piece at most 4 quiet moves,
// and a jumping king at most 16 paths. (The paths of a king are the trails through the 3 x 3 squares
// that it can jump. Taking an enemy away or putting a blocker in its way cuts trails short but never
// adds one, so the most are there on a board with all nine enemies and nothing else; counting those
// for each starting square gives 9, 14 or 16.)
constexpr int max_moves = max_pieces_per_side * 16;

class MoveList {
public:
    MoveList() {}  // sets no move to none: that would be 1.5 KB of zeros at every node of a search
    void push(Move move) {
        assert(size_ < max_moves);
        moves_[size_++] = move;
    }
    int size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Move operator[](int i) const { return moves_[i]; }
    Move& operator[](int i) { return moves_[i]; }
    Move* begin() { return moves_; }
    Move* end() { return moves_ + size_; }
    const Move* begin() const { return moves_; }
    const Move* end() const { return moves_ + size_; }
    void shrink(int size) { size_ = size; }

private:
    union {
        Move moves_[max_moves];  // filled by push; the rest is never read
    };
    int size_ = 0;
};

}  // namespace crownhead
