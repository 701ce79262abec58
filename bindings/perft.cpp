#include "rules/perft.hpp"

#include "vocabulary.hpp"

namespace crownhead {
namespace {

constexpr int max_threads = 256;

PerftOptions checked(int depth, bool unique, int threads, int least_depth) {
    if (depth < least_depth) throw nb::value_error(least_depth ? "depth must be 1 or more" : "depth must be 0 or more");
    if (threads < 1 || threads > max_threads) throw nb::value_error("threads must be from 1 to 256");
    return {depth, unique, threads};
}

// Counts without the interpreter's lock, but listens for Ctrl-C.
template <typename Count>
auto interruptible(Count count) {
    const auto keep_going = [] {
        const nb::gil_scoped_acquire lock;
        return PyErr_CheckSignals() == 0;
    };
    const auto counted = [&] {
        const nb::gil_scoped_release unlocked;
        return count(keep_going);
    }();
    if (PyErr_Occurred()) throw nb::python_error();
    return counted;
}

}  // namespace

void bind_perft(nb::module_& module) {
    module.def(
        "perft",
        [](const Position& position, int depth, bool unique, int threads) {
            const PerftOptions options = checked(depth, unique, threads, 0);
            return interruptible([&](const KeepGoing& keep_going) { return perft(position, options, keep_going); });
        },
        nb::arg("position"), nb::arg("depth"), nb::arg("unique") = false, nb::arg("threads") = 1);
    module.def(
        "divide",
        [](const Position& position, int depth, bool unique, int threads) {
            const PerftOptions options = checked(depth, unique, threads, 1);
            nb::dict leaves;
            for (const Branch& branch :
                 interruptible([&](const KeepGoing& keep_going) { return divide(position, options, keep_going); }))
                leaves[to_python(branch.move)] = branch.leaves;
            return leaves;
        },
        nb::arg("position"), nb::arg("depth"), nb::arg("unique") = false, nb::arg("threads") = 1);
}

}  // namespace crownhead
