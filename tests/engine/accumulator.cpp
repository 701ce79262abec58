// What the evaluation sees, kept up along random games, is what it would see at first sight. See test_core.py.
#include <cstdio>

#include "rules/movegen.hpp"
#include "evaluation/accumulator.hpp"

using namespace crownhead;

// The setting of a place, by its definition: digit by digit from the highest square down.
int setting(Bits place, Bits own, Bits enemy) {
    int number = 0;
    for (Bit bit = 34; bit >= 0; --bit)
        if (place >> bit & 1) number = 3 * number + (own >> bit & 1 ? 1 : enemy >> bit & 1 ? 2 : 0);
    return number;
}

bool is_right(const Scene& scene) {
    constexpr int step = patterns::setting_step;
    for (std::size_t i = 0; i < patterns::places.size(); ++i) {
        const Bits place = patterns::places[i];
        if (static_cast<int>(scene.seen.by_black(i)) != step * setting(place, scene.black, scene.white)) return false;
        if (static_cast<int>(scene.seen.by_white(i)) != step * setting(place, turned(scene.white), turned(scene.black)))
            return false;
    }
    return true;
}

int main() {
    Key chance = 1;
    for (int game = 0; game < 300; ++game) {
        Scene scene = scene_of(start_position());
        for (int ply = 0; ply < 150; ++ply) {
            if (!is_right(scene)) return 1;
            const MoveList moves = legal_moves(scene);
            if (moves.empty()) break;
            const Move move = moves[static_cast<int>(next_random(chance) % static_cast<Key>(moves.size()))];
            scene = scene.turn == Side::Black ? after<Side::Black>(scene, move) : after<Side::White>(scene, move);
        }
    }
    std::puts("done");
}
