// Named tuples made in C++: what crosses the border as one value has fields with names, at the cost of a tuple.
#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <cstddef>
#include <utility>

namespace crownhead {

// A type with the given number of fields: a subclass of tuple, as typing.NamedTuple makes them. One object for each,
// without a constructor that runs while the extension is loaded; the module keeps the type alive.
template <std::size_t Fields>
class NamedTuple {
public:
    void define(nanobind::module_& module, const char* name, const std::array<const char*, Fields>& fields) {
        namespace nb = nanobind;
        const nb::object getter = nb::module_::import_("_collections").attr("_tuplegetter");
        nb::dict members;
        nb::list names;
        for (std::size_t i = 0; i < Fields; ++i) {
            members[fields[i]] = getter(i, nb::none());
            names.append(fields[i]);
        }
        members["__slots__"] = nb::tuple();
        members["__module__"] = module.attr("__name__");
        members["_fields"] = nb::tuple(names);
        members["__match_args__"] = nb::tuple(names);
        const nb::handle tuple(reinterpret_cast<PyObject*>(&PyTuple_Type)),
            meta(reinterpret_cast<PyObject*>(&PyType_Type));
        const nb::object type = meta(name, nb::make_tuple(tuple), members);
        module.attr(name) = type;
        type_ = reinterpret_cast<PyTypeObject*>(type.ptr());
        allocate_ = reinterpret_cast<allocfunc>(PyType_GetSlot(type_, Py_tp_alloc));
    }

    template <typename... Values>
    nanobind::object operator()(Values&&... values) const {
        static_assert(sizeof...(Values) == Fields);
        nanobind::object made = nanobind::steal(allocate_(type_, static_cast<Py_ssize_t>(Fields)));
        if (!made.is_valid()) throw nanobind::python_error();
        Py_ssize_t i = 0;
        (PyTuple_SetItem(made.ptr(), i++, nanobind::cast(std::forward<Values>(values)).release().ptr()), ...);
        return made;
    }

private:
    PyTypeObject* type_ = nullptr;
    allocfunc allocate_ = nullptr;
};

}  // namespace crownhead
