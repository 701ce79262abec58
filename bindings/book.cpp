#include "book/book.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "vocabulary.hpp"

namespace crownhead {
namespace {

using book::Book;
using book::BookMove;

}  // namespace

void bind_book(nb::module_& module) {
    nb::enum_<book::Origin>(module, "BookOrigin")
        .value("SEARCHED", book::Origin::Searched)
        .value("BACKED_UP", book::Origin::BackedUp)
        .value("PLAYED", book::Origin::Played)
        .value("BY_HAND", book::Origin::ByHand);
    nb::class_<BookMove>(module, "BookMove", "A move that a book knows, with what it knows of it.")
        .def_prop_ro(
            "move", [](const BookMove& m) { return to_python(m.move); }, "The move.")
        .def_ro("score", &BookMove::score, "Hundredths of a man, seen by the player who makes the move.")
        .def_ro("depth", &BookMove::depth, "How deeply it was searched.")
        .def_ro("origin", &BookMove::origin, "Where the score comes from.")
        .def_ro("wins", &BookMove::wins, "Games that the player who made the move won.")
        .def_ro("draws", &BookMove::draws, "Games that were drawn.")
        .def_ro("losses", &BookMove::losses, "Games that the player who made the move lost.");
    nb::exception<book::CorruptBook>(module, "CorruptBook", PyExc_ValueError);
    nb::class_<Book>(module, "Book")
        .def(nb::init<const std::string&>(), nb::arg("path"))
        .def_prop_ro("positions", &Book::positions)
        .def_prop_ro("moves", &Book::moves)
        .def_prop_ro("recipe", [](const Book& b) { return std::string(b.recipe()); })
        .def("find", &Book::find, nb::arg("position"));
    module.def(
        "book_key", [](const Position& p) { return book::key_of(p); }, nb::arg("position"));
    module.def(
        "checksum",
        [](nb::bytes data) {
            return checksum({reinterpret_cast<const std::uint8_t*>(data.c_str()), data.size()});
        },
        nb::arg("data"));
}

}  // namespace crownhead
