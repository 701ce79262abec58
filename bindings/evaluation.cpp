#include "../core/evaluation.hpp"

#include <cstring>

#include <nanobind/stl/shared_ptr.h>

#include "vocabulary.hpp"

namespace crownhead {
namespace {

// From pairs of 16-bit words in the machine's order, one pair a weight.
void construct(Evaluation* self, nb::bytes words) {
    std::vector<Weight> weights(words.size() / sizeof(Weight));
    std::memcpy(weights.data(), words.c_str(), weights.size() * sizeof(Weight));
    new (self) Evaluation(weights);
}

template <typename Number>
nb::bytes packed(const std::vector<Number>& numbers) {
    return nb::bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number));
}

// Of many boards, each four 32-bit words: the squares of Black, of White, of kings, and 1 if White is to move.
// Where the terms of each board begin, then the terms and how often they occur.
nb::tuple count_terms_of(nb::bytes boards) {
    using Board = std::array<std::uint32_t, 4>;
    const std::size_t size = boards.size() / sizeof(Board);
    std::vector<std::int64_t> begins{0};
    std::vector<std::int32_t> terms;
    std::vector<std::int8_t> counts;
    for (std::size_t i = 0; i < size; ++i) {
        Board board;
        std::memcpy(&board, boards.c_str() + i * sizeof(Board), sizeof(Board));
        const Bits black = spread(board[0]), white = spread(board[1]), kings = spread(board[2]);
        if (!is_valid(black, white, kings)) throw nb::value_error("a board is not a valid position");
        for (const TermCount& found :
             count_terms(make_position(black, white, kings, board[3] ? Side::White : Side::Black))) {
            terms.push_back(found.term);
            counts.push_back(static_cast<std::int8_t>(found.count));
        }
        begins.push_back(static_cast<std::int64_t>(terms.size()));
    }
    return nb::make_tuple(packed(begins), packed(terms), packed(counts));
}

}  // namespace

void bind_evaluation(nb::module_& module) {
    nb::class_<Evaluation>(module, "Evaluation")
        .def("__init__", construct, nb::arg("words"))
        .def("of", [](const Evaluation& self, const Position& position) { return self.of(position); }, nb::arg("position"));
    module.def("weight_count", &Evaluation::weight_count);
    module.def("count_terms", count_terms_of, nb::arg("boards"));
}

}  // namespace crownhead
