// Finding the legal move that a text names: numbers of squares joined by - x or :, as in 11-15 or 22x15x8.
#pragma once

#include <string_view>

#include "rules/movegen.hpp"

namespace crownhead {

// The squares that a text of a move lists. At least two; a jump visits at most ten.
struct ListedSquares {
    std::array<Bit, max_captures + 1> squares{};
    int length = 0;  // 0: the text is not of this form
};

ListedSquares read_squares(std::string_view text);

enum class Match : std::uint8_t { Found, Malformed, NoneFits, SeveralFit };

struct Matched {
    Match match;
    Move move;  // if found
};

// The sign between the numbers need not agree with the kind of move, and squares in the middle of a
// jump may be left out, as long as all moves that fit have one result; then the first of them is it.
// A path given in full is taken before one that is only touched by what is given.
Matched match_move(const Position& position, std::string_view text);

// Whether origin and target alone do not say which jump this is: others share them.
bool needs_full_path(const Position& position, Move move);

}  // namespace crownhead
