// Many threads on one search, to be compiled with sanitizers; see test_core.py.
#include <cstdio>

#include "search/background.hpp"

using namespace crownhead;

int main() {
    BackgroundSearch search(4, 1, std::make_shared<Evaluation>(), nullptr);
    for (int round = 0; round < 3; ++round) {
        Task task;
        task.position = start_position();
        task.depth = 10;  // deep enough for ABDADA
        task.pondering = round == 1;
        if (!search.start(task, [] {})) return 1;
        if (search.start(task, [] {})) return 2;  // busy
        if (task.pondering) search.ponder_hit();
        bool has_line = false;
        while (!search.is_finished())
            if (const std::optional<Report> report = search.next(0.01)) {
                has_line = !report->line.empty();
                if (round == 2 && report->depth >= 4) search.stop();
            }
        if (!has_line) return 3;
        if (!search.forget()) return 4;
    }
    std::puts("done");
}
