// Every move is given once, best first; those put off come again after all others. See test_core.py.
#include <cstdio>
#include <vector>

#include "ordering.hpp"

using namespace crownhead;

// The targets of the moves in the order they are tried, when those in `busy` are put off at first.
std::vector<int> order(const std::vector<int>& values, unsigned busy, int hint = 0) {
    MovePicker moves;
    for (int i = 0; i < static_cast<int>(values.size()); ++i)
        moves.put(Move::quiet(0, 1 + i), values[static_cast<std::size_t>(i)]);
    if (hint) moves.favour(hint_of(Move::quiet(0, hint)));
    std::vector<int> tried;
    for (int i = moves.next(); i >= 0; i = moves.next()) {
        const int target = moves[i].target();
        if ((busy >> target & 1) && moves.put_off()) continue;
        tried.push_back(target);
    }
    return tried;
}

int main() {
    const std::vector<int> values = {3, 9, 5, 7};
    if (order(values, 0) != std::vector<int>{2, 4, 3, 1}) return 1;
    if (order(values, 1 << 4) != std::vector<int>{2, 3, 1, 4}) return 2;
    if (order(values, 1 << 2 | 1 << 3) != std::vector<int>{4, 1, 2, 3}) return 3;
    if (order(values, ~0u) != std::vector<int>{2, 4, 3, 1}) return 4;
    if (!order({}, 0).empty()) return 5;
    if (order({-5, 4, 4, -8192}, 0) != std::vector<int>{2, 3, 1, 4}) return 6;
    if (order(values, 0, 3) != std::vector<int>{3, 2, 4, 1}) return 7;
    if (order(values, 0, 9) != std::vector<int>{2, 4, 3, 1}) return 8;
    std::vector<int> many, downwards;
    for (int i = 0; i < 40; ++i) many.push_back(i), downwards.push_back(40 - i);
    if (order(many, 0) != downwards) return 9;
    std::puts("done");
}
