// A crew of threads that share out a range of work.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <thread>
#include <vector>

#include "base/stop_token.hpp"

namespace crownhead::tablebase {

struct Interrupted : std::runtime_error {
    Interrupted() : std::runtime_error("interrupted") {}
};

class Crew {
public:
    Crew(int threads, KeepGoing keep_going) : threads_(threads), keep_going_(std::move(keep_going)) {}

    int threads() const { return threads_; }

    // Calls work(begin, end) for pieces of 0 .. size - 1 of at most `grain`, in any order and on any thread.
    // Throws Interrupted when told to stop, or what the work threw.
    template <typename Work>
    void share(std::uint64_t size, std::uint64_t grain, const Work& work) const {
        std::atomic<std::uint64_t> next{0};
        std::atomic<bool> stop{false};
        std::exception_ptr failure;
        std::atomic_flag failed;
        const auto labour = [&](bool foreman) {
            try {
                while (!stop.load(std::memory_order_relaxed)) {
                    const std::uint64_t begin = next.fetch_add(grain, std::memory_order_relaxed);
                    if (begin >= size) return;
                    work(begin, std::min(begin + grain, size));
                    if (foreman && keep_going_ && !keep_going_()) throw Interrupted();
                }
            } catch (...) {
                if (!failed.test_and_set()) failure = std::current_exception();
                stop = true;
            }
        };
        const auto pieces = (size + grain - 1) / grain;
        std::vector<std::jthread> helpers;
        for (std::uint64_t i = 1; i < std::min<std::uint64_t>(static_cast<std::uint64_t>(threads_), pieces); ++i)
            helpers.emplace_back(labour, false);
        labour(true);
        helpers.clear();  // joins
        if (failure) std::rethrow_exception(failure);
    }

private:
    int threads_;
    KeepGoing keep_going_;
};

}  // namespace crownhead::tablebase
