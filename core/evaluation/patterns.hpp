// Patterns: how the pieces stand on eight squares that lie together, each empty, a piece of one's own or one of the
// enemy's; kings are pieces like men here. The state of a pattern is a number to the base of three, the lowest square
// being the lowest digit: 0 empty, 1 one's own, 2 the enemy's.
// Each player sees every pattern from his own side, so one table of 3^8 rows a pattern serves both.
#pragma once

#include <array>
#include <cstddef>

#include "rules/square.hpp"

namespace crownhead::patterns {

constexpr std::size_t size = 8;       // squares
constexpr std::size_t states = 6561;  // 3 to the 8th

// Four rows of two squares, or two rows of four.
constexpr Bits block(int row, int column, int rows, int columns) {
    Bits found = 0;
    for (int r = row; r < row + rows; ++r)
        for (int c = column; c < column + columns; ++c) found |= single(bit_of_index(4 * r + c));
    return found;
}

// As Black sees them; every square is in two of them at least. White's are these, turned by half a board.
constexpr std::array<Bits, 12> squares = {block(0, 0, 4, 2), block(0, 1, 4, 2), block(0, 2, 4, 2), block(2, 0, 4, 2),
                                          block(2, 1, 4, 2), block(2, 2, 4, 2), block(4, 0, 4, 2), block(4, 1, 4, 2),
                                          block(4, 2, 4, 2), block(0, 0, 2, 4), block(3, 0, 2, 4), block(6, 0, 2, 4)};

constexpr std::size_t count = squares.size();
constexpr std::size_t rows = count * states;

// What one piece adds to the state of a pattern: its digit, times the base to the number of squares before its own.
constexpr int place_value(Bits pattern, Bit bit, int base, int digit) {
    if (!(pattern & single(bit))) return 0;
    for (int before = crownhead::count(pattern & (single(bit) - 1)); before > 0; --before) digit *= base;
    return digit;
}

}  // namespace crownhead::patterns
