// Any bytes as a position and the text of a move: what is found is legal and goes where the text says, and every legal
// move, written in full, is found again.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include "rules/move_text.hpp"

using namespace crownhead;

namespace {

constexpr std::size_t position_bytes = 13;

void require(bool holds) {
    if (!holds) std::abort();
}

// Three sets of squares and the side to move, made into a position that can be.
Position position_of(const std::uint8_t* data) {
    std::uint32_t sets[3];
    std::memcpy(sets, data, sizeof sets);
    const Bits black = spread(sets[0]), white = spread(sets[1]) & ~black;
    const Bits crowned = (black & crownhead_row<Side::Black>) | (white & crownhead_row<Side::White>);
    const Bits kings = (spread(sets[2]) | crowned) & (black | white);
    const Side turn = data[12] & 1 ? Side::White : Side::Black;
    return is_valid(black, white, kings) ? make_position(black, white, kings, turn) : start_position();
}

std::string in_full(Move move) {
    const Path path = path_of(move);
    std::string text;
    for (int i = 0; i < path.length; ++i) {
        if (i) text += move.is_jump() ? 'x' : '-';
        text += std::to_string(index_of_bit(path.squares[static_cast<std::size_t>(i)]) + 1);
    }
    return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < position_bytes) return 0;
    const Position position = position_of(data);
    const std::string_view text(reinterpret_cast<const char*>(data + position_bytes), size - position_bytes);
    const MoveList moves = legal_moves(position);
    const Matched found = match_move(position, text);
    if (found.match == Match::Found) {
        const ListedSquares listed = read_squares(text);
        require(listed.length >= 2 && listed.squares[0] == found.move.origin() &&
                listed.squares[static_cast<std::size_t>(listed.length - 1)] == found.move.target());
        require(std::find(moves.begin(), moves.end(), found.move) != moves.end());
    }
    if (moves.empty()) return 0;
    const Move move = moves[data[12] / 2 % moves.size()];
    const Matched again = match_move(position, in_full(move));
    require(again.match == Match::Found && again.move == move);
    const Position next = after(position, move);
    require(is_valid(next.black, next.white, next.kings));
    require(next.key == key_of(next.black, next.white, next.kings, next.turn));
    return 0;
}
