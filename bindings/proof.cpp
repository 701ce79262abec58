#include "proof/certificate.hpp"

#include <cstring>

#include <nanobind/stl/array.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "interrupt.hpp"
#include "proof/holding.hpp"
#include "vocabulary.hpp"

namespace crownhead {
namespace {

using proof::Certificate;
using proof::Entry;
using proof::Outcome;
using proof::ProofSearch;
using proof::Scout;

constexpr std::size_t megabyte = std::size_t{1} << 20;

void construct(ProofSearch* self, bool white_attacks, std::size_t table_mb, std::shared_ptr<Evaluation> evaluation,
               std::shared_ptr<EndgameOracle> endgames, std::shared_ptr<Scout> scout) {
    if (table_mb < 1) throw nb::value_error("the table must have 1 MB or more");
    new (self) ProofSearch(table_mb * megabyte, white_attacks ? Side::White : Side::Black, std::move(evaluation),
                           std::move(endgames), std::move(scout));
}

// True if it found the position won or lost.
bool think(Scout& self, const Position& position, std::uint64_t nodes) {
    if (!must_jump(position) && !has_quiet_move(position)) throw nb::value_error("the position has no legal move");
    return unlocked([&] { return self.think(position, nodes); });
}

// Work that ends early where `seconds` are over. Ctrl-C is heard only on Python's main thread.
template <typename Work>
auto within(double seconds, bool processor, const Work& work) {
    Clock clock;
    clock.start({.soft = seconds, .hard = seconds, .of_processor = processor}, false);
    const StopToken signalled = until_signalled();
    bool interrupted = false;
    const StopToken stop([&] { return (interrupted = signalled.is_stopped()) || clock.is_out_of_time(); });
    return unlocked([&] {
        try {
            auto result = work(stop);
            if (!interrupted) return result;
        } catch (const proof::NotCertified&) {
            if (!interrupted) throw;
        }
        throw Interrupted();
    });
}

Outcome search(ProofSearch& self, const Position& position, std::uint64_t nodes, double seconds, bool processor) {
    return within(seconds, processor, [&](const StopToken& stop) { return self.search(position, nodes, stop); });
}

// The same by gathering the set of positions in which play stays. What was found out goes into the table.
Outcome hold(ProofSearch& self, const Position& position, std::size_t most, double seconds, bool processor) {
    return within(seconds, processor, [&](const StopToken& stop) {
        proof::Holding holding(self);
        const Outcome outcome = holding.run(position, most, stop);
        holding.teach(position, outcome);
        return outcome;
    });
}

Certificate certify(ProofSearch& self, const Position& position, bool win, double seconds, bool processor) {
    return within(seconds, processor, [&](const StopToken& stop) {
        return win ? proof::certify_win(self, position, stop) : proof::certify_no_loss(self, position, stop);
    });
}

nb::bytes codes(const Certificate& certificate) {
    return nb::bytes(reinterpret_cast<const char*>(certificate.codes.data()), certificate.codes.size());
}

std::vector<std::array<int, 4>> slices(const Certificate& certificate) {
    std::vector<std::array<int, 4>> found;
    for (const tablebase::Slice& s : certificate.slices)
        found.push_back({s.black_men, s.black_kings, s.white_men, s.white_kings});
    return found;
}

// The entries on which so much work was spent, as they stand in memory: for this machine, to go on with later.
nb::bytes saved(const ProofSearch& self, std::uint32_t least_work) {
    std::vector<Entry> entries;
    self.table().for_each([&](const Entry& entry) {
        if (entry.work >= least_work) entries.push_back(entry);
    });
    return nb::bytes(reinterpret_cast<const char*>(entries.data()), entries.size() * sizeof(Entry));
}

void restore(ProofSearch& self, nb::bytes data) {
    if (data.size() % sizeof(Entry)) throw nb::value_error("the length is not that of whole entries");
    for (std::size_t at = 0; at < data.size(); at += sizeof(Entry)) {
        Entry entry;
        std::memcpy(&entry, data.c_str() + at, sizeof(Entry));
        entry.visit = 0;  // the line on which it leaned is gone
        self.table().put(entry);
    }
}

}  // namespace

void bind_proof(nb::module_& module) {
    nb::enum_<Outcome>(module, "ProofOutcome")
        .value("UNKNOWN", Outcome::Unknown)
        .value("PROVED", Outcome::Proved)
        .value("DISPROVED", Outcome::Disproved);
    nb::exception<proof::NotCertified>(module, "NotCertified", PyExc_RuntimeError);
    nb::class_<Certificate>(module, "Certificate")
        .def_prop_ro("codes", codes)
        .def_ro("leaves", &Certificate::leaves)
        .def_prop_ro("slices", slices);
    nb::class_<Scout>(module, "Scout")
        .def(nb::init<std::size_t, std::shared_ptr<Evaluation>, std::shared_ptr<EndgameOracle>>(), nb::arg("table_mb"),
             nb::arg("evaluation"), nb::arg("endgames") = nb::none())
        .def("think", think, nb::arg("position"), nb::arg("nodes"));
    nb::class_<ProofSearch>(module, "ProofSearch")
        .def("__init__", construct, nb::arg("white_attacks"), nb::arg("table_mb"), nb::arg("evaluation"),
             nb::arg("endgames") = nb::none(), nb::arg("scout") = nb::none())
        .def("search", search, nb::arg("position"), nb::arg("nodes"), nb::arg("seconds"), nb::arg("processor") = false)
        .def("hold", hold, nb::arg("position"), nb::arg("positions"), nb::arg("seconds"), nb::arg("processor") = false)
        .def("certify", certify, nb::arg("position"), nb::arg("win"), nb::arg("seconds"), nb::arg("processor") = false)
        .def_prop_ro("nodes", &ProofSearch::nodes)
        .def_prop_ro("proof_number", &ProofSearch::proof_number)
        .def_prop_ro("disproof_number", &ProofSearch::disproof_number)
        .def_prop_ro("used", [](const ProofSearch& self) { return self.table().used(); })
        .def_prop_ro("capacity", [](const ProofSearch& self) { return self.table().capacity(); })
        .def("saved", saved, nb::arg("least_work") = 1)
        .def("restore", restore, nb::arg("data"));
}

}  // namespace crownhead
