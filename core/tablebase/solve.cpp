#include "tablebase/solve.hpp"

#include <algorithm>
#include <set>

#include "base/huge_pages.hpp"
#include "tablebase/initial_value.hpp"
#include "tablebase/layout.hpp"

namespace crownhead::tablebase {
namespace {

constexpr std::uint64_t grain = 2048;  // configurations a thread takes at once

// Which bits of a word are known to be wins (low half) and losses (high half) for the side to move.
using Known = std::uint64_t;
constexpr Word wins(Known known) { return static_cast<Word>(known); }
constexpr Word losses(Known known) { return static_cast<Word>(known >> 32); }
constexpr Known known_from(Word w, Word l) { return Known{l} << 32 | w; }

// Threads read words while their owner writes them. Values only ever grow, so any mixture is right.
template <typename T>
T peek(const T& value) {
    return std::atomic_ref<T>(const_cast<T&>(value)).load(std::memory_order_relaxed);
}
template <typename T>
void poke(T& place, T value) {
    std::atomic_ref<T>(place).store(value, std::memory_order_relaxed);
}

Word equal_bits(const Half* halves, Half wanted) {
    Word word = 0;
    for (int bit = 0; bit < 32; ++bit) word |= Word{halves[bit] == wanted} << bit;
    return word;
}

// The tables of one side to move, by configuration.
struct SideTable {
    HugePageVector<Known> known;
    HugePageVector<Word> fixed;             // bits whose value does not come from quiet moves, or that are no positions
    HugePageVector<Word> unlosable;         // crowning a man avoids the loss (with distances: for now)
    HugePageVector<std::uint8_t> dirty[2];  // to be looked at in this pass and in the next one

    // With distances only. A pending win or loss is one that comes from outside the slice and takes effect
    // in the pass of its own distance; for bits that are not fixed a pending loss ends being unlosable.
    HugePageVector<Half> halves;  // 32 a configuration
    HugePageVector<Word> pending_wins, pending_losses;
    HugePageVector<Half> win_due, loss_due;  // the nearest pending one

    SideTable(Config size, bool distances)
        : known(size),
          fixed(size),
          unlosable(size),
          dirty{HugePageVector<std::uint8_t>(size, 1), HugePageVector<std::uint8_t>(size)} {
        if (!distances) return;
        halves.assign(32 * size, no_half);
        pending_wins.resize(size);
        pending_losses.resize(size);
        win_due.assign(size, no_half);
        loss_due.assign(size, no_half);
    }
    static std::size_t bytes_for(Config size, bool distances) {
        const auto of = [&](std::size_t each) { return huge_page_bytes(size * each); };
        const std::size_t verdicts = of(sizeof(Known)) + 2 * of(sizeof(Word)) + 2 * of(1);
        return verdicts + (distances ? of(32 * sizeof(Half)) + 2 * of(sizeof(Word)) + 2 * of(sizeof(Half)) : 0);
    }
};

template <bool Distances>
class Solver {
public:
    Solver(const Library& library, const Layout& layout, const ThreadCrew& crew)
        : library_(library),
          layout_(layout),
          crew_(crew),
          sides_{SideTable(layout.size(), Distances), SideTable(layout.size(), Distances)} {}

    void run() {
        crew_.share(layout_.size(), grain, [&](Config begin, Config end) {
            for (Config c = begin; c < end; ++c) initialise(layout_.others(c));
        });
        for (int ply = 0; pass(ply); ++ply)
            if (ply >= most_plies) throw std::overflow_error("a win takes more plies than the files can say");
    }

    // Writes down the solved values of layout.slice() for Black, or of its flip for White.
    void extract(Side side, Solved& solved) const {
        const auto wanted = [&](Squares black, Squares white) {
            return side == Side::Black ? layout_.has_men(black, white)
                                       : layout_.has_men(reversed(white), reversed(black));
        };
        crew_.share(solved.index.size(), grain * Values::per_word, [&](Index begin, Index end) {
            solved.index.for_each_with(begin, end, wanted, [&](Index i, const Placement& p) {
                const auto [config, bit] = layout_.place_of(side == Side::Black ? p : flipped(p));
                const SideTable& t = table(side);
                const Known known = t.known[config];
                const Verdict verdict = wins(known) >> bit & 1     ? Verdict::Win
                                        : losses(known) >> bit & 1 ? Verdict::Loss
                                                                   : Verdict::Draw;
                Half half = 0;
                if constexpr (Distances)
                    if (verdict != Verdict::Draw) half = t.halves[32 * config + static_cast<Config>(bit)];
                solved.values.set(i, verdict, half);
            });
        });
    }

private:
    SideTable& table(Side side) { return sides_[static_cast<std::size_t>(side)]; }
    const SideTable& table(Side side) const { return sides_[static_cast<std::size_t>(side)]; }

    // -- before the first pass -------------------------------------------------------------------------

