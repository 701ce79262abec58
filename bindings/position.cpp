#include <nanobind/stl/string_view.h>

#include "rules/move_text.hpp"
#include "rules/movegen.hpp"
#include "vocabulary.hpp"

namespace crownhead {
namespace {

void construct(Position* self, std::uint32_t black, std::uint32_t white, std::uint32_t kings, bool white_to_move) {
    if (!is_valid(spread(black), spread(white), spread(kings))) throw nb::value_error("these sets are no position");
    new (self)
        Position(make_position(spread(black), spread(white), spread(kings), white_to_move ? Side::White : Side::Black));
}

nb::object listed(const MoveList& moves) {
    nb::object list = nb::steal(PyList_New(moves.size()));
    for (int i = 0; i < moves.size(); ++i) PyList_SetItem(list.ptr(), i, to_python(moves[i]).release().ptr());
    return list;
}

nb::object moves(const Position& self, bool unique) {
    MoveList moves = legal_moves(self);
    if (unique) keep_one_of_each_result(moves);
    return listed(moves);
}

nb::object play(nb::pointer_and_handle<Position> self, const Move& move) {
    if (!is_legal(*self.p, move)) nb::handle(vocabulary.refuse)(self.h, to_python(move));
    return to_python(after(*self.p, move));
}

nb::object piece_at(const Position& self, int number) {
    if (number < 1 || number > 32) throw nb::value_error("a square is a number from 1 to 32");
    const Bit bit = bit_of_index(number - 1);
    if (!(self.occupied() >> bit & 1)) return nb::none();
    return nb::borrow(vocabulary.pieces[self.white >> bit & 1][self.kings >> bit & 1]);
}

// The move that the text names, or why there is none.
nb::object match(const Position& self, std::string_view text) {
    const Matched matched = match_move(self, text);
    return matched.match == Match::Found ? to_python(matched.move) : nb::cast(matched.match);
}

Py_hash_t hash(PyObject* self) {
    const auto value = static_cast<Py_hash_t>(nb::inst_ptr<Position>(self)->key);
    return value == -1 ? -2 : value;
}

PyObject* compare(PyObject* self, PyObject* other, int operation) {
    if ((operation != Py_EQ && operation != Py_NE) || !nb::isinstance<Position>(nb::handle(other)))
        Py_RETURN_NOTIMPLEMENTED;
    const bool equal = *nb::inst_ptr<Position>(self) == *nb::inst_ptr<Position>(other);
    return PyBool_FromLong(equal == (operation == Py_EQ));
}

PyType_Slot slots[] = {
    {Py_tp_hash, reinterpret_cast<void*>(hash)}, {Py_tp_richcompare, reinterpret_cast<void*>(compare)}, {0, nullptr}};

}  // namespace

void bind_position(nb::module_& module) {
    nb::enum_<Match>(module, "NoMatch")
        .value("MALFORMED", Match::Malformed)
        .value("NONE_FITS", Match::NoneFits)
        .value("SEVERAL_FIT", Match::SeveralFit);
    nb::class_<Position>(module, "Position", nb::type_slots(slots))
        .def("__init__", construct, nb::arg("black"), nb::arg("white"), nb::arg("kings"), nb::arg("white_to_move"))
        .def_prop_ro(
            "turn", [](const Position& p) { return to_python(p.turn); }, "The side to move.")
        .def_prop_ro(
            "key", [](const Position& p) { return p.key; }, "The Zobrist key: a number of 64 bits.")
        .def_prop_ro(
            "black_bits", [](const Position& p) { return gather(p.black); }, "Black's squares, a bit for each index.")
        .def_prop_ro(
            "white_bits", [](const Position& p) { return gather(p.white); }, "White's squares, a bit for each index.")
        .def_prop_ro(
            "king_bits", [](const Position& p) { return gather(p.kings); },
            "The kings of both sides, a bit for each index.")
        .def_prop_ro("must_jump", must_jump, "Whether there is a jump, so that no other move is allowed.")
        .def_prop_ro(
            "is_over", [](const Position& p) { return !must_jump(p) && !has_quiet_move(p); },
            "Whether the side to move has no move, and has lost.")
        .def("piece_at", piece_at, nb::arg("square"), nb::sig("def piece_at(self, square: int) -> Piece | None"),
             "The piece on a square, or None.")
        .def("legal_moves", moves, nb::arg("unique") = false,
             nb::sig("def legal_moves(self, unique: bool = False) -> list[Move]"),
             "Every legal move: the jumps, if there are any. With unique=True, one of those that have the same result.")
        .def("is_legal", is_legal, nb::arg("move"), nb::sig("def is_legal(self, move: Move) -> bool"),
             "Whether this move may be played here.")
        .def("match", match, nb::arg("text"), nb::sig("def match(self, text: str) -> Move | NoMatch"),
             "The move that a text names, or why there is none; parse_move says it in words.")
        .def("play", play, nb::arg("move"), nb::sig("def play(self, move: Move) -> Position"),
             "The position after a legal move. Raises IllegalMove for another.")
        .def(
            "flipped", [](const Position& p) { return to_python(flipped(p)); },
            nb::sig("def flipped(self) -> Position"),
            "The same with the colours exchanged and the board turned round.");
    module.def("start", [] { return to_python(start_position()); });
}

}  // namespace crownhead
