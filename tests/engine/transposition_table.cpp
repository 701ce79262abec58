// What was stored last under a key is found under it and under no other; a full bucket gives up what is shallow and
// old first. See test_core.py.
#include "search/transposition_table.hpp"

#include <cstdio>
#include <map>
#include <random>

using namespace crownhead;

namespace {

constexpr HashMove some_move = 5 << 6 | 9, another_move = 6 << 6 | 10;

// Of as many keys as anybody likes, all in the bucket of the first: only the upper half of a key chooses it.
Key in_one_bucket(Key number) { return Key{0x12345678} << 32 | number; }

bool finds_what_was_stored_last() {
    TranspositionTable table(1);
    std::mt19937_64 dice(7);
    std::map<Key, TranspositionEntry> stored;
    for (int i = 0; i < 5000; ++i) {  // of 65,536 places: hardly any is needed twice
        const Key key = dice();
        const auto move = static_cast<HashMove>(1 + dice() % 4095);
        const auto bound = static_cast<Bound>(1 + dice() % 3);
        const auto score = static_cast<Score>(dice() % 60001) - win_score;
        const auto depth = static_cast<int>(dice() % max_depth);
        table.store(key, move, bound, score, depth);
        stored[key] = TranspositionEntry(move, bound, score, depth, 0);
        const TranspositionEntry found = table.probe(key);
        if (!found || found.move() != move || found.bound() != bound || found.score() != score ||
            found.depth() != depth)
            return false;
    }
    int found = 0;
    for (const auto& [key, entry] : stored) {
        if (table.probe(key)) {
            if (table.probe(key).word() != entry.word()) return false;
            ++found;
        }
        if (table.probe(key ^ 1) || table.probe(key ^ Key{1} << 40)) return false;
    }
    return found > 4900;
}

// A search that found no move good enough leaves the hash move of an earlier one.
bool keeps_the_hash_move() {
    TranspositionTable table(1);
    table.store(1, some_move, Bound::Lower, 30, 5);
    table.store(1, no_hash_move, Bound::Upper, -30, 6);
    const TranspositionEntry found = table.probe(1);
    if (found.move() != some_move || found.bound() != Bound::Upper || found.depth() != 6) return false;
    table.store(1, another_move, Bound::Exact, 0, 7);
    return table.probe(1).move() == another_move;
}

bool gives_up_the_shallowest() {
    TranspositionTable table(1);
    table.begin_search();
    for (int depth = 10; depth < 14; ++depth)
        table.store(in_one_bucket(static_cast<Key>(depth)), some_move, Bound::Exact, 0, depth);
    table.store(in_one_bucket(99), some_move, Bound::Exact, 0, 3);
    for (Key depth = 11; depth < 14; ++depth)
        if (!table.probe(in_one_bucket(depth))) return false;
    return !table.probe(in_one_bucket(10)) && table.probe(in_one_bucket(99));
}

// Two searches later an entry counts for sixteen plies less.
bool gives_up_the_oldest() {
    TranspositionTable table(1);
    table.begin_search();
    table.store(in_one_bucket(1), some_move, Bound::Exact, 0, 20);
    table.begin_search();
    table.begin_search();
    for (Key number = 2; number < 5; ++number) table.store(in_one_bucket(number), some_move, Bound::Exact, 0, 8);
    table.store(in_one_bucket(5), some_move, Bound::Exact, 0, 8);
    return !table.probe(in_one_bucket(1)) && table.probe(in_one_bucket(2)) && table.probe(in_one_bucket(5));
}

bool forgets() {
    TranspositionTable table(1);
    table.store(1, some_move, Bound::Exact, 0, 20);
    table.clear();
    return !table.probe(1);
}

}  // namespace

int main() {
    if (!finds_what_was_stored_last()) return 1;
    if (!keeps_the_hash_move()) return 2;
    if (!gives_up_the_shallowest()) return 3;
    if (!gives_up_the_oldest()) return 4;
    if (!forgets()) return 5;
    std::puts("done");
}
