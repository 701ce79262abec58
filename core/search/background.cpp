#include "search/background.hpp"

#include "base/process_id.hpp"
#include "base/thread_crew.hpp"

namespace crownhead {

BackgroundSearch::BackgroundSearch(int threads, std::size_t hash_megabytes,
                                   std::shared_ptr<const Evaluation> evaluation,
                                   std::shared_ptr<const EndgameOracle> oracle)
    : state_(std::make_shared<Shared>(threads, hash_megabytes, std::move(evaluation), std::move(oracle))) {}

BackgroundSearch::~BackgroundSearch() {
    if (is_left_behind()) {
        new std::thread(std::move(thread_));  // kept for ever: it can neither be joined nor detached
        return;
    }
    finish();
    if (thread_.joinable()) thread_.detach();  // it is this one: what it works with is its own too
}

bool BackgroundSearch::is_left_behind() const {
    const int home = home_;
    return home != 0 && home != process_id();
}

void BackgroundSearch::check_is_here() const {
    if (is_left_behind()) throw SearchLeftBehind();
}

void BackgroundSearch::join() {
    if (!thread_.joinable()) return;
    thread_.join();
    home_ = 0;
}

bool BackgroundSearch::start(Task task, std::function<void()> notify) {
    check_is_here();
    if (is_on_its_thread()) return false;
    const std::lock_guard control(control_);
    {
        const std::lock_guard lock(state_->mutex);
        if (state_->running) return false;
        state_->running = true;
        state_->reports.clear();
        state_->failure = nullptr;
    }
    join();
    state_->search.begin(task);
    try {
        home_ = process_id();
        thread_ = start_thread<std::thread>(
            [state = state_, task = std::move(task), notify = std::move(notify)] { state->run(task, notify); });
    } catch (...) {
        home_ = 0;
        const std::lock_guard lock(state_->mutex);
        state_->running = false;
        throw;
    }
    return true;
}

void BackgroundSearch::Shared::run(const Task& task, const std::function<void()>& notify) {
    searcher = std::this_thread::get_id();
    std::exception_ptr thrown;
    try {
        search.run(task, [&](const Report& report) {
            put(report);
            if (notify) notify();
        });
    } catch (...) {
        thrown = std::current_exception();
    }
    {
        const std::lock_guard lock(mutex);
        running = false;
        failure = thrown;
        changed.notify_all();
    }
    if (notify) notify();
    searcher = std::thread::id();
}

void BackgroundSearch::Shared::put(const Report& report) {
    const std::lock_guard lock(mutex);
    reports.push_back(report);
    changed.notify_all();
}

std::optional<Report> BackgroundSearch::next(double seconds) {
    check_is_here();
    Shared& state = *state_;
    std::unique_lock lock(state.mutex);
    state.changed.wait_for(lock, std::chrono::duration<double>(seconds),
                           [&] { return !state.reports.empty() || !state.running; });
    if (state.reports.empty()) {
        if (state.failure) std::rethrow_exception(std::exchange(state.failure, nullptr));
        return std::nullopt;
    }
    Report report = std::move(state.reports.front());
    state.reports.pop_front();
    return report;
}

bool BackgroundSearch::is_finished() {
    if (is_left_behind()) return false;  // next() says why
    const std::lock_guard lock(state_->mutex);
    return state_->reports.empty() && !state_->running && !state_->failure;
}

void BackgroundSearch::finish() {
    stop();
    if (is_left_behind() || is_on_its_thread()) return;
    const std::lock_guard control(control_);
    stop();
    join();
    const std::lock_guard lock(state_->mutex);
    state_->reports.clear();
}

void BackgroundSearch::abandon() {
    stop();
    if (thread_.joinable() && !is_left_behind()) thread_.detach();
}

bool BackgroundSearch::forget() {
    check_is_here();
    if (is_on_its_thread()) return false;
    const std::lock_guard control(control_);
    {
        const std::lock_guard lock(state_->mutex);
        if (state_->running) return false;
    }
    join();
    state_->search.forget();
    return true;
}

}  // namespace crownhead
