// Lines of nodes, made at once. crownhead.record.game.node defines what a node is; here nodes are made as copies of
// a blank one, by way of the offsets of its slots, which takes a sixth of the time of calling the class.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "vocabulary.hpp"

namespace crownhead {
namespace {

using Offset = Py_ssize_t;

// Of fixed size, so that nothing has to be run for it while the extension is loaded.
constexpr std::size_t MOST_SLOTS = 32;

struct NodeLayout {
    PyObject* blank = nullptr;  // kept alive by the module attribute `_node`
    allocfunc allocate = nullptr;
    std::array<Offset, MOST_SLOTS> slots{};
    std::size_t count = 0;
    Offset parent = 0, move = 0, next = 0;
};

NodeLayout layout;

PyObject*& slot(PyObject* node, Offset offset) {
    return *reinterpret_cast<PyObject**>(reinterpret_cast<char*>(node) + offset);
}

// Where in a node a slot lies: the one word that shows what was put there by name. The stable ABI has no other way to
// learn it.
Offset offset_of(nb::object& node, const std::string& name) {
    const nb::object before = node.attr(name.c_str()), mark = nb::list();
    const Offset size = nb::cast<Offset>(node.type().attr("__basicsize__"));
    node.attr(name.c_str()) = mark;
    Offset offset = sizeof(PyObject);
    while (offset < size && slot(node.ptr(), offset) != mark.ptr()) offset += sizeof(PyObject*);
    node.attr(name.c_str()) = before;
    if (offset >= size) throw nb::type_error("a node has slots only");
    return offset;
}

void adopt_node(nb::module_ module, nb::object blank, const std::vector<std::string>& slots) {
    if (slots.size() > MOST_SLOTS) throw nb::value_error("a node has too many slots");
    layout.count = 0;
    for (const std::string& name : slots) layout.slots[layout.count++] = offset_of(blank, name);
    layout.parent = offset_of(blank, "parent");
    layout.move = offset_of(blank, "move");
    layout.next = offset_of(blank, "next");
    layout.blank = blank.ptr();
    layout.allocate = reinterpret_cast<allocfunc>(PyType_GetSlot(Py_TYPE(blank.ptr()), Py_tp_alloc));
    module.attr("_node") = blank;
}

nb::object copy_of_blank() {
    PyTypeObject* type = Py_TYPE(layout.blank);
    nb::object node = nb::steal(layout.allocate(type, 0));
    if (!node.is_valid()) throw nb::python_error();
    for (std::size_t i = 0; i < layout.count; ++i) {
        PyObject* value = slot(layout.blank, layout.slots[i]);
        Py_XINCREF(value);
        slot(node.ptr(), layout.slots[i]) = value;
    }
    return node;
}

void put(const nb::object& node, Offset offset, nb::handle value) {
    PyObject* old = slot(node.ptr(), offset);
    value.inc_ref();
    slot(node.ptr(), offset) = value.ptr();
    Py_XDECREF(old);
}

// Appends a line of moves behind a node that has none, and returns the last.
nb::object chain(nb::object node, const nb::list& moves) {
    if (node.type().ptr() != reinterpret_cast<PyObject*>(Py_TYPE(layout.blank)))
        throw nb::type_error("expected a node");
    for (nb::handle move : moves) {
        nb::object child = copy_of_blank();
        put(child, layout.parent, node);
        put(child, layout.move, move);
        put(node, layout.next, child);
        node = child;
    }
    return node;
}

}  // namespace

void bind_node(nb::module_& module) {
    module.def(
        "adopt_node",
        [module](nb::object blank, const std::vector<std::string>& slots) { adopt_node(module, blank, slots); },
        nb::arg("blank"), nb::arg("slots"));
    module.def("chain", chain, nb::arg("node"), nb::arg("moves"));
}

}  // namespace crownhead
