// Playing a run of plain moves from the move text of a game: numbers, moves and white space. Whatever else
// comes (comments, variations, annotations, results, a move that is not legal) ends the run, and is left to
// the parser.
#pragma once

#include <vector>

#include "move_text.hpp"

namespace crownhead {

struct MoveRun {
    std::vector<Move> moves;
    std::vector<Position> positions;     // after each of them
    std::vector<std::size_t> odd;        // moves, by number, that are right but not written as they should be
    std::vector<std::size_t> offsets;    // where those stand
    std::size_t end = 0;                 // where the run ended: nothing, or the beginning of what is left
};

MoveRun play_run(const Position& position, std::string_view text, std::size_t begin);

}  // namespace crownhead
