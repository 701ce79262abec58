// The time that a search has. Read by its threads while another starts it (a ponder move that was played).
#pragma once

#include <atomic>
#include <chrono>
#include <ctime>
#include <limits>

namespace crownhead {

// In seconds. Beyond `soft` no new iteration is begun; at `hard` the search stops where it is.
struct TimeBudget {
    double soft = std::numeric_limits<double>::infinity();
    double hard = std::numeric_limits<double>::infinity();
    // Seconds that processors worked for this process, all its threads together, and not those on the wall.
    bool of_processor = false;
};

class Clock {
public:
    // While pondering, the time that passes is not counted: it begins with count_from_now().
    void start(TimeBudget budget, bool pondering) {
        budget_ = budget;
        began_ = on_the_wall();
        counted_from_.store(pondering ? never : now(), std::memory_order_relaxed);
    }
    void count_from_now() { counted_from_.store(now(), std::memory_order_relaxed); }
    bool is_pondering() const { return counted_from_.load(std::memory_order_relaxed) == never; }

    double elapsed() const { return on_the_wall() - began_; }
    bool is_out_of_time() const { return counted() >= budget_.hard; }
    bool may_begin_iteration() const { return counted() < budget_.soft; }

private:
    static constexpr double never = std::numeric_limits<double>::infinity();

    static double on_the_wall() {
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    }
    // A system call for the processor's time, which threads ask for every thousand nodes or so.
    double now() const {
        return budget_.of_processor ? static_cast<double>(std::clock()) / CLOCKS_PER_SEC : on_the_wall();
    }
    double counted() const {
        const double from = counted_from_.load(std::memory_order_relaxed);
        return from == never ? 0.0 : now() - from;
    }

    TimeBudget budget_;
    double began_ = 0;
    std::atomic<double> counted_from_ = 0;
};

}  // namespace crownhead
