#include "pdn/game_splitter.hpp"
#include "pdn/move_run.hpp"
#include "vocabulary.hpp"

namespace crownhead {
namespace {

std::string_view view(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

template <typename Values>
nb::object listed(const Values& values) {
    nb::object list = nb::steal(PyList_New(static_cast<Py_ssize_t>(values.size())));
    for (std::size_t i = 0; i < values.size(); ++i)
        PyList_SET_ITEM(list.ptr(), static_cast<Py_ssize_t>(i), to_python(values[i]).release().ptr());
    return list;
}

// What is wanted for each move of a run beside the move itself.
enum Detail { Nothing, Positions, Signatures };

// Men and kings of Black, men and kings of White, four bits each, the first lowest.
int material(const Position& p) {
    return count(p.black & ~p.kings) | count(p.black & p.kings) << 4 | count(p.white & ~p.kings) << 8 |
           count(p.white & p.kings) << 12;
}

nb::object details(const MoveRun& run, int detail) {
    if (detail == Positions) return listed(run.positions);
    nb::list signatures;
    if (detail == Signatures)
        for (const Position& position : run.positions)
            signatures.append(nb::make_tuple(position.key, material(position)));
    return signatures;
}

// (moves, a detail of each, the positions before and after the last,
//  [(position, oddly written move, offset)], end)
nb::object run(nb::pointer_and_handle<Position> position, const nb::bytes& text, std::size_t begin, int detail) {
    const MoveRun run = play_run(*position.p, view(text), begin);
    const std::size_t length = run.moves.size();
    if (length == 0) return nb::make_tuple(nb::list(), nb::list(), position.h, position.h, nb::list(), run.end);
    nb::object before = length > 1 ? to_python(run.positions[length - 2]) : nb::borrow(position.h);
    nb::list odd;
    for (const OddMove& each : run.odd)
        odd.append(nb::make_tuple(to_python(each.before), to_python(each.move), each.offset));
    return nb::make_tuple(listed(run.moves), details(run, detail), before, to_python(run.positions.back()), odd,
                          run.end);
}

// [(text, line, offset, whether it was cut)]
nb::list feed(GameSplitter& self, const nb::bytes& part, bool final) {
    nb::list pieces;
    for (const GameText& piece : self.feed(view(part), final))
        pieces.append(
            nb::make_tuple(nb::bytes(piece.text.data(), piece.text.size()), piece.line, piece.offset, piece.cut));
    return pieces;
}

}  // namespace

void bind_pdn(nb::module_& module) {
    module.def(
        "signature", [](const Position& p) { return nb::make_tuple(p.key, material(p)); }, nb::arg("position"));
    module.def("play_run", run, nb::arg("position"), nb::arg("text"), nb::arg("begin") = 0, nb::arg("detail") = 0);
    nb::class_<GameSplitter>(module, "PdnSplitter")
        .def(nb::init<std::size_t>(), nb::arg("most_characters"))
        .def("feed", feed, nb::arg("part"), nb::arg("final"));
}

}  // namespace crownhead
