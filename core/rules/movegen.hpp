// Legal moves. The side to move is a template parameter, so that every step is a constant shift.
#pragma once

#include <algorithm>

#include "rules/position.hpp"
#include "rules/quiet_set.hpp"

namespace crownhead {

// The pieces of Us that can jump. They must, if there are any.
template <Side Us>
constexpr Bits jumpers(Bits own, Bits enemy, Bits kings, Bits empty) {
    Bits found =
        (backward<Us, 4>(backward<Us, 4>(empty) & enemy) | backward<Us, 5>(backward<Us, 5>(empty) & enemy)) & own;
    if (const Bits own_kings = own & kings)
        found |=
            (forward<Us, 4>(forward<Us, 4>(empty) & enemy) | forward<Us, 5>(forward<Us, 5>(empty) & enemy)) & own_kings;
    return found;
}

template <Side Us>
constexpr int count_quiet_moves(Bits own, Bits kings, Bits empty) {
    int n = count(forward<Us, 4>(own) & empty) + count(forward<Us, 5>(own) & empty);
    if (const Bits own_kings = own & kings)
        n += count(backward<Us, 4>(own_kings) & empty) + count(backward<Us, 5>(own_kings) & empty);
    return n;
}

// Walks every way to jump on from one square and calls arrive(target, captured, directions) at the end
// of each. Empty includes the square a king came from, where it may land again; enemy loses what has been
// captured, so nothing is jumped twice. (A captured piece blocks nobody: it stands on a row of the other
// parity than the squares that this piece lands on.)
// Visits paths in ascending order of their squares.
template <Side Us, bool King, typename Arrive>
struct JumpWalk {
    Bits empty;
    Arrive& arrive;

    constexpr void from(Bits piece, Bits enemy, Bits captured, std::uint32_t directions, int jumps) const {
        bool went_on = false;
        if constexpr (King || Us == Side::White) {
            went_on |= step<Direction::UpLeft>(piece, enemy, captured, directions, jumps);
            went_on |= step<Direction::UpRight>(piece, enemy, captured, directions, jumps);
        }
        if constexpr (King || Us == Side::Black) {
            went_on |= step<Direction::DownLeft>(piece, enemy, captured, directions, jumps);
            went_on |= step<Direction::DownRight>(piece, enemy, captured, directions, jumps);
        }
        if (!went_on) arrive(lowest(piece), captured, directions);
    }

private:
    template <Direction D>
    constexpr bool step(Bits piece, Bits enemy, Bits captured, std::uint32_t directions, int jumps) const {
        const Bits over = moved<D>(piece) & enemy;
        const Bits to = moved<D>(over) & empty;
        if (!to) return false;
        from(to, enemy ^ over, captured | over, directions | static_cast<std::uint32_t>(D) << (2 * jumps), jumps + 1);
        return true;
    }
    template <Direction D>
    static constexpr Bits moved(Bits set) {
        constexpr int distance = direction_step[static_cast<std::size_t>(D)];
        return distance > 0 ? set << distance : set >> -distance;
    }
};

template <Side Us, typename Visit>
constexpr void for_each_jump(Bits jumping, Bits enemy, Bits kings, Bits empty, Visit&& visit) {
    for (; jumping; jumping &= jumping - 1) {
        const Bits piece = lowest_bit(jumping);
        const Bit origin = lowest(jumping);
        auto arrive = [&](Bit target, Bits captured, std::uint32_t directions) {
            visit(Move::jump(origin, target, captured, directions));
        };
        if (piece & kings) JumpWalk<Us, true, decltype(arrive)>{empty | piece, arrive}.from(piece, enemy, 0, 0, 0);
        else JumpWalk<Us, false, decltype(arrive)>{empty, arrive}.from(piece, enemy, 0, 0, 0);
    }
}

// In one loop for both distances: the end of a loop is a branch that the processor mispredicts.
template <Side S, typename Visit>
constexpr void for_each_quiet_ahead(Bits pieces, Bits empty, Visit&& visit) {
    for_each_bit(quiets_ahead<S>(pieces, empty), [&](QuietIndex index) { visit(quiet_ahead<S>(index)); });
}

// In order of direction, then of target: the quickest order to make, not the documented one.
template <Side Us, typename Visit>
constexpr void for_each_quiet(Bits own, Bits kings, Bits empty, Visit&& visit) {
    for_each_quiet_ahead<Us>(own, empty, visit);
    if (const Bits own_kings = own & kings) for_each_quiet_ahead<opponent(Us)>(own_kings, empty, visit);
}

// Moves that lead to one position are one move here: of those with the same result the first stays.
inline void keep_one_of_each_result(MoveList& moves) {
    int kept = 0;
    for (int i = 0; i < moves.size(); ++i) {
        const auto same = [&](Move m) { return m.result() == moves[i].result(); };
        if (std::none_of(moves.begin(), moves.begin() + kept, same)) moves[kept++] = moves[i];
    }
    moves.shrink(kept);
}

template <Side Us>
inline void generate(const Position& position, MoveList& moves) {
    const Bits own = position.pieces(Us), enemy = position.pieces(opponent(Us)), empty = position.empty();
    const auto push = [&](Move move) { moves.push(move); };
    if (const Bits jumping = jumpers<Us>(own, enemy, position.kings, empty))
        for_each_jump<Us>(jumping, enemy, position.kings, empty, push);
    else for_each_quiet<Us>(own, position.kings, empty, push);
}

inline bool must_jump(const Position& p) {
    return p.turn == Side::Black ? jumpers<Side::Black>(p.black, p.white, p.kings, p.empty())
                                 : jumpers<Side::White>(p.white, p.black, p.kings, p.empty());
}

template <Side Us>
constexpr bool has_quiet_move(const Position& p) {
    const Bits own = p.pieces(Us), kings = own & p.kings;
    return (forward<Us, 4>(own) | forward<Us, 5>(own) | backward<Us, 4>(kings) | backward<Us, 5>(kings)) & p.empty();
}

inline bool has_quiet_move(const Position& p) {
    return p.turn == Side::Black ? has_quiet_move<Side::Black>(p) : has_quiet_move<Side::White>(p);
}

// Every legal move in the documented order: by origin, then by the squares of the path. Jumps are found in that order.
inline MoveList legal_moves(const Position& position) {
    MoveList moves;
    if (position.turn == Side::Black) generate<Side::Black>(position, moves);
    else generate<Side::White>(position, moves);
    if (!moves.empty() && !moves[0].is_jump()) std::sort(moves.begin(), moves.end());
    return moves;
}

// Whether this is a legal move of Us if there is no jump: its own piece, an empty target, a direction that the piece
// can go.
template <Side Us>
inline bool is_legal_quiet(const Position& p, Move move) {
    const Bits from = single(move.origin()), to = single(move.target());
    if (!(p.pieces(Us) & from) || !(p.empty() & to)) return false;
    const bool ahead = (forward<Us, 4>(from) | forward<Us, 5>(from)) & to;
    const bool back = (backward<Us, 4>(from) | backward<Us, 5>(from)) & to;
    return ahead || (back && (p.kings & from));
}

inline bool is_legal(const Position& p, Move move) {
    if (must_jump(p)) {
        const MoveList moves = legal_moves(p);
        return std::find(moves.begin(), moves.end(), move) != moves.end();
    }
    if (move.is_jump()) return false;
    return p.turn == Side::Black ? is_legal_quiet<Side::Black>(p, move) : is_legal_quiet<Side::White>(p, move);
}

}  // namespace crownhead
