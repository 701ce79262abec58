#include "evaluation/evaluation.hpp"

#include <cstring>

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "evaluation/patterns.hpp"
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

NamedTuple<3> python_terms;

// Where the terms of each board begin, the terms, and how often they occur.
nb::object count_terms_of(nb::bytes boards) {
    std::vector<std::int64_t> begins{0};
    std::vector<std::int32_t> terms;
    std::vector<std::int8_t> counts;
    for_each_board(boards, [&](const Position& position) {
        for (const TermCount& found : count_terms(position)) {
            terms.push_back(found.term);
            counts.push_back(static_cast<std::int8_t>(found.count));
        }
        begins.push_back(static_cast<std::int64_t>(terms.size()));
    });
    return python_terms(packed(begins), packed(terms), packed(counts));
}

// The shape of the network, for whoever fits its weights.
NamedTuple<12> python_network;

nb::object network_shape() {
    nb::list pattern_squares, buckets;
    for (const Bits squares : patterns::squares) pattern_squares.append(gather(squares));
    for (int pieces = 0; pieces <= 2 * max_pieces_per_side; ++pieces) buckets.append(network::bucket_of(pieces));
    return python_network(Evaluation::weight_count(), term_count, Term::Men + 0, Term::Kings + 0,
                          nb::tuple(pattern_squares), patterns::states, network::inputs, network::lanes, network::units,
                          nb::tuple(buckets), network::one, network::output_scale);
}

nb::bytes active_rows_of(nb::bytes boards) {
    std::vector<std::int32_t> rows;
    for_each_board(boards, [&](const Position& position) {
        const std::vector<std::int32_t> active = active_rows(position);
        rows.insert(rows.end(), active.begin(), active.end());
    });
    return packed(rows);
}

}  // namespace

void bind_evaluation(nb::module_& module) {
    nb::class_<Evaluation>(module, "Evaluation")
        .def("__init__", construct, nb::arg("words"))
        .def(
            "of", [](const Evaluation& self, const Position& position) { return self.of(position); },
            nb::arg("position"));
    python_network.define(module, "Network",
                          {"weights", "terms", "men_term", "kings_term", "pattern_squares", "pattern_states", "inputs",
                           "lanes", "units", "bucket_of_pieces", "one", "output_scale"});
    module.attr("NETWORK") = network_shape();
    python_terms.define(module, "TermCounts", {"begins", "terms", "counts"});
    module.def("count_terms", count_terms_of, nb::arg("boards"));
    module.def("active_rows", active_rows_of, nb::arg("boards"));
}

}  // namespace crownhead
