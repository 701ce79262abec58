#include <nanobind/stl/vector.h>

#include <algorithm>

#include "vocabulary.hpp"

namespace crownhead {
namespace {

nb::object square(Bit bit) { return nb::borrow(vocabulary.squares[static_cast<std::size_t>(bit)]); }

nb::object path(const Move& move) {
    const Path path = path_of(move);
    nb::list squares;
    for (int i = 0; i < path.length; ++i) squares.append(square(path.squares[static_cast<std::size_t>(i)]));
    return nb::tuple(squares);
}

nb::object captures(const Move& move) {
    nb::list squares;
    if (move.is_jump()) {
        const Path path = path_of(move);
        for (std::size_t i = 1; i < static_cast<std::size_t>(path.length); ++i)
            squares.append(square((path.squares[i - 1] + path.squares[i]) / 2));
    }
    return nb::tuple(squares);
}

// From the numbers of the squares visited.
void construct(Move* self, const std::vector<int>& numbers) {
    Path path{{}, 0};
    const auto is_square = [](int number) { return number >= 1 && number <= 32; };
    if (numbers.size() <= path.squares.size() && std::all_of(numbers.begin(), numbers.end(), is_square))
        for (const int number : numbers)
            path.squares[static_cast<std::size_t>(path.length++)] = bit_of_index(number - 1);
    const std::optional<Move> move = move_along(path);
    if (!move) throw nb::value_error("no piece moves so: a move is one diagonal step, or jumps over different squares");
    new (self) Move(*move);
}

Py_hash_t hash(PyObject* self) {
    Key state = nb::inst_ptr<Move>(self)->word();
    const auto value = static_cast<Py_hash_t>(next_random(state));
    return value == -1 ? -2 : value;
}

PyObject* compare(PyObject* self, PyObject* other, int operation) {
    if ((operation != Py_EQ && operation != Py_NE) || !nb::isinstance<Move>(nb::handle(other)))
        Py_RETURN_NOTIMPLEMENTED;
    const bool equal = *nb::inst_ptr<Move>(self) == *nb::inst_ptr<Move>(other);
    return PyBool_FromLong(equal == (operation == Py_EQ));
}

PyType_Slot slots[] = {
    {Py_tp_hash, reinterpret_cast<void*>(hash)}, {Py_tp_richcompare, reinterpret_cast<void*>(compare)}, {0, nullptr}};

}  // namespace

void bind_move(nb::module_& module) {
    nb::class_<Move>(module, "Move", nb::type_slots(slots))
        .def("__init__", construct, nb::arg("path"))
        .def_prop_ro(
            "origin", [](const Move& m) { return square(m.origin()); }, "The square that the piece leaves.")
        .def_prop_ro(
            "target", [](const Move& m) { return square(m.target()); }, "The square where its move ends.")
        .def_prop_ro("path", path, "All squares that the piece visits.")
        .def_prop_ro("captures", captures, "The squares of the pieces that it takes, in order.")
        .def_prop_ro(
            "is_jump", [](const Move& m) { return m.is_jump(); }, "Whether it takes a piece.");
}

}  // namespace crownhead
