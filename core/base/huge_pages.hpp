// A vector for large tables that are read at random: on huge pages where the system has them.
#pragma once

#include <cstddef>
#include <new>
#include <vector>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace crownhead {

template <typename T>
struct HugePages {
    using value_type = T;
    static constexpr std::size_t page = std::size_t{1} << 21;

    HugePages() = default;
    template <typename U>
    HugePages(const HugePages<U>&) {}

    T* allocate(std::size_t n) {
        const std::size_t unit = alignment(n), bytes = (n * sizeof(T) + unit - 1) / unit * unit;  // whole pages
        void* memory = ::operator new(bytes, std::align_val_t{unit});
#ifdef __linux__
        if (unit == page) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
        return static_cast<T*>(memory);
    }
    void deallocate(T* memory, std::size_t n) { ::operator delete(memory, std::align_val_t{alignment(n)}); }

    friend bool operator==(const HugePages&, const HugePages&) { return true; }

private:
    static constexpr std::size_t alignment(std::size_t n) { return n * sizeof(T) >= page ? page : 64; }
};

template <typename T>
using Roomy = std::vector<T, HugePages<T>>;

}  // namespace crownhead
