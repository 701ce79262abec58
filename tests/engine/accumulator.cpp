// The accumulator, kept up along random games, is what it would be from scratch. See test_core.py.
#include <cstdio>

#include "evaluation/accumulator.hpp"
#include "rules/movegen.hpp"

using namespace crownhead;

// The state of a pattern, by its definition: digit by digit from the highest square down.
int state(Bits pattern, Bits own, Bits enemy) {
    int number = 0;
    for (Bit bit = 34; bit >= 0; --bit)
        if (pattern >> bit & 1) number = 3 * number + (own >> bit & 1 ? 1 : enemy >> bit & 1 ? 2 : 0);
    return number;
}

bool is_right(const AccumulatedPosition& p) {
    constexpr int stride = Accumulator::stride;
    for (std::size_t i = 0; i < patterns::count; ++i) {
        const Bits pattern = patterns::squares[i];
        if (static_cast<int>(p.accumulator.of_black(i)) != stride * state(pattern, p.black, p.white)) return false;
        if (static_cast<int>(p.accumulator.of_white(i)) != stride * state(pattern, turned(p.white), turned(p.black)))
            return false;
    }
    return true;
}

int main() {
    Key chance = 1;
    for (int game = 0; game < 300; ++game) {
        AccumulatedPosition position = accumulated(start_position());
        for (int ply = 0; ply < 150; ++ply) {
            if (!is_right(position)) return 1;
            const MoveList moves = legal_moves(position);
            if (moves.empty()) break;
            const Move move = moves[static_cast<int>(next_random(chance) % static_cast<Key>(moves.size()))];
            position =
                position.turn == Side::Black ? after<Side::Black>(position, move) : after<Side::White>(position, move);
        }
    }
    std::puts("done");
}
