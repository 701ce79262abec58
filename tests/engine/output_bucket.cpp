// Prints what an evaluation with weights by chance says of positions by chance. See test_core.py.
#include <cstdio>

#include "evaluation/evaluation.hpp"
#include "rules/movegen.hpp"

using namespace crownhead;

int main() {
    Key chance = 3;
    std::vector<std::int16_t> weights(Evaluation::weight_count());
    for (std::int16_t& weight : weights)
        weight = static_cast<std::int16_t>(static_cast<int>(next_random(chance) % 101) - 50);
    const Evaluation evaluation{std::span<const std::int16_t>(weights)};
    for (int game = 0; game < 50; ++game) {
        Position position = start_position();
        for (int ply = 0; ply < 100; ++ply) {
            std::printf("%d\n", evaluation.of(position));
            const MoveList moves = legal_moves(position);
            if (moves.empty()) break;
            position = after(position, moves[static_cast<int>(next_random(chance) % static_cast<Key>(moves.size()))]);
        }
    }
}
