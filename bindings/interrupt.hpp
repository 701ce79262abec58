// Long work without the interpreter's lock, which Ctrl-C ends.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "base/stop_token.hpp"

namespace crownhead {

constexpr int most_threads = 256;

inline int checked_threads(int threads) {
    if (threads < 1 || threads > most_threads) throw nanobind::value_error("threads must be from 1 to 256");
    return threads;
}

// Whether the interpreter is about to end, or has ended: no thread may ask for its lock then. The stable ABI has no
// function that says so, but the interpreter calls what was registered with `atexit` before it begins to end.
inline std::atomic<bool> interpreter_ends{false};

inline bool is_interpreter_ending() { return interpreter_ends.load(std::memory_order_relaxed); }

inline void watch_interpreter() {
    interpreter_ends = false;
    nanobind::module_::import_("atexit").attr("register")(nanobind::cpp_function([] { interpreter_ends = true; }));
}

// When the interpreter ends it ends every thread that asks for its lock, also one that runs Python and has to ask again,
// by unwinding frames that C++ does not let it unwind. Such a thread waits here instead until the process is gone.
template <typename Act>
auto done_or_never(Act act) noexcept {
    try {
        return act();
    } catch (...) {
        for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
    }
}

// Holds the interpreter's lock.
class Locked {
public:
    Locked() : state_(done_or_never([] { return PyGILState_Ensure(); })) {}
    ~Locked() { PyGILState_Release(state_); }
    Locked(const Locked&) = delete;
    Locked& operator=(const Locked&) = delete;

private:
    PyGILState_STATE state_;
};

// Lets go of the interpreter's lock.
class Unlocked {
public:
    Unlocked() : state_(PyEval_SaveThread()) {}
    ~Unlocked() {
        done_or_never([&] { PyEval_RestoreThread(state_); });
    }
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;

private:
    PyThreadState* state_;
};

// Listens for signals, but not on every call: the interpreter's lock costs more than a small piece of work.
inline StopToken until_signalled() {
    return StopToken([last = std::chrono::steady_clock::now()]() mutable {
        const auto now = std::chrono::steady_clock::now();
        if (now - last < std::chrono::milliseconds(50)) return false;
        last = now;
        const Locked lock;
        return PyErr_CheckSignals() != 0;
    });
}

// Runs without the interpreter's lock. Interrupted means that a Python error, as of Ctrl-C, is waiting.
template <typename Work>
auto unlocked(Work work) {
    try {
        const Unlocked released;
        return work();
    } catch (const Interrupted&) {
        throw nanobind::python_error();
    }
}

}  // namespace crownhead
