// A search on a thread of its own. Its reports wait in a queue until they are fetched.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

#include "search/search.hpp"

namespace crownhead {

class BackgroundSearch {
public:
    BackgroundSearch(int threads, std::size_t hash_megabytes, std::shared_ptr<const Evaluation> evaluation,
                     std::shared_ptr<const EndgameOracle> oracle);
    ~BackgroundSearch() { finish(); }
    BackgroundSearch(const BackgroundSearch&) = delete;
    BackgroundSearch& operator=(const BackgroundSearch&) = delete;

    // False, and nothing happens, while another search runs. `notify` is called on the search's thread after every
    // report and at the end.
    bool start(Task task, std::function<void()> notify);

    // The next report, waiting for it for some seconds; none if there is none by then or will be none.
    std::optional<Report> next(double seconds);
    // The search has ended and its reports have been fetched.
    bool is_finished();

    void stop() { search_.stop(); }
    void ponder_hit() { search_.ponder_hit(); }
    void finish();  // stops, waits for the end and drops what was not fetched
    bool forget();  // false, and nothing happens, while a search runs
    std::size_t table_bytes() const { return search_.table_bytes(); }

private:
    void run(const Task& task, const std::function<void()>& notify);
    void put(const Report& report);

    Search search_;
    std::mutex control_;  // one thread at a time starts, finishes or forgets
    std::thread thread_;
    std::mutex mutex_;  // guards what follows
    std::condition_variable changed_;
    std::deque<Report> reports_;
    bool running_ = false;
};

}  // namespace crownhead
