#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "environment/batch.hpp"
#include "interrupt.hpp"
#include "named_tuple.hpp"
#include "vocabulary.hpp"

namespace crownhead {
namespace {

using namespace environment;

NamedTuple<4> python_shape;

// Shapes and types are checked by crownhead.environment, which has words for what is wrong; here they are asserted.
template <typename Number>
using Array = nb::ndarray<Number, nb::c_contig, nb::device::cpu>;

template <typename Number>
std::span<Number> numbers(const Batch& batch, const Array<Number>& array, std::size_t of_each = 1) {
    if (array.size() != static_cast<std::size_t>(batch.games()) * of_each)
        throw nb::value_error("an array has another size than the environment");
    return {array.data(), array.size()};
}

// The arrays that an environment writes into.
struct Buffers {
    Array<std::uint8_t> observation, mask;
    Array<float> reward;
    Array<std::uint8_t> done, turn;

    Outputs of(const Batch& batch) const {
        return {numbers(batch, observation, observation_bytes).data(),
                numbers(batch, mask, static_cast<std::size_t>(action_count(batch.actions()))).data(),
                numbers(batch, reward).data(), numbers(batch, done).data(), numbers(batch, turn).data()};
    }
};

int checked_game(const Batch& batch, int number) {
    if (number < 0 || number >= batch.games()) throw nb::index_error("there is no such game");
    return number;
}

std::unique_ptr<Batch> make_batch(int games, std::uint64_t seed, Actions actions, int threads,
                                  const std::vector<Position>& starts, bool restarts) {
    if (games < 1 || starts.empty()) throw nb::value_error("an environment has a game and a position to begin with");
    return std::make_unique<Batch>(games, seed, actions, checked_threads(threads), starts, restarts);
}

std::vector<nb::object> moves_of(const Batch& batch, int number) {
    std::vector<nb::object> moves;
    for (const Move move : batch.game(checked_game(batch, number)).moves()) moves.push_back(to_python(move));
    return moves;
}

}  // namespace

void bind_environment(nb::module_& module) {
    nb::enum_<Actions>(module, "EnvActions").value("STEPS", Actions::Steps).value("MOVES", Actions::Moves);
    nb::class_<Buffers>(module, "EnvBuffers")
        .def(
            "__init__",
            [](Buffers* self, Array<std::uint8_t> observation, Array<std::uint8_t> mask, Array<float> reward,
               Array<std::uint8_t> done, Array<std::uint8_t> turn) {
                new (self) Buffers{std::move(observation), std::move(mask), std::move(reward), std::move(done),
                                   std::move(turn)};
            },
            nb::arg("observation"), nb::arg("mask"), nb::arg("reward"), nb::arg("done"), nb::arg("turn"));
    nb::class_<Batch>(module, "EnvBatch")
        .def(nb::new_(&make_batch), nb::arg("games"), nb::arg("seed"), nb::arg("actions"), nb::arg("threads"),
             nb::arg("starts"), nb::arg("restarts"))
        .def(
            "reset",
            [](Batch& self, std::uint64_t seed, const Buffers& out) {
                unlocked([&] { self.reset(seed, out.of(self)); });
            },
            nb::arg("seed"), nb::arg("out"))
        .def(
            "step",
            [](Batch& self, const Array<const std::int32_t>& chosen, const Buffers& out) {
                const auto actions = numbers(self, chosen);
                const Outputs outputs = out.of(self);
                return unlocked([&] { return self.step(actions, outputs); });
            },
            nb::arg("chosen"), nb::arg("out"))
        .def(
            "write", [](Batch& self, const Buffers& out) { unlocked([&] { self.write(out.of(self)); }); },
            nb::arg("out"))
        .def(
            "sample",
            [](Batch& self, const Array<std::int32_t>& chosen) {
                const auto actions = numbers(self, chosen);
                unlocked([&] { self.sample(actions); });
            },
            nb::arg("chosen"))
        .def(
            "label",
            [](Batch& self, const EndgameOracle& oracle, const Array<std::int8_t>& labels) {
                const auto written = numbers(self, labels);
                unlocked([&] { self.label(oracle, written); });
            },
            nb::arg("oracle"), nb::arg("labels"))
        .def(
            "position",
            [](const Batch& self, int game) { return to_python(self.game(checked_game(self, game)).position()); },
            nb::arg("game"))
        .def(
            "start", [](const Batch& self, int game) { return to_python(self.game(checked_game(self, game)).start()); },
            nb::arg("game"))
        .def("moves", &moves_of, nb::arg("game"))
        .def(
            "set_position",
            [](Batch& self, int game, const Position& position) {
                self.set_position(checked_game(self, game), position);
            },
            nb::arg("game"), nb::arg("position"))
        .def(
            "copy_game",
            [](Batch& self, int source, int target) {
                self.copy_game(checked_game(self, source), checked_game(self, target));
            },
            nb::arg("source"), nb::arg("target"))
        .def("copy", &Batch::copy);
    python_shape.define(module, "EnvShape", {"planes", "step_actions", "move_actions", "no_action"});
    module.attr("ENVIRONMENT") = python_shape(observation_planes, step_actions, max_moves, no_action);
}

}  // namespace crownhead