    void initialise(const Others& o) {
        const Squares rovers = o.valid ? layout_.rover_squares(o) : 0;
        for (const Side side : {Side::Black, Side::White}) {
            SideTable& t = table(side);
            const Exits exits = exits_of(o, side);
            t.fixed[o.config] = ~rovers;
            for (Squares left = rovers; left; left &= left - 1) {
                const Squares rover = left & (~left + 1);
                const Placement p = layout_.placement(o, rover);
                note(t, o.config, rover, start_of(library_, side == Side::Black ? p : flipped(p), exits));
            }
            if constexpr (Distances) set_due(t, o.config);
        }
    }

    // As the side itself sees the board.
    Exits exits_of(const Others& o, Side side) const {
        const bool black = side == Side::Black;
        const Band& band = black ? layout_.part().black : layout_.part().white;
        return {black ? o.sets[BlackMen] : reversed(o.sets[WhiteMen]), band.to < 28 ? ~below(band.to) : 0};
    }

    void note(SideTable& t, Config c, Word bit, const InitialValue& start) {
        if (start.kind == InitialValue::Kind::Open) return;
        if (start.kind == InitialValue::Kind::Final) t.fixed[c] |= bit;
        else t.unlosable[c] |= bit;
        if (start.value.verdict == Verdict::Draw) return;
        const bool win = start.value.verdict == Verdict::Win;
        if constexpr (Distances) {
            (win ? t.pending_wins : t.pending_losses)[c] |= bit;
            t.halves[32 * c + static_cast<Config>(std::countr_zero(bit))] = static_cast<Half>(start.value.plies / 2);
        } else if (win || start.kind == InitialValue::Kind::Final) {
            t.known[c] |= win ? known_from(bit, 0) : known_from(0, bit);
        } else {
            t.unlosable[c] &= ~bit;  // every crowning loses, so it helps nothing
        }
    }

    void set_due(SideTable& t, Config c) {
        t.win_due[c] = earliest(t, c, t.pending_wins[c]);
        t.loss_due[c] = earliest(t, c, t.pending_losses[c]);
    }
    static Half earliest(const SideTable& t, Config c, Word bits) {
        Half found = no_half;
        for (; bits; bits &= bits - 1)
            found = std::min(found, t.halves[32 * c + static_cast<Config>(std::countr_zero(bits))]);
        return found;
    }

    // -- passes ----------------------------------------------------------------------------------------

    // Finds the wins (odd ply) or losses (even ply) of this distance; without distances, whatever can be
    // found. False when there is nothing left to find.
    bool pass(int ply) {
        const auto now = static_cast<std::size_t>(ply % 2), next = 1 - now;
        std::atomic<bool> more{false};
        crew_.share(layout_.size(), grain, [&](Config begin, Config end) {
            bool marked = false;
            for (const Side side : {Side::Black, Side::White}) {
                SideTable& t = table(side);
                for (Config c = begin; c < end; ++c) {
                    const bool dirty = peek(t.dirty[now][c]);
                    if (dirty) t.dirty[now][c] = 0;
                    if constexpr (Distances) marked |= t.win_due[c] != no_half || t.loss_due[c] != no_half;
                    if (dirty || is_due(t, c, ply)) marked |= look(side, c, dirty, ply, next);
                }
            }
            if (marked) more.store(true, std::memory_order_relaxed);
        });
        return more;
    }

    bool is_due(const SideTable& t, Config c, int ply) const {
        if constexpr (Distances) return (ply % 2 ? t.win_due : t.loss_due)[c] == ply / 2;
        return false;
    }

    // Looks at one configuration, records what it finds and marks what that may concern in the next pass.
    bool look(Side side, Config c, bool dirty, int ply, std::size_t next) {
        SideTable& t = table(side);
        const Others o = layout_.others(c);
        if (!o.valid) return false;
        Word arrived = 0;
        if constexpr (Distances)
            if (is_due(t, c, ply)) {
                arrived = arrive(t, c, ply);
                dirty = true;
            }
        const Known before = t.known[c];
        const Word open = ~(wins(before) | losses(before) | t.fixed[c]);
        Word won = 0, lost = 0;
        if (dirty && open) {
            const Word found_wins = Distances && ply % 2 == 0 ? 0 : 1, found_losses = Distances && ply % 2 ? 0 : 1;
            const Outlook seen = outlook(side, o);
            if (found_wins) won = open & seen.winning;
            if (found_losses) lost = open & ~seen.winning & ~seen.escaping & ~t.unlosable[c];
        }
        if constexpr (Distances) {
            settle(t, c, won | lost, ply);
            (ply % 2 ? won : lost) |= arrived;
        }
        if (!(won | lost)) return false;
        poke(t.known[c], before | known_from(won, lost));
        mark_before(opponent(side), o, next);
        return true;
    }

