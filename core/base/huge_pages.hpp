// Memory for large tables that are read at random: on huge pages where the system has them, so that the processor finds
// most addresses in its translation buffer.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <vector>

namespace crownhead {

constexpr std::size_t huge_page = std::size_t{2} << 20;

// A hint: nothing happens where the system does not take it. The memory is aligned to huge pages.
void advise_huge_pages(void* memory, std::size_t bytes);

// Memory full of zeros. The system zeroes each page as it is first touched, so untouched memory costs nothing, and the
// first touch of a page costs more than any other: touch() pays for all of them at once.
class ZeroedMemory {
public:
    ZeroedMemory() = default;
    // data() is null if the system gave none.
    explicit ZeroedMemory(std::size_t bytes);

    void* data() const { return first_; }
    void touch() const;

private:
    struct Free {
        void operator()(void* memory) const;
    };
    std::unique_ptr<void, Free> memory_;
    void* first_ = nullptr;  // the first huge page
    std::size_t bytes_ = 0;
};

template <typename T>
struct HugePageAllocator {
    using value_type = T;

    HugePageAllocator() = default;
    template <typename U>
    HugePageAllocator(const HugePageAllocator<U>&) {}

    T* allocate(std::size_t n) {
        const std::size_t unit = alignment(n), bytes = (n * sizeof(T) + unit - 1) / unit * unit;  // whole pages
        void* memory = ::operator new (bytes, std::align_val_t{unit});
        if (unit == huge_page) advise_huge_pages(memory, bytes);
        return static_cast<T*>(memory);
    }
    void deallocate(T* memory, std::size_t n) { ::operator delete (memory, std::align_val_t{alignment(n)}); }

    friend bool operator==(const HugePageAllocator&, const HugePageAllocator&) { return true; }

private:
    static constexpr std::size_t alignment(std::size_t n) { return n * sizeof(T) >= huge_page ? huge_page : 64; }
};

template <typename T>
using HugePageVector = std::vector<T, HugePageAllocator<T>>;

// What a vector of so many bytes takes at the most: whole pages if it is large, and what alignment may waste.
constexpr std::size_t huge_page_bytes(std::size_t bytes) {
    return bytes < huge_page ? bytes : (bytes / huge_page + 2) * huge_page;
}

}  // namespace crownhead
