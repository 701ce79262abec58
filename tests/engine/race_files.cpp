// Many threads that read the same endgame tables, with a cache too small for them, and the same book; to be compiled
// with sanitizers, see test_core.py. Arguments: a folder with 0111.wld and 0111.dtw, and a book.
#include <cstdio>
#include <thread>

#include "book/book.hpp"
#include "tablebase/tablebase.hpp"

using namespace crownhead;
using namespace crownhead::tablebase;

int main(int, char** arguments) {
    constexpr Slice slice{0, 1, 1, 1};
    const std::string folder = arguments[1];
    const Tablebase tables(
        {{slice, TableKind::Verdicts, folder + "/0111.wld"}, {slice, TableKind::Distances, folder + "/0111.dtw"}},
        4096);
    const book::Book known(arguments[2]);
    const SliceIndex index(slice);
    std::atomic<int> found{0};
    std::vector<std::thread> threads;
    for (Index t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            for (Index i = t; i < index.size(); i += 37) {
                Fault fault;
                const TableKind kind = i % 2 ? TableKind::Verdicts : TableKind::Distances;
                found += tables.value(index.placement_of(i), fault, kind).verdict != Verdict::Unknown;
                found += static_cast<int>(known.find(start_position()).size());
            }
        });
    for (std::thread& thread : threads) thread.join();
    if (found > 0) std::puts("done");
}
