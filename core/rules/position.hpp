// A position: an immutable value. Playing a move gives a new one.
#pragma once

#include <optional>

#include "rules/move.hpp"
#include "rules/zobrist.hpp"

namespace crownhead {

// Forty moves of each side without a capture or an advance of a man: then a player may claim a draw.
constexpr int quiet_plies_for_draw = 80;

struct Position {
    Bits black = 0;
    Bits white = 0;
    Bits kings = 0;  // of both sides
    Key key = 0;     // always key_of(*this)
    Side turn = Side::Black;

    constexpr Bits occupied() const { return black | white; }
    constexpr Bits empty() const { return all_squares & ~occupied(); }
    constexpr Bits pieces(Side side) const { return side == Side::Black ? black : white; }
    constexpr Bits own() const { return pieces(turn); }
    constexpr Bits enemy() const { return pieces(opponent(turn)); }

    friend constexpr bool operator==(const Position& a, const Position& b) {
        return a.black == b.black && a.white == b.white && a.kings == b.kings && a.turn == b.turn;
    }
};

constexpr Key key_of(Bits black, Bits white, Bits kings, Side turn) {
    Key key = turn == Side::White ? zobrist_keys.white_to_move : 0;
    for_each_bit(black, [&](Bit b) { key ^= piece_key(Side::Black, kings >> b & 1, b); });
    for_each_bit(white, [&](Bit b) { key ^= piece_key(Side::White, kings >> b & 1, b); });
    return key;
}

constexpr Position make_position(Bits black, Bits white, Bits kings, Side turn) {
    return {black, white, kings, key_of(black, white, kings, turn), turn};
}

constexpr Position start_position() {
    return make_position(row_bits(0) | row_bits(1) | row_bits(2), row_bits(5) | row_bits(6) | row_bits(7), 0,
                         Side::Black);
}

// What every position keeps to: each square has one occupant, no side has more than 12 pieces, and
// no man stands on the row where it would have been crowned.
constexpr bool is_valid(Bits black, Bits white, Bits kings) {
    const Bits all = black | white;
    return (black & white) == 0 && (all & ~all_squares) == 0 && (kings & ~all) == 0 &&
           count(black) <= max_pieces_per_side && count(white) <= max_pieces_per_side &&
           (black & ~kings & crownhead_row<Side::Black>) == 0 && (white & ~kings & crownhead_row<Side::White>) == 0;
}

// The position after a legal move of Us, the side to move.
template <Side Us>
constexpr Position after(const Position& position, Move move) {
    constexpr Side them = opponent(Us);
    const Bit origin = move.origin(), target = move.target();
    const Bits from = single(origin), to = single(target), captured = move.captured();
    const bool was_king = position.kings & from;
    const bool is_king = was_king || (to & crownhead_row<Us>);

    Position next = position;
    Bits& own = Us == Side::Black ? next.black : next.white;
    Bits& enemy = Us == Side::Black ? next.white : next.black;
    own = (own ^ from) | to;  // a king may end where it began
    enemy ^= captured;
    next.kings = (position.kings & ~(captured | from)) | (is_king ? to : 0);
    next.key ^= piece_key(Us, was_king, origin) ^ piece_key(Us, is_king, target) ^ zobrist_keys.white_to_move;
    for_each_bit(captured, [&](Bit b) { next.key ^= piece_key(them, position.kings >> b & 1, b); });
    next.turn = them;
    return next;
}

constexpr Position after(const Position& position, Move move) {
    return position.turn == Side::Black ? after<Side::Black>(position, move) : after<Side::White>(position, move);
}

// Colours exchanged and the board turned by half: the same position for the other player.
constexpr Position flipped(const Position& p) {
    return make_position(turned(p.white), turned(p.black), turned(p.kings), opponent(p.turn));
}

}  // namespace crownhead
