// King patterns: how the pieces stand on six squares that lie together, kings told from men. The state of one is a number
// to the base of five, the lowest square being the lowest digit: 0 empty, 1 and 2 a man and a king of one's own, 3 and 4
// those of the enemy. They are asked only where there is a king on the board, so most positions do without them.
#pragma once

#include "evaluation/patterns.hpp"

namespace crownhead::king_patterns {

constexpr std::size_t size = 6;        // squares
constexpr std::size_t states = 15625;  // 5 to the 6th

// As Black sees them: three rows of two squares, all over the board. White's are these, turned by half a board.
constexpr std::array<Bits, 8> squares = {
    patterns::block(0, 0, 3, 2), patterns::block(0, 2, 3, 2), patterns::block(2, 0, 3, 2), patterns::block(2, 2, 3, 2),
    patterns::block(3, 0, 3, 2), patterns::block(3, 2, 3, 2), patterns::block(5, 0, 3, 2), patterns::block(5, 2, 3, 2)};

constexpr std::size_t count = squares.size();
constexpr std::size_t rows = count * states;

}  // namespace crownhead::king_patterns
