// Every move is given once, best first; deferred ones come again after all others. See test_core.py.
#include <cstdio>
#include <map>
#include <new>
#include <random>
#include <vector>

#include "search/move_picker.hpp"

using namespace crownhead;

// What a picker does not fill has been something else before: here, ranks above all others.
struct UsedMemory {
    UsedMemory() {
        for (volatile unsigned char& byte : bytes) byte = 0x7F;  // volatile, or the compiler leaves it out
    }
    alignas(MovePicker) unsigned char bytes[sizeof(MovePicker)];
};

// The targets of the moves in the order they are tried, when those in `busy` are deferred.
std::vector<int> order(const std::vector<int>& values, std::uint64_t busy, int hash_move = 0) {
    UsedMemory memory;
    MovePicker& moves = *new (memory.bytes) MovePicker;
    for (int i = 0; i < static_cast<int>(values.size()); ++i)
        moves.put(Move::quiet(0, 1 + i), values[static_cast<std::size_t>(i)]);
    if (hash_move) moves.put_first<Side::Black>(hash_move_of(Move::quiet(0, hash_move)));
    std::vector<int> tried;
    for (int i = moves.next(); i >= 0; i = moves.next()) {
        const int target = moves[i].target();
        if ((busy >> target & 1) && moves.defer()) continue;
        tried.push_back(target);
    }
    return tried;
}

using Dice = std::mt19937_64;

Position any_position(Dice& dice) {
    const Bits black = spread(static_cast<std::uint32_t>(dice() & dice())) & all_squares;
    const Bits white = spread(static_cast<std::uint32_t>(dice() & dice())) & all_squares & ~black;
    const Bits kings = (black | white) & (dice() % 2 ? spread(static_cast<std::uint32_t>(dice() & dice())) : 0);
    return make_position(black, white, kings, Side::Black);
}

// Quiet moves come by what is known of them, and of equals in the order in which they are found.
template <Side Us>
bool quiet_moves_come_in_order(Dice& dice) {
    const Position p = any_position(dice);
    std::vector<Move> expected;
    for_each_quiet<Us>(p.pieces(Us), p.kings, p.empty(), [&](Move move) { expected.push_back(move); });
    if (expected.empty()) return true;
    History history;
    Killers killers;
    std::map<Move, int> values;
    for (const Move move : expected) {
        values[move] = static_cast<int>(dice() % 5) * 2000 - 4000;
        history.update(Us, quiet_index<Us>(move.origin(), move.target()), values[move]);
    }
    const auto any = [&] { return expected[dice() % expected.size()]; };
    const Move first = any(), second = any(), hash_move = any();
    if (dice() % 2) killers.update(quiet_index<Us>(second.origin(), second.target())), values[second] += 20'000;
    if (dice() % 2 && first != second) {
        const bool only = killers.moves[0] == no_quiet;
        killers.update(quiet_index<Us>(first.origin(), first.target())), values[first] += only ? 20'000 : 40'000;
    }
    UsedMemory memory;
    MovePicker& moves = *new (memory.bytes) MovePicker;
    moves.put<Us>(quiet_set_of<Us>(p.pieces(Us), p.kings, p.empty()), history, killers);
    if (dice() % 2) moves.put_first<Us>(hash_move_of(hash_move)), values[hash_move] = 100'000;
    std::stable_sort(expected.begin(), expected.end(), [&](Move a, Move b) { return values[a] > values[b]; });
    std::vector<Move> given;
    for (int i = moves.next(); i >= 0; i = moves.next()) given.push_back(moves[i]);
    return given == expected;
}

int main() {
    const std::vector<int> values = {3, 9, 5, 7};
    if (order(values, 0) != std::vector<int>{2, 4, 3, 1}) return 1;
    if (order(values, 1 << 4) != std::vector<int>{2, 3, 1, 4}) return 2;
    if (order(values, 1 << 2 | 1 << 3) != std::vector<int>{4, 1, 2, 3}) return 3;
    if (order(values, ~std::uint64_t{0}) != std::vector<int>{2, 4, 3, 1}) return 4;
    if (!order({}, 0).empty()) return 5;
    if (order({-5, 4, 4, -8192}, 0) != std::vector<int>{2, 3, 1, 4}) return 6;
    if (order(values, 0, 3) != std::vector<int>{3, 2, 4, 1}) return 7;
    if (order(values, 0, 9) != std::vector<int>{2, 4, 3, 1}) return 8;
    std::vector<int> many, downwards;
    for (int i = 0; i < 40; ++i) many.push_back(i), downwards.push_back(40 - i);
    if (order(many, 0) != downwards) return 9;
    Dice dice(7);
    for (int i = 0; i < 2000; ++i)
        if (!quiet_moves_come_in_order<Side::Black>(dice) || !quiet_moves_come_in_order<Side::White>(dice)) return 10;
    std::puts("done");
}
