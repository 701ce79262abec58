// What was put last under a key and depth is found under them and under no others. See test_core.py.
#include <cstdio>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "search/leaf_cache.hpp"

using namespace crownhead;

int main() {
    LeafCache cache;
    std::mt19937_64 dice(11);
    std::map<std::pair<Key, int>, LeafCache::Entry> put;  // everything, also what others have replaced
    std::vector<Key> keys;
    for (int i = 0; i < 3000; ++i) keys.push_back(dice());
    int found = 0;
    for (int i = 0; i < 200'000; ++i) {
        const Key key = keys[dice() % keys.size()];
        const int depth = static_cast<int>(dice() % 2);
        const LeafCache::Entry known = cache.find(key, depth);
        if (known) {
            const auto expected = put.find({key, depth});
            if (expected == put.end()) return 1;
            if (known.score != expected->second.score || known.bound != expected->second.bound) return 2;
            ++found;
        }
        const auto score = static_cast<Score>(dice() % 16001) - evaluation_limit;
        const LeafCache::Entry entry{score, static_cast<Bound>(1 + dice() % 3)};
        cache.put(key, depth, entry);
        put[{key, depth}] = entry;
        if (cache.find(key, depth).score != score) return 3;
    }
    if (found < 50'000) return 4;  // of 6,000 names in 16,384 places most are still there
    cache.clear();
    for (const Key key : keys)
        if (cache.find(key, 0) || cache.find(key, 1)) return 5;
    std::puts("done");
}
