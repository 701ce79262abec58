#include "search/background.hpp"

namespace crownhead {

BackgroundSearch::BackgroundSearch(int threads, std::size_t hash_megabytes,
                                   std::shared_ptr<const Evaluation> evaluation,
                                   std::shared_ptr<const EndgameOracle> oracle)
    : search_(threads, hash_megabytes, std::move(evaluation), std::move(oracle)) {}

bool BackgroundSearch::start(Task task, std::function<void()> notify) {
    const std::lock_guard control(control_);
    {
        const std::lock_guard lock(mutex_);
        if (running_) return false;
        running_ = true;
        reports_.clear();
    }
    if (thread_.joinable()) thread_.join();
    search_.begin(task);
    thread_ = std::thread([this, task = std::move(task), notify = std::move(notify)] { run(task, notify); });
    return true;
}

void BackgroundSearch::run(const Task& task, const std::function<void()>& notify) {
    search_.run(task, [&](const Report& report) {
        put(report);
        if (notify) notify();
    });
    {
        const std::lock_guard lock(mutex_);
        running_ = false;
        changed_.notify_all();
    }
    if (notify) notify();
}

void BackgroundSearch::put(const Report& report) {
    const std::lock_guard lock(mutex_);
    reports_.push_back(report);
    changed_.notify_all();
}

std::optional<Report> BackgroundSearch::next(double seconds) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return !reports_.empty() || !running_; });
    if (reports_.empty()) return std::nullopt;
    Report report = std::move(reports_.front());
    reports_.pop_front();
    return report;
}

bool BackgroundSearch::is_finished() {
    const std::lock_guard lock(mutex_);
    return reports_.empty() && !running_;
}

void BackgroundSearch::finish() {
    const std::lock_guard control(control_);
    search_.stop();
    if (thread_.joinable()) thread_.join();
    const std::lock_guard lock(mutex_);
    reports_.clear();
}

bool BackgroundSearch::forget() {
    const std::lock_guard control(control_);
    {
        const std::lock_guard lock(mutex_);
        if (running_) return false;
    }
    if (thread_.joinable()) thread_.join();
    search_.forget();
    return true;
}

}  // namespace crownhead
