#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "interrupt.hpp"
#include "search/background.hpp"
#include "vocabulary.hpp"

namespace crownhead {
namespace {

constexpr int most_lines = max_moves;

// A Python callable that the search's thread calls. It may be dropped there too, so each step takes the lock.
std::function<void()> notifier(nb::object callable) {
    if (callable.is_none()) return {};
    const auto release = [](nb::object* held) {
        if (is_interpreter_ending()) return;
        const Locked lock;
        done_or_never([&] { delete held; });
    };
    const std::shared_ptr<nb::object> held(new nb::object(std::move(callable)), release);
    return [held] {
        if (is_interpreter_ending()) return;
        const Locked lock;
        done_or_never([&] {
            try {
                (*held)();
            } catch (nb::python_error& error) {
                error.discard_as_unraisable("crownhead's notice of a report");
            }
        });
    };
}

// As Python holds it, who lets go of it at any moment, on any thread and with its lock held.
class EngineCore final : public BackgroundSearch {
public:
    using BackgroundSearch::BackgroundSearch;
    ~EngineCore() {
        if (is_interpreter_ending()) {
            abandon();  // its thread may be waiting for a lock that never comes
        } else {
            const Unlocked unlocked;
            finish();
        }
    }
};

void construct(EngineCore* self, int threads, std::size_t hash_mb, std::shared_ptr<Evaluation> evaluation,
               std::shared_ptr<EndgameOracle> endgames) {
    new (self) EngineCore(checked_threads(threads), hash_mb, std::move(evaluation), std::move(endgames));
}

bool start(EngineCore& self, const Position& position, std::vector<Key> earlier, int reversible,
           std::optional<std::int64_t> depth, std::optional<std::uint64_t> nodes, std::optional<double> soft,
           std::optional<double> hard, bool processor, bool pondering, int lines, bool full_width, nb::object notify) {
    if (lines < 1 || lines > most_lines) throw nb::value_error("lines must be from 1 to 192");
    if (!must_jump(position) && !has_quiet_move(position)) throw nb::value_error("the position has no legal move");
    Task task;
    task.position = position;
    task.earlier = std::move(earlier);
    task.reversible = reversible;
    task.depth = static_cast<int>(std::clamp<std::int64_t>(depth.value_or(max_depth), 1, max_depth));
    task.nodes = nodes.value_or(unlimited_nodes);
    if (soft) task.time.soft = *soft;
    if (hard) task.time.hard = *hard;
    task.time.of_processor = processor;
    task.pondering = pondering;
    task.lines = lines;
    task.full_width = full_width;
    std::function<void()> notice = notifier(std::move(notify));
    const Unlocked unlocked;
    return self.start(std::move(task), std::move(notice));
}

std::optional<Report> next(EngineCore& self, double seconds) {
    const Unlocked unlocked;
    return self.next(seconds);
}

std::optional<int> plies(const ReportedScore& score) {
    const bool known = score.kind == ReportedScore::Kind::WinIn || score.kind == ReportedScore::Kind::LossIn;
    return known ? std::optional(score.plies) : std::nullopt;
}

nb::tuple line(const Report& report) {
    nb::list moves;
    for (const Move move : report.line) moves.append(to_python(move));
    return nb::tuple(moves);
}

}  // namespace

void bind_engine(nb::module_& module) {
    nb::enum_<ReportedScore::Kind>(module, "ScoreKind", nb::is_arithmetic())
        .value("WIN_IN", ReportedScore::Kind::WinIn)
        .value("LOSS_IN", ReportedScore::Kind::LossIn)
        .value("DATABASE_WIN", ReportedScore::Kind::DatabaseWin)
        .value("DATABASE_LOSS", ReportedScore::Kind::DatabaseLoss)
        .value("DATABASE_DRAW", ReportedScore::Kind::DatabaseDraw)
        .value("EVALUATION", ReportedScore::Kind::Evaluation);
    nb::class_<ReportedScore>(module, "Score")
        .def_ro("kind", &ReportedScore::kind)
        .def_prop_ro("plies", plies)
        .def_ro("centimen", &ReportedScore::centimen);
    nb::class_<Report>(module, "Report")
        .def_ro("rank", &Report::rank)
        .def_ro("depth", &Report::depth)
        .def_ro("selective_depth", &Report::selective_depth)
        .def_ro("score", &Report::score)
        .def_prop_ro("line", line)
        .def_ro("nodes", &Report::nodes)
        .def_ro("database_hits", &Report::database_hits)
        .def_ro("seconds", &Report::seconds);
    const auto unlocked = nb::call_guard<Unlocked>();
    nb::class_<EngineCore>(module, "Engine")
        .def("__init__", construct, nb::arg("threads"), nb::arg("hash_mb"), nb::arg("evaluation"),
             nb::arg("endgames") = nb::none())
        .def("start", start, nb::arg("position"), nb::arg("earlier"), nb::arg("reversible"),
             nb::arg("depth") = nb::none(), nb::arg("nodes") = nb::none(), nb::arg("soft") = nb::none(),
             nb::arg("hard") = nb::none(), nb::arg("processor") = false, nb::arg("pondering") = false,
             nb::arg("lines") = 1, nb::arg("full_width") = false, nb::arg("notify") = nb::none())
        .def("next", next, nb::arg("seconds"))
        .def_prop_ro("is_finished", &EngineCore::is_finished)
        .def("stop", &EngineCore::stop)
        .def("ponder_hit", &EngineCore::ponder_hit)
        .def("finish", &EngineCore::finish, unlocked)
        .def("forget", &EngineCore::forget, unlocked)
        .def_prop_ro("table_bytes", &EngineCore::table_bytes);
}

}  // namespace crownhead
