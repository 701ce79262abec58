#include "search/transposition_table.hpp"

#include <cstring>
#include <stdexcept>
#include <string>

#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

namespace crownhead {
namespace {

// 0 where the system does not say.
std::size_t megabytes_of_machine() {
#if defined(_SC_PHYS_PAGES) && defined(_SC_PAGESIZE)
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    if (pages > 0 && size > 0) return static_cast<std::size_t>(pages) / 1024 * static_cast<std::size_t>(size) / 1024;
#endif
    return 0;
}

void refuse(std::size_t megabytes, const std::string& why) {
    throw std::length_error("a hash table of " + std::to_string(megabytes) + " MB does not fit: " + why);
}

}  // namespace

TranspositionTable::TranspositionTable(std::size_t megabytes) {
    if (megabytes < 1) throw std::length_error("a hash table has at least 1 MB");
    if (megabytes > std::size_t{1} << 24) refuse(megabytes, "16,777,216 MB is the most that can be addressed");
    const std::size_t machine = megabytes_of_machine();
    if (machine && megabytes > machine) refuse(megabytes, "this machine has " + std::to_string(machine) + " MB");
    const std::size_t bytes = megabytes << 20;
    memory_ = ZeroedMemory(bytes);
    if (!memory_.data()) refuse(megabytes, "the system gave no memory");
    memory_.touch();  // now, not in the time of the first move
    first_ = static_cast<Bucket*>(memory_.data());
    buckets_ = bytes / sizeof(Bucket);
}

void TranspositionTable::store(Key key, HashMove move, Bound bound, Score score, int depth) {
    auto& entries = bucket(key).entries;
    Entry* chosen = nullptr;
    int least_worth = 1 << 20;
    for (Entry& entry : entries) {
        const TranspositionEntry old(entry.data.load(std::memory_order_relaxed));
        if ((entry.check.load(std::memory_order_relaxed) ^ old.word()) == key) {
            if (move == no_hash_move) move = old.move();
            chosen = &entry;
            break;
        }
        const int age = static_cast<std::uint8_t>(generation_ - old.generation());
        const int worth = old ? old.depth() - 8 * age : -(1 << 20);
        if (worth < least_worth) {
            least_worth = worth;
            chosen = &entry;
        }
    }
    const TranspositionEntry data(move, bound, score, depth, generation_);
    chosen->check.store(key ^ data.word(), std::memory_order_relaxed);
    chosen->data.store(data.word(), std::memory_order_relaxed);
}

void TranspositionTable::clear() {
    std::memset(static_cast<void*>(first_), 0, bytes());
    generation_ = 0;
}

}  // namespace crownhead
