#include "evaluation/evaluation.hpp"

#include <cstring>

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "evaluation/patterns.hpp"
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

// Where the terms of each board begin, then the terms and how often they occur.
nb::tuple count_terms_of(nb::bytes boards) {
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
    return nb::make_tuple(packed(begins), packed(terms), packed(counts));
}

// The squares of each pattern as Black sees it, a bit a square.
std::vector<std::uint32_t> places() {
    std::vector<std::uint32_t> found;
    for (const Bits place : patterns::squares) found.push_back(gather(place));
    return found;
}

nb::bytes seen_rows_of(nb::bytes boards) {
    std::vector<std::int32_t> rows;
    for_each_board(boards, [&](const Position& position) {
        const std::vector<std::int32_t> seen = active_rows(position);
        rows.insert(rows.end(), seen.begin(), seen.end());
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
    module.def("number_count", &Evaluation::weight_count);
    module.def("places", places);
    module.def("count_terms", count_terms_of, nb::arg("boards"));
    module.def("seen_rows", seen_rows_of, nb::arg("boards"));
}

}  // namespace crownhead
