// Every move is given once, best first; those put off come again after all others. See test_core.py.
#include <cstdio>
#include <vector>

#include "ordering.hpp"

using namespace crownhead;

// The targets of the moves in the order they are tried, when those in `busy` are put off at first.
std::vector<int> order(const std::vector<int>& values, unsigned busy) {
    MoveList moves;
    for (int i = 0; i < static_cast<int>(values.size()); ++i) moves.push(Move::quiet(0, 1 + i));
    MovePicker picker(moves, [&](Move move) { return values[static_cast<std::size_t>(move.target() - 1)]; });
    std::vector<int> tried;
    for (int i = picker.next(); i >= 0; i = picker.next()) {
        const int target = moves[i].target();
        if ((busy >> target & 1) && picker.put_off()) continue;
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
    std::puts("done");
}
