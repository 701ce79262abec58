// The Python types and objects that the extension hands out: subclasses and constants defined in
// crownhead.rules, which registers them once when it is imported.
#pragma once

#include <nanobind/nanobind.h>

#include <string_view>

#include "rules/position.hpp"

namespace crownhead {

namespace nb = nanobind;

// Borrowed pointers; the module attribute `_vocabulary` keeps their objects alive.
struct Vocabulary {
    PyObject* position_type = nullptr;
    PyObject* move_type = nullptr;
    PyObject* refuse = nullptr;  // (position, move) -> raises IllegalMove
    std::array<PyObject*, 2> colours{};
    std::array<PyObject*, 35> squares{};                // by bit
    std::array<std::array<PyObject*, 2>, 2> pieces{};   // [side][king]
    std::array<std::array<PyObject*, 4>, 35> quiets{};  // [origin][direction]: there are only 98, made once
};

extern Vocabulary vocabulary;

nb::object to_python(const Position& position);
nb::object to_python(Move move);
nb::object to_python(Side side);

void bind_vocabulary(nb::module_& module);
void bind_move(nb::module_& module);
void bind_position(nb::module_& module);
void bind_book(nb::module_& module);
void bind_perft(nb::module_& module);
void bind_proof(nb::module_& module);
void bind_engine(nb::module_& module);
void bind_environment(nb::module_& module);
void bind_evaluation(nb::module_& module);
void bind_node(nb::module_& module);
void bind_pdn(nb::module_& module);
void bind_tablebase(nb::module_& module);
void bind_training(nb::module_& module);

}  // namespace crownhead
