// Threads that stand ready for many short pieces of work, the calling thread being one of them. Starting a thread takes
// tens of microseconds, waking one a few: a ThreadCrew is for work of milliseconds and more, this one for less.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include "base/thread_crew.hpp"

namespace crownhead {

class StandingCrew {
public:
    // Throws NoMoreThreads.
    explicit StandingCrew(int threads) : size_(threads) {
        try {
            for (int number = 1; number < threads; ++number)
                helpers_.push_back(start_thread<std::thread>([this, number] { serve(number); }));
        } catch (...) {
            dismiss();
            throw;
        }
    }
    ~StandingCrew() { dismiss(); }
    StandingCrew(const StandingCrew&) = delete;
    StandingCrew& operator=(const StandingCrew&) = delete;

    int size() const { return size_; }

    // Calls work(number) on every thread, number 0 on this one, and waits for all. The work must not throw.
    void run(const std::function<void(int)>& work) {
        work_ = &work;
        busy_.store(static_cast<int>(helpers_.size()), std::memory_order_relaxed);
        next_turn();
        work(0);
        for (int spins = 0; busy_.load(std::memory_order_acquire) != 0;)
            if (++spins > spins_before_sleep) std::this_thread::yield();
    }

private:
    static constexpr int spins_before_sleep = 2000;  // about the time that it takes to wake a thread

    void serve(int number) {
        for (std::uint32_t seen = 0;;) {
            for (int spins = 0; turn_.load(std::memory_order_acquire) == seen;)
                if (++spins > spins_before_sleep) turn_.wait(seen, std::memory_order_acquire);
            ++seen;
            if (is_over_.load(std::memory_order_relaxed)) return;
            (*work_)(number);
            busy_.fetch_sub(1, std::memory_order_release);
        }
    }
    void next_turn() {
        turn_.fetch_add(1, std::memory_order_release);
        turn_.notify_all();
    }
    void dismiss() {
        is_over_.store(true, std::memory_order_relaxed);
        next_turn();
        for (std::thread& helper : helpers_) helper.join();
    }

    int size_;
    const std::function<void(int)>* work_ = nullptr;
    std::atomic<std::uint32_t> turn_{0};
    std::atomic<int> busy_{0};
    std::atomic<bool> is_over_{false};
    std::vector<std::thread> helpers_;
};

}  // namespace crownhead
