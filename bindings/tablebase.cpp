#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <system_error>

#include "interrupt.hpp"
#include "named_tuple.hpp"
#include "tablebase/builder.hpp"
#include "tablebase/forty_move_rule.hpp"
#include "tablebase/verify.hpp"
#include "vocabulary.hpp"

namespace crownhead {
namespace {

using namespace tablebase;

using Pieces = std::array<int, 4>;  // black men, black kings, white men, white kings

Slice slice_from(const Pieces& pieces) {
    const Slice slice{pieces[0], pieces[1], pieces[2], pieces[3]};
    if (*std::min_element(pieces.begin(), pieces.end()) < 0 || slice.black() > max_pieces_per_side ||
        slice.white() > max_pieces_per_side || !slice.has_both_sides())
        throw nb::value_error("a slice has from 1 to 12 pieces on each side");
    return slice;
}

Position make_position(const Position& p) { return crownhead::make_position(p.black, p.white, p.kings, p.turn); }

Pieces pieces_of(const Slice& s) { return {s.black_men, s.black_kings, s.white_men, s.white_kings}; }

TableKind kind_from(bool distances) { return distances ? TableKind::Distances : TableKind::Verdicts; }

// What leaves: an endgame value, or a fault that says why there is none.
NamedTuple<2> python_value;
NamedTuple<4> python_fault;
NamedTuple<3> python_verified;
NamedTuple<2> python_longest;
NamedTuple<6> python_statistics;
NamedTuple<4> python_table;

nb::object to_python(const EndgameValue& value) {
    return python_value(value.verdict, value.plies < 0 ? nb::none() : nb::object(nb::int_(value.plies)));
}

nb::object to_python(const Fault& fault) {
    return python_fault(fault.kind, pieces_of(fault.slice), fault.path, fault.reason);
}

nb::object longest(int plies, Index index) { return plies < 0 ? nb::none() : python_longest(plies, index); }

nb::object to_python(const Statistics& s) {
    return python_statistics(s.wins, s.losses, s.draws, longest(s.longest_win, s.longest_win_index),
                             longest(s.longest_loss, s.longest_loss_index), s.histogram);
}

// -- the tables ------------------------------------------------------------------------------------------

void construct_name(TableName* self, const Pieces& pieces, bool distances, std::string path) {
    new (self) TableName{slice_from(pieces), kind_from(distances), std::move(path)};
}

nb::object probe(const Tablebase& self, const Position& position) {
    Fault fault;
    const EndgameValue value = self.value(position, fault);
    return value.verdict == Verdict::Unknown ? to_python(fault) : to_python(value);
}

// With so many pieces of the work that the forty-move rule may take, or all of it.
nb::object winning_move(const Tablebase& self, const Position& position, int reversible, std::optional<int> work) {
    const auto move = unlocked(
        [&] { return self.winning_move(position, reversible, StopToken([&] { return work && --*work <= 0; })); });
    return move ? crownhead::to_python(*move) : nb::none();
}

std::shared_ptr<FortyMoveRule> rule_around(const Tablebase& tables, const Position& position) {
    const Placement placement = placement_of(position);
    if (FortyMoveRule::is_too_large(slice_of(placement))) throw nb::value_error("there are too many such positions");
    auto rule = std::make_shared<FortyMoveRule>(placement);
    if (!unlocked([&] { return rule->work(tables, StopToken()); }))
        throw nb::value_error("their distances are not known");
    return rule;
}

// Of a position that must be one of them.
template <FortyMoveRule::Plies (FortyMoveRule::*Told)(const Placement&) const>
int told_by(const FortyMoveRule& self, const Position& position) {
    const Placement placement = placement_of(position);
    if (!self.contains(placement)) throw nb::value_error("the position has other men");
    return (self.*Told)(placement);
}

nb::object verify_slice(const Tablebase& self, const Pieces& pieces, bool distances, Index first, Index stride,
                        int threads) {
    const Slice slice = slice_from(pieces);
    if (stride == 0) throw nb::value_error("stride must be 1 or more");
    const ThreadCrew crew(checked_threads(threads), until_signalled());
    const Verified verified = unlocked([&] { return verify(self, slice, kind_from(distances), first, stride, crew); });
    const nb::object fault = verified.fault.kind == Fault::Kind::None ? nb::none() : to_python(verified.fault);
    const nb::object wrong =
        verified.wrong
            ? crownhead::to_python(make_position(position_of(SliceIndex(slice).placement_of(*verified.wrong))))
            : nb::none();
    return python_verified(verified.checked, wrong, fault);
}

// -- files -----------------------------------------------------------------------------------------------

nb::object position_at(const Pieces& pieces, Index number) {
    const SliceIndex index(slice_from(pieces));
    if (number >= index.size()) throw nb::index_error("the slice has fewer positions");
    return crownhead::to_python(make_position(position_of(index.placement_of(number))));
}

Index index_in_slice(const Position& position) {
    const Placement placement = placement_of(position);
    return SliceIndex(slice_of(placement)).index_of(placement);
}

template <typename Work>
auto naming(const std::string& path, Work work) {
    try {
        return work();
    } catch (const CorruptFile& error) {
        throw nb::value_error((path + ": " + error.what()).c_str());
    } catch (const std::system_error& error) {
        throw nb::value_error((path + ": it cannot be read: " + error.code().message()).c_str());
    }
}

nb::object file_statistics(const std::string& path, const Pieces& pieces, bool distances) {
    return naming(path,
                  [&] { return to_python(TableFile(path, slice_from(pieces), kind_from(distances)).statistics()); });
}

void check_file(const std::string& path, const Pieces& pieces, bool distances) {
    naming(path, [&] { TableFile(path, slice_from(pieces), kind_from(distances)).check(); });
}

// -- building --------------------------------------------------------------------------------------------

void construct_builder(Builder* self, std::string directory, std::size_t memory, int threads) {
    new (self) Builder(std::move(directory), memory, checked_threads(threads), until_signalled());
}

nb::list make(Builder& self, const Pieces& pieces, bool distances) {
    const Slice slice = slice_from(pieces);
    std::vector<MadeTable> made;
    try {
        made = unlocked([&] { return self.make(slice, distances); });
    } catch (const CorruptFile& error) {
        throw nb::value_error(error.what());
    }
    nb::list tables;
    for (const MadeTable& table : made)
        tables.append(python_table(pieces_of(table.slice), table.kind == TableKind::Distances,
                                   nb::bytes(table.bytes.data(), table.bytes.size()), to_python(table.statistics)));
    return tables;
}

}  // namespace

void bind_tablebase(nb::module_& module) {
    nb::enum_<Verdict>(module, "Verdict", nb::is_arithmetic())
        .value("WIN", Verdict::Win)
        .value("LOSS", Verdict::Loss)
        .value("DRAW", Verdict::Draw);
    nb::enum_<Fault::Kind>(module, "FaultKind")
        .value("MISSING", Fault::Kind::Missing)
        .value("CORRUPT", Fault::Kind::Corrupt)
        .value("TOO_MANY_PIECES", Fault::Kind::TooManyPieces);
    python_value.define(module, "EndgameValue", {"verdict", "plies"});
    python_fault.define(module, "Fault", {"kind", "pieces", "path", "reason"});
    python_verified.define(module, "Verified", {"checked", "wrong", "fault"});
    python_longest.define(module, "Longest", {"plies", "number"});
    python_statistics.define(module, "Statistics",
                             {"wins", "losses", "draws", "longest_win", "longest_loss", "histogram"});
    python_table.define(module, "MadeTable", {"pieces", "distances", "content", "statistics"});
    nb::class_<TableName>(module, "TableName")
        .def("__init__", construct_name, nb::arg("pieces"), nb::arg("distances"), nb::arg("path"));
    nb::class_<EndgameOracle>(module, "Endgames").def_prop_ro("most_pieces", &EndgameOracle::most_pieces);
    nb::class_<Tablebase, EndgameOracle>(module, "Tablebase")
        .def(nb::init<const std::vector<TableName>&, std::size_t>(), nb::arg("files"), nb::arg("cache_bytes"))
        .def("probe", probe, nb::arg("position"))
        .def("winning_move", winning_move, nb::arg("position"), nb::arg("reversible"), nb::arg("work") = nb::none())
        .def("verify", verify_slice, nb::arg("pieces"), nb::arg("distances"), nb::arg("first") = 0,
             nb::arg("stride") = 1, nb::arg("threads") = 1);
    nb::class_<FortyMoveRule>(module, "FortyMoveRule")
        .def_static("around", rule_around, nb::arg("tables"), nb::arg("position"))
        .def("patient", told_by<&FortyMoveRule::patient>, nb::arg("position"))
        .def("hurried", told_by<&FortyMoveRule::hurried>, nb::arg("position"))
        .def_prop_ro("longest_patient", &FortyMoveRule::longest_patient)
        .def_prop_ro("longest_hurried", &FortyMoveRule::longest_hurried);
    nb::class_<Builder>(module, "Builder")
        .def("__init__", construct_builder, nb::arg("directory"), nb::arg("memory"), nb::arg("threads"))
        .def("make", make, nb::arg("pieces"), nb::arg("distances"));
    module.def(
        "slice_size", [](const Pieces& pieces) { return SliceIndex(slice_from(pieces)).size(); }, nb::arg("pieces"));
    module.def("slice_position", position_at, nb::arg("pieces"), nb::arg("index"));
    module.def("slice_index", index_in_slice, nb::arg("position"));
    module.def(
        "building_bytes",
        [](const Pieces& pieces, bool distances) { return building_bytes(slice_from(pieces), distances); },
        nb::arg("pieces"), nb::arg("distances"));
    module.def("table_statistics", file_statistics, nb::arg("path"), nb::arg("pieces"), nb::arg("distances"));
    module.def("check_table", check_file, nb::arg("path"), nb::arg("pieces"), nb::arg("distances"));
}

}  // namespace crownhead
