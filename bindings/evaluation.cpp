#include "evaluation/evaluation.hpp"

#include <cstring>

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "evaluation/king_patterns.hpp"
#include "evaluation/terms.hpp"
#include "named_tuple.hpp"
#include "vocabulary.hpp"

namespace crownhead {
namespace {

// From 16-bit numbers in the machine's order.
void construct(Evaluation* self, nb::bytes words) {
    std::vector<std::int16_t> numbers(words.size() / sizeof(std::int16_t));
    std::memcpy(numbers.data(), words.c_str(), numbers.size() * sizeof(std::int16_t));
    new (self) Evaluation(numbers);
}

template <typename Number>
nb::bytes packed(const std::vector<Number>& numbers) {
    return nb::bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number));
}

// Calls visit(position) for each of many boards, each four 32-bit words: the squares of Black, of White, of kings, and 1
// if White is to move.
template <typename Visit>
void for_each_board(const nb::bytes& boards, Visit&& visit) {
    using Board = std::array<std::uint32_t, 4>;
    for (std::size_t begin = 0; begin + sizeof(Board) <= boards.size(); begin += sizeof(Board)) {
        Board board;
        std::memcpy(&board, boards.c_str() + begin, sizeof(Board));
        const Bits black = spread(board[0]), white = spread(board[1]), kings = spread(board[2]);
        if (!is_valid(black, white, kings)) throw nb::value_error("a board is not a valid position");
        visit(make_position(black, white, kings, board[3] ? Side::White : Side::Black));
    }
}

// What the trainer needs to know of positions, as the mover sees them, one after the other: the rows that are summed for
// the mover and those for the other player, of patterns and of king patterns, how often each term occurs, and the output
// bucket.
NamedTuple<4> python_features;

nb::object features_of(nb::bytes boards) {
    std::vector<std::int32_t> rows, king_rows;
    std::vector<std::int8_t> terms;
    std::vector<std::uint8_t> buckets;
    for_each_board(boards, [&](const Position& position) {
        for (const std::int32_t row : active_rows(position)) rows.push_back(row);
        for (const std::int32_t row : active_king_rows(position)) king_rows.push_back(row);
        terms.resize(terms.size() + term_count);
        std::int8_t* counts = terms.data() + terms.size() - term_count;
        const int sign = position.turn == Side::Black ? 1 : -1;
        for (const TermCount& found : count_terms(position))
            counts[found.term] = static_cast<std::int8_t>(counts[found.term] + sign * found.count);
        buckets.push_back(static_cast<std::uint8_t>(output_bucket_of(position)));
    });
    return python_features(packed(rows), packed(king_rows), packed(terms), packed(buckets));
}

nb::bytes values_of(const Evaluation& evaluation, nb::bytes boards) {
    std::vector<std::int32_t> values;
    for_each_board(boards, [&](const Position& position) { values.push_back(evaluation.of(position)); });
    return packed(values);
}

// The shape of the network, for whoever fits its weights.
NamedTuple<15> python_network;

template <std::size_t Patterns>
nb::tuple gathered(const std::array<Bits, Patterns>& patterns) {
    nb::list found;
    for (const Bits squares : patterns) found.append(gather(squares));
    return nb::tuple(found);
}

nb::object network_shape() {
    return python_network(Evaluation::weight_count(), term_count, Term::Men + 0, Term::Kings + 0,
                          gathered(patterns::squares), patterns::states, gathered(king_patterns::squares),
                          king_patterns::states, network::inputs, network::lanes, network::units,
                          network::output_buckets, network::one, network::output_scale, worth_of_a_man);
}

}  // namespace

void bind_evaluation(nb::module_& module) {
    nb::class_<Evaluation>(module, "Evaluation")
        .def("__init__", construct, nb::arg("words"))
        .def(
            "of", [](const Evaluation& self, const Position& position) { return centimen_of(self.of(position)); },
            nb::arg("position"))
        .def("of_boards", values_of, nb::arg("boards"));
    python_network.define(
        module, "Network",
        {"weights", "terms", "men_term", "kings_term", "pattern_squares", "pattern_states", "king_pattern_squares",
         "king_pattern_states", "inputs", "lanes", "units", "buckets", "one", "output_scale", "worth_of_a_man"});
    module.attr("NETWORK") = network_shape();
    python_features.define(module, "Features", {"rows", "king_rows", "terms", "buckets"});
    module.def("features", features_of, nb::arg("boards"));
}

}  // namespace crownhead
