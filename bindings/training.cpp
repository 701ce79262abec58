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

void construct(SelfPlay* self, std::shared_ptr<Evaluation> evaluation, std::shared_ptr<EndgameOracle> endgames,
               std::vector<std::vector<Position>> ballots, std::uint64_t nodes, int opening_plies, double random_moves,
               double aside, double endings, int least_pieces, int most_pieces, int settled_plies, int fewest_pieces,
               double td_lambda) {
    if (ballots.empty()) throw nb::value_error("there is no set of ballots");
    for (const auto& set : ballots)
        if (set.empty()) throw nb::value_error("a set of ballots is empty");
    const SelfPlayRecipe recipe{nodes,        opening_plies, random_moves,  aside,         endings,
                                least_pieces, most_pieces,   settled_plies, fewest_pieces, td_lambda};
    new (self) SelfPlay(recipe, std::move(evaluation), std::move(endgames), std::move(ballots));
}

}  // namespace

void bind_training(nb::module_& module) {
    nb::class_<SelfPlay>(module, "SelfPlay")
        .def("__init__", construct, nb::arg("evaluation"), nb::arg("endgames").none(), nb::arg("ballots"),
             nb::kw_only(), nb::arg("nodes"), nb::arg("opening_plies"), nb::arg("random_moves"), nb::arg("aside"),
             nb::arg("endings"), nb::arg("least_pieces"), nb::arg("most_pieces"), nb::arg("settled_plies"),
             nb::arg("fewest_pieces"), nb::arg("td_lambda"))
        .def("play", play, nb::arg("seed"), nb::arg("games"));
}

}  // namespace crownhead
