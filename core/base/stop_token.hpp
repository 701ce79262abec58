// How long work is ended early.
#pragma once

#include <functional>

namespace crownhead {

// Asked now and then by the thread that was given the work; false ends it.
using KeepGoing = std::function<bool()>;

}  // namespace crownhead
