// How long work is ended early.
#pragma once

#include <functional>
#include <stdexcept>
#include <utility>

namespace crownhead {

// Asked now and then, only by the thread that was given the work. One without a question never stops.
class StopToken {
public:
    StopToken() = default;
    explicit StopToken(std::function<bool()> is_stopped) : is_stopped_(std::move(is_stopped)) {}

    bool is_stopped() const { return is_stopped_ && is_stopped_(); }

private:
    std::function<bool()> is_stopped_;
};

// Thrown out of work that was stopped and has no result.
struct Interrupted : std::runtime_error {
    Interrupted() : std::runtime_error("interrupted") {}
};

}  // namespace crownhead
