#include "base/huge_pages.hpp"

#include <cstdlib>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace crownhead {

void advise_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    madvise(memory, bytes, MADV_HUGEPAGE);
#endif
}

void ZeroedMemory::Free::operator()(void* memory) const { std::free(memory); }

ZeroedMemory::ZeroedMemory(std::size_t bytes) : memory_(std::calloc(1, bytes + huge_page)), bytes_(bytes) {
    if (!memory_) return;
    std::size_t space = bytes + huge_page;
    first_ = memory_.get();
    std::align(huge_page, bytes, first_, space);
    advise_huge_pages(first_, bytes);
}

void ZeroedMemory::touch() const {
    constexpr std::size_t smallest_page = 4096;
#if defined(__linux__) && defined(MADV_POPULATE_WRITE)
    if (madvise(first_, bytes_, MADV_POPULATE_WRITE) == 0) return;
#endif
    auto* memory = static_cast<volatile unsigned char*>(first_);
    for (std::size_t at = 0; at < bytes_; at += smallest_page) memory[at] = 0;
}

}  // namespace crownhead
