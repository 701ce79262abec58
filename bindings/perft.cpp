#include "rules/perft.hpp"

#include "interrupt.hpp"
#include "vocabulary.hpp"

namespace crownhead {
namespace {

PerftOptions checked(int depth, bool unique, int threads, int least_depth) {
    if (depth < least_depth) throw nb::value_error(least_depth ? "depth must be 1 or more" : "depth must be 0 or more");
    return {depth, unique, checked_threads(threads)};
}

}  // namespace

void bind_perft(nb::module_& module) {
    module.def(
        "perft",
        [](const Position& position, int depth, bool unique, int threads) {
            const PerftOptions options = checked(depth, unique, threads, 0);
            return unlocked([&] { return perft(position, options, until_signalled()); });
        },
        nb::arg("position"), nb::arg("depth"), nb::arg("unique") = false, nb::arg("threads") = 1);
    module.def(
        "divide",
        [](const Position& position, int depth, bool unique, int threads) {
            const PerftOptions options = checked(depth, unique, threads, 1);
            nb::dict leaves;
            for (const Branch& branch : unlocked([&] { return divide(position, options, until_signalled()); }))
                leaves[to_python(branch.move)] = branch.leaves;
            return leaves;
        },
        nb::arg("position"), nb::arg("depth"), nb::arg("unique") = false, nb::arg("threads") = 1);
}

}  // namespace crownhead
