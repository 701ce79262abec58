#include "named_tuple.hpp"
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
        PyList_SetItem(list.ptr(), static_cast<Py_ssize_t>(i), to_python(values[i]).release().ptr());
    return list;
}

// What is wanted for each move of a run beside the move itself.
enum class Detail : std::uint8_t { Nothing, Position, Signature };

NamedTuple<2> python_signature;
NamedTuple<3> python_odd_move;
NamedTuple<6> python_run;
NamedTuple<4> python_game_text;

// Men and kings of Black, men and kings of White, four bits each, the first lowest.
int material(const Position& p) {
    return count(p.black & ~p.kings) | count(p.black & p.kings) << 4 | count(p.white & ~p.kings) << 8 |
           count(p.white & p.kings) << 12;
}

nb::object signature(const Position& p) { return python_signature(p.key, material(p)); }

nb::object details(const MoveRun& run, Detail detail) {
    if (detail == Detail::Position) return listed(run.positions);
    nb::list signatures;
    if (detail == Detail::Signature)
        for (const Position& position : run.positions) signatures.append(signature(position));
    return signatures;
}

nb::object run(nb::pointer_and_handle<Position> position, const nb::bytes& text, std::size_t begin, Detail detail) {
    const MoveRun run = play_run(*position.p, view(text), begin);
    const std::size_t length = run.moves.size();
    if (length == 0) return python_run(nb::list(), nb::list(), position.h, position.h, nb::list(), run.end);
    nb::object before = length > 1 ? to_python(run.positions[length - 2]) : nb::borrow(position.h);
    nb::list odd;
    for (const OddMove& each : run.odd)
        odd.append(python_odd_move(to_python(each.before), to_python(each.move), each.offset));
    return python_run(listed(run.moves), details(run, detail), before, to_python(run.positions.back()), odd, run.end);
}

nb::list feed(GameSplitter& self, const nb::bytes& part, bool final) {
    nb::list games;
    for (const GameText& game : self.feed(view(part), final))
        games.append(python_game_text(nb::bytes(game.text.data(), game.text.size()), game.line, game.offset, game.cut));
    return games;
}

}  // namespace

void bind_pdn(nb::module_& module) {
    nb::enum_<Detail>(module, "Detail")
        .value("NOTHING", Detail::Nothing)
        .value("POSITION", Detail::Position)
        .value("SIGNATURE", Detail::Signature);
    python_signature.define(module, "Signature", {"key", "material"});
    python_odd_move.define(module, "OddMove", {"before", "move", "offset"});
    python_run.define(module, "MoveRun", {"moves", "details", "before", "after", "odd", "end"});
    python_game_text.define(module, "GameText", {"text", "line", "offset", "cut"});
    module.def("signature", signature, nb::arg("position"));
    module.def("play_run", run, nb::arg("position"), nb::arg("text"), nb::arg("begin") = 0,
               nb::arg("detail") = Detail::Nothing);
    nb::class_<GameSplitter>(module, "GameSplitter")
        .def(nb::init<std::size_t>(), nb::arg("most_characters"))
        .def("feed", feed, nb::arg("part"), nb::arg("final"));
}

}  // namespace crownhead