    // Takes the pending values of this ply. Those of fixed bits and wins become known; other losses only
    // mean that crowning no longer helps.
    Word arrive(SideTable& t, Config c, int ply) {
        Word& pending = (ply % 2 ? t.pending_wins : t.pending_losses)[c];
        const Word due = equal_bits(&t.halves[32 * c], static_cast<Half>(ply / 2)) & pending;
        pending &= ~due;
        (ply % 2 ? t.win_due : t.loss_due)[c] = earliest(t, c, pending);
        if (ply % 2) return due;
        t.unlosable[c] &= ~due;
        return due & t.fixed[c];
    }

    void settle(SideTable& t, Config c, Word bits, int ply) {
        if (bits & t.pending_wins[c]) {
            t.pending_wins[c] &= ~bits;
            t.win_due[c] = earliest(t, c, t.pending_wins[c]);
        }
        if (bits & t.pending_losses[c]) {
            t.pending_losses[c] &= ~bits;
            t.loss_due[c] = earliest(t, c, t.pending_losses[c]);
        }
        for (; bits; bits &= bits - 1)
            t.halves[32 * c + static_cast<Config>(std::countr_zero(bits))] = static_cast<Half>(ply / 2);
    }

    struct Outlook {
        Word winning = 0;   // some quiet move leads to a known loss of the other side
        Word escaping = 0;  // some quiet move leads to no known win of the other side
    };

    Outlook outlook(Side side, const Others& o) const {
        Outlook seen;
        const HugePageVector<Known>& other = table(opponent(side)).known;
        layout_.for_each_step<false>(o, side, [&](Config c, Squares target) {
            const Known known = peek(other[c]);
            seen.winning |= losses(known) & ~target;
            seen.escaping |= ~(wins(known) | target);
        });
        if (side == Side::Black) {
            const Known known = peek(other[o.config]);
            const Squares targets = layout_.rover_squares(o);
            seen.winning |= rover_from(losses(known) & targets);
            seen.escaping |= rover_from(~wins(known) & targets);
        }
        return seen;
    }

    // Where the rover may come from to these squares.
    Word rover_from(Word targets) const {
        return layout_.rover_is_king() ? steps_down(targets) | steps_up(targets) : steps_up(targets);
    }

    void mark_before(Side side, const Others& o, std::size_t next) {
        SideTable& t = table(side);
        layout_.for_each_step<true>(o, side, [&](Config c, Squares) { poke<std::uint8_t>(t.dirty[next][c], 1); });
        if (side == Side::Black) poke<std::uint8_t>(t.dirty[next][o.config], 1);
    }

    const Library& library_;
    const Layout& layout_;
    const ThreadCrew& crew_;
    std::array<SideTable, 2> sides_;
};

template <bool Distances>
void solve_parts(const Library& library, const Slice& slice, const std::vector<Part>& parts, Solved& black,
                 Solved& white, const ThreadCrew& crew) {
    for (const Part& part : parts) {
        const Layout layout(slice, part);
        Solver<Distances> solver(library, layout, crew);
        solver.run();
        solver.extract(Side::Black, black);
        // Of a slice that is its own flip, the one side's values are the other's, but of another part.
        if (&white != &black || parts.size() > 1) solver.extract(Side::White, white);
    }
}

}  // namespace

Pair solve(Library& library, const Slice& slice, bool distances, int bands, const ThreadCrew& crew) {
    const auto blank = [&](const Slice& s) {
        SliceIndex index(s);
        const Index size = index.size();
        return std::make_shared<Solved>(Solved{std::move(index), Values(size, distances)});
    };
    const Slice turned = Layout::turned(slice);
    const auto black = blank(turned), white = turned == turned.flipped() ? black : blank(turned.flipped());
    library.put(black);
    library.put(white);
    try {
        const std::vector<Part> parts = Layout::cut(slice, bands);
        if (distances) solve_parts<true>(library, slice, parts, *black, *white, crew);
        else solve_parts<false>(library, slice, parts, *black, *white, crew);
    } catch (...) {
        library.drop(turned);
        library.drop(turned.flipped());
        throw;
    }
    return turned == slice ? Pair{black, white} : Pair{white, black};
}

std::size_t solving_bytes(const Slice& slice, bool distances, int bands) {
    std::size_t most = 0;
    for (const Part& part : Layout::cut(slice, bands))
        most = std::max(most, 2 * SideTable::bytes_for(Layout::size_of(slice, part), distances));
    return most;
}

std::vector<Slice> needed_by(const Slice& slice) {
    std::set<Slice> found;
    // What is left of one side after captures, with the other side perhaps crowning a man.
    const auto add_from = [&](const Slice& s) {
        for (int men = 0; men <= s.white_men; ++men)
            for (int kings = 0; kings <= s.white_kings; ++kings)
                for (int crowned = 0; crowned <= std::min(1, s.black_men); ++crowned) {
                    const bool quiet = men == s.white_men && kings == s.white_kings;
                    if (quiet && !crowned) continue;
                    const Slice next{men, kings, s.black_men - crowned, s.black_kings + crowned};
                    if (next.has_both_sides()) found.insert(next);
                }
    };
    add_from(slice);
    add_from(slice.flipped());
    return {found.begin(), found.end()};
}

}  // namespace crownhead::tablebase
