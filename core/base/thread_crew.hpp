// Threads that work together, the calling thread being one of them.
#pragma once

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/stop_token.hpp"

namespace crownhead {

struct NoMoreThreads : std::runtime_error {
    NoMoreThreads() : std::runtime_error("the system starts no more threads: use fewer") {}
};

// A thread of its own for some work, or NoMoreThreads.
template <typename Thread, typename Work>
Thread start_thread(Work&& work) {
    try {
        return Thread(std::forward<Work>(work));
    } catch (const std::system_error&) {
        throw NoMoreThreads();
    }
}

// Calls work(number) on `threads` threads at once, number 0 on this one, and waits for all of them. Throws what the work
// threw first. Nothing is begun before all threads are there, and if one cannot be started NoMoreThreads is thrown.
template <typename Work>
void run_on_threads(std::uint64_t threads, const Work& work) {
    enum class Gate : unsigned char { Closed, Open, Cancelled };
    std::atomic<Gate> gate{Gate::Closed};
    std::exception_ptr failure;
    std::atomic_flag failed;
    const auto carrying = [&](const auto& part) {
        try {
            part();
        } catch (...) {
            if (!failed.test_and_set()) failure = std::current_exception();
        }
    };
    const auto pass_gate = [&](std::uint64_t number) {
        gate.wait(Gate::Closed);
        if (gate == Gate::Open) carrying([&] { work(number); });
    };
    {
        std::vector<std::jthread> helpers;
        carrying([&] {
            helpers.reserve(threads);
            for (std::uint64_t i = 1; i < threads; ++i)
                helpers.push_back(start_thread<std::jthread>([&pass_gate, i] { pass_gate(i); }));
        });
        gate = failed.test() ? Gate::Cancelled : Gate::Open;
        gate.notify_all();
        pass_gate(0);
    }  // the end of a jthread waits for it
    if (failure) std::rethrow_exception(failure);
}

// Shares out a range of work.
class ThreadCrew {
public:
    ThreadCrew(int threads, StopToken stop) : threads_(static_cast<std::uint64_t>(threads)), stop_(std::move(stop)) {}

    // What one thread sees of a piece of work that takes long.
    class Shift {
    public:
        // Throws Interrupted once the crew is to stop.
        void check() const {
            if (asks_ ? asks_->is_stopped() : is_over_.load(std::memory_order_relaxed)) throw Interrupted();
        }

    private:
        friend ThreadCrew;
        Shift(const StopToken* asks, const std::atomic<bool>& is_over) : asks_(asks), is_over_(is_over) {}
        const StopToken* asks_;  // only on the thread that called share()
        const std::atomic<bool>& is_over_;
    };

    // Calls work(begin, end, shift) for pieces of 0 .. size - 1 of at most `grain`, in any order and on any thread.
    // Throws Interrupted when told to stop, or what the work threw.
    template <typename Work>
    void share(std::uint64_t size, std::uint64_t grain, const Work& work) const {
        std::atomic<std::uint64_t> next{0};
        std::atomic<bool> is_over{false};
        const auto take_pieces = [&](std::uint64_t number) {
            const Shift shift(number == 0 ? &stop_ : nullptr, is_over);
            try {
                while (!is_over.load(std::memory_order_relaxed)) {
                    const std::uint64_t begin = next.fetch_add(grain, std::memory_order_relaxed);
                    if (begin >= size) return;
                    work(begin, std::min(begin + grain, size), shift);
                    shift.check();
                }
            } catch (...) {
                is_over = true;
                throw;
            }
        };
        run_on_threads(std::min(threads_, (size + grain - 1) / grain), take_pieces);
    }

    // The same for work(begin, end).
    template <std::invocable<std::uint64_t, std::uint64_t> Work>
    void share(std::uint64_t size, std::uint64_t grain, const Work& work) const {
        share(size, grain, [&](std::uint64_t begin, std::uint64_t end, const Shift&) { work(begin, end); });
    }

private:
    std::uint64_t threads_;
    StopToken stop_;
};

}  // namespace crownhead
