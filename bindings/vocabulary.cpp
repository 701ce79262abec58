#include "vocabulary.hpp"

namespace crownhead {

Vocabulary vocabulary;

namespace {

// Makes an object of a registered Python subclass around a C++ value.
template <typename Value>
nb::object instance(PyObject* type, const Value& value) {
    if (!type) throw nb::import_error("crownhead._core is private: import crownhead instead");
    nb::object object = nb::inst_alloc(type);
    new (nb::inst_ptr<Value>(object)) Value(value);
    nb::inst_mark_ready(object);
    return object;
}

constexpr std::size_t direction_between(Bit origin, Bit target) {
    switch (target - origin) {
        case -5: return 0;
        case -4: return 1;
        case 4: return 2;
        default: return 3;
    }
}

nb::list make_quiet_moves() {
    nb::list made;
    for (int index = 0; index < 32; ++index) {
        const Bit origin = bit_of_index(index);
        for (const int step : direction_step) {
            const Bit target = origin + step;
            if (target < 0 || target > 34 || !(single(target) & all_squares)) continue;
            nb::object move = instance(vocabulary.move_type, Move::quiet(origin, target));
            vocabulary.quiets[static_cast<std::size_t>(origin)][direction_between(origin, target)] = move.ptr();
            made.append(move);
        }
    }
    return made;
}

void adopt(nb::module_ module, nb::type_object position_type, nb::type_object move_type, nb::tuple colours,
           nb::tuple squares, nb::tuple pieces, nb::callable refuse) {
    if (colours.size() != 2 || squares.size() != 32 || pieces.size() != 4)
        throw nb::value_error("adopt needs 2 colours, 32 squares and 4 pieces");
    vocabulary.position_type = position_type.ptr();
    vocabulary.move_type = move_type.ptr();
    vocabulary.refuse = refuse.ptr();
    for (std::size_t i = 0; i < 2; ++i) vocabulary.colours[i] = nb::object(colours[i]).ptr();
    for (std::size_t i = 0; i < 32; ++i)
        vocabulary.squares[static_cast<std::size_t>(bit_of_index(static_cast<int>(i)))] = nb::object(squares[i]).ptr();
    for (std::size_t i = 0; i < 4; ++i) vocabulary.pieces[i / 2][i % 2] = nb::object(pieces[i]).ptr();
    nb::list quiets = make_quiet_moves();
    module.attr("_vocabulary") = nb::make_tuple(position_type, move_type, colours, squares, pieces, refuse, quiets);
}

}  // namespace

nb::object to_python(const Position& position) { return instance(vocabulary.position_type, position); }

nb::object to_python(Move move) {
    if (move.is_jump()) return instance(vocabulary.move_type, move);
    return nb::borrow(
        vocabulary.quiets[static_cast<std::size_t>(move.origin())][direction_between(move.origin(), move.target())]);
}

nb::object to_python(Side side) { return nb::borrow(vocabulary.colours[static_cast<std::size_t>(side)]); }

void bind_vocabulary(nb::module_& module) {
    module.def(
        "adopt",
        [module](nb::type_object position, nb::type_object move, nb::tuple colours, nb::tuple squares, nb::tuple pieces,
                 nb::callable refuse) { adopt(module, position, move, colours, squares, pieces, refuse); },
        nb::arg("position"), nb::arg("move"), nb::arg("colours"), nb::arg("squares"), nb::arg("pieces"),
        nb::arg("refuse"));
}

}  // namespace crownhead
