#include "search/transposition_table.hpp"

#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>

#if defined(__linux__)
#include <sys/mman.h>
#endif
#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

namespace crownhead {
namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;

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

// Zeroed by the system as pages are touched, so that a large table costs nothing until it is used.
void* zeroed(std::size_t megabytes, std::size_t bytes) {
    const std::size_t machine = megabytes_of_machine();
    if (machine && megabytes > machine) refuse(megabytes, "this machine has " + std::to_string(machine) + " MB");
    void* memory = std::calloc(1, bytes);
    if (!memory) refuse(megabytes, "the system gave no memory");
    return memory;
}

}  // namespace

void Table::Release::operator()(void* memory) const { std::free(memory); }

Table::Table(std::size_t megabytes) {
    if (megabytes < 1) throw std::length_error("a hash table has at least 1 MB");
    if (megabytes > std::size_t{1} << 24) refuse(megabytes, "16,777,216 MB is the most that can be addressed");
    const std::size_t bytes = megabytes << 20;
    buckets_ = bytes / sizeof(Bucket);
    memory_.reset(zeroed(megabytes, bytes + huge_page));
    void* aligned = memory_.get();
    std::size_t space = bytes + huge_page;
    std::align(huge_page, bytes, aligned, space);
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    madvise(aligned, bytes, MADV_HUGEPAGE);  // only faster if granted
#endif
    first_ = static_cast<Bucket*>(aligned);
}

void Table::store(Key key, MoveHint hint, Bound bound, Score score, int depth) {
    auto& entries = bucket(key).entries;
    Entry* chosen = nullptr;
    int least_worth = 1 << 20;
    for (Entry& entry : entries) {
        const TableData old(entry.data.load(std::memory_order_relaxed));
        if ((entry.check.load(std::memory_order_relaxed) ^ old.word()) == key) {
            if (hint == no_hint) hint = old.hint();
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
    const TableData data(hint, bound, score, depth, generation_);
    chosen->check.store(key ^ data.word(), std::memory_order_relaxed);
    chosen->data.store(data.word(), std::memory_order_relaxed);
}

void Table::clear() {
    std::memset(static_cast<void*>(first_), 0, bytes());
    generation_ = 0;
}

}  // namespace crownhead
