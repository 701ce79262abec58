// A search on a thread of its own. Its reports wait in a queue until they are fetched.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>

#include "search/search.hpp"

namespace crownhead {

struct SearchLeftBehind : std::runtime_error {
    SearchLeftBehind()
        : std::runtime_error("the engine was searching when this process was forked: make a new engine here") {}
};

class BackgroundSearch {
public:
    BackgroundSearch(int threads, std::size_t hash_megabytes, std::shared_ptr<const Evaluation> evaluation,
                     std::shared_ptr<const EndgameOracle> oracle);
    ~BackgroundSearch();
    BackgroundSearch(const BackgroundSearch&) = delete;
    BackgroundSearch& operator=(const BackgroundSearch&) = delete;

    // False, and nothing happens, while another search runs. `notify` is called on the search's thread after every
    // report and at the end; it may let go of the last hold of this object there. Throws NoMoreThreads.
    // In a child of fork() that has no thread for a search that was under way: SearchLeftBehind, here and below.
    bool start(Task task, std::function<void()> notify);

    // The next report, waiting for it for some seconds; none if there is none by then or will be none. Throws what the
    // search threw, once.
    std::optional<Report> next(double seconds);
    // The search has ended and its reports have been fetched, or what it threw.
    bool is_finished();

    void stop() { state_->search.stop(); }
    void ponder_hit() { state_->search.ponder_hit(); }
    void finish();   // stops, waits for the end and drops what was not fetched; on the search's thread it only stops
    void abandon();  // stops, and lets the search end when it will
    bool forget();   // false, and nothing happens, while a search runs
    std::size_t table_bytes() const { return state_->search.table_bytes(); }

private:
    // What the search's thread works with, and keeps should this object go first.
    struct Shared {
        Shared(int threads, std::size_t hash_megabytes, std::shared_ptr<const Evaluation> evaluation,
               std::shared_ptr<const EndgameOracle> oracle)
            : search(threads, hash_megabytes, std::move(evaluation), std::move(oracle)) {}
        void run(const Task& task, const std::function<void()>& notify);
        void put(const Report& report);

        Search search;
        std::atomic<std::thread::id> searcher{};
        std::mutex mutex;  // guards what follows
        std::condition_variable changed;
        std::deque<Report> reports;
        std::exception_ptr failure;  // what the search threw, until it is told
        bool running = false;
    };

    // Another process has the thread. Its locks may be held for ever here, so this is asked before any is taken.
    bool is_left_behind() const;
    void check_is_here() const;
    void join();
    bool is_on_its_thread() const { return state_->searcher.load() == std::this_thread::get_id(); }

    std::shared_ptr<Shared> state_;
    std::mutex control_;  // one thread at a time starts, finishes or forgets
    std::thread thread_;
    std::atomic<int> home_{0};  // the process that has the thread, while there is one
};

}  // namespace crownhead
