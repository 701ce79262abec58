#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "interrupt.hpp"
#include "training/self_play.hpp"
#include "vocabulary.hpp"

namespace crownhead {
namespace {

using namespace training;

// From sixteen-byte samples in the machine's order.
nb::bytes play(SelfPlay& self, std::uint64_t seed, int games) {
    const std::vector<Sample> samples = unlocked([&] { return self.play(seed, games, until_signalled()); });
    return nb::bytes(reinterpret_cast<const char*>(samples.data()), samples.size() * sizeof(Sample));
}

void construct(SelfPlay* self, const SelfPlayRecipe& recipe, std::shared_ptr<Evaluation> evaluation,
               std::shared_ptr<EndgameOracle> endgames, std::vector<std::vector<Position>> ballots) {
    if (ballots.empty()) throw nb::value_error("there is no set of ballots");
    for (const auto& set : ballots)
        if (set.empty()) throw nb::value_error("a set of ballots is empty");
    new (self) SelfPlay(recipe, std::move(evaluation), std::move(endgames), std::move(ballots));
}

}  // namespace

void bind_training(nb::module_& module) {
    nb::class_<SelfPlayRecipe>(module, "SelfPlayRecipe")
        .def(nb::init<>())
        .def_rw("nodes", &SelfPlayRecipe::nodes)
        .def_rw("opening_plies", &SelfPlayRecipe::opening_plies)
        .def_rw("random_moves", &SelfPlayRecipe::random_moves)
        .def_rw("aside", &SelfPlayRecipe::aside)
        .def_rw("endings", &SelfPlayRecipe::endings)
        .def_rw("least_pieces", &SelfPlayRecipe::least_pieces)
        .def_rw("most_pieces", &SelfPlayRecipe::most_pieces)
        .def_rw("settled_plies", &SelfPlayRecipe::settled_plies);
    nb::class_<SelfPlay>(module, "SelfPlay")
        .def("__init__", construct, nb::arg("recipe"), nb::arg("evaluation"), nb::arg("endgames").none(),
             nb::arg("ballots"))
        .def("play", play, nb::arg("seed"), nb::arg("games"));
}

}  // namespace crownhead
