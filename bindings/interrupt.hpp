// Long work without the interpreter's lock, which Ctrl-C ends.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>

#include "base/stop_token.hpp"

namespace crownhead {

constexpr int most_threads = 256;

inline int checked_threads(int threads) {
    if (threads < 1 || threads > most_threads) throw nanobind::value_error("threads must be from 1 to 256");
    return threads;
}

// Listens for signals, but not on every call: the interpreter's lock costs more than a small piece of work.
inline StopToken until_signalled() {
    return StopToken([last = std::chrono::steady_clock::now()]() mutable {
        const auto now = std::chrono::steady_clock::now();
        if (now - last < std::chrono::milliseconds(50)) return false;
        last = now;
        const nanobind::gil_scoped_acquire lock;
        return PyErr_CheckSignals() != 0;
    });
}

// Runs without the interpreter's lock. Interrupted means that a Python error, as of Ctrl-C, is waiting.
template <typename Work>
auto unlocked(Work work) {
    try {
        const nanobind::gil_scoped_release released;
        return work();
    } catch (const Interrupted&) {
        throw nanobind::python_error();
    }
}

}  // namespace crownhead
