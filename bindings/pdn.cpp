#include <nanobind/stl/vector.h>

#include "../core/move_run.hpp"
#include "../core/pdn_split.hpp"
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

// (moves, positions, [(number of an oddly written move, its offset)], end)
nb::tuple run(const Position& position, const nb::bytes& text, std::size_t begin) {
    const MoveRun run = play_run(position, view(text), begin);
    nb::list odd;
    for (std::size_t i = 0; i < run.odd.size(); ++i) odd.append(nb::make_tuple(run.odd[i], run.offsets[i]));
    return nb::make_tuple(listed(run.moves), listed(run.positions), odd, run.end);
}

// [(text, line, whether it was cut)]
nb::list feed(PdnSplitter& self, const nb::bytes& part, bool final) {
    nb::list pieces;
    for (const PdnPiece& piece : self.feed(view(part), final))
        pieces.append(nb::make_tuple(nb::bytes(piece.text.data(), piece.text.size()), piece.line, piece.cut));
    return pieces;
}

}  // namespace

void bind_pdn(nb::module_& module) {
    module.def("play_run", run, nb::arg("position"), nb::arg("text"), nb::arg("begin") = 0);
    nb::class_<PdnSplitter>(module, "PdnSplitter")
        .def(nb::init<std::size_t>(), nb::arg("most_characters"))
        .def("feed", feed, nb::arg("part"), nb::arg("final"));
}

}  // namespace crownhead
