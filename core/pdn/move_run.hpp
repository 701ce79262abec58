// Playing a run of plain moves from the move text of a game: numbers, moves and white space. Whatever else
// comes (comments, variations, annotations, results, a move that is not legal) ends the run, and is left to
// the parser.
#pragma once

#include <vector>

#include "rules/move_text.hpp"

namespace crownhead {

// A move that is right but not written as it should be.
struct OddMove {
    Position before;
    Move move;
    std::size_t offset;
};

struct MoveRun {
    std::vector<Move> moves;
    std::vector<Position> positions;  // after each of them
    std::vector<OddMove> odd;
    std::size_t end = 0;  // the end of the text, or the beginning of what is left
};

MoveRun play_run(const Position& position, std::string_view text, std::size_t begin);

}  // namespace crownhead
