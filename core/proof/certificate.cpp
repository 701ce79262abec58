#include "proof/certificate.hpp"

#include <optional>

#include "proof/holding.hpp"

namespace crownhead::proof {
namespace {

using Codes = std::unordered_map<Position, std::uint8_t, HashOfPosition>;

void check(const StopToken& stop) {
    if (stop.is_stopped()) throw NotCertified("there was not enough time for it");
}

// The codes of the set that a root reaches, in the order in which a reader needs them.
// `on_cycle` hears of a position that leads back to itself, and then there is no certificate.
template <typename OnCycle>
std::optional<Certificate> written(const Codes& codes, const Position& root, OnCycle&& on_cycle) {
    struct Frame {
        Position position;
        std::vector<Position> next;
    };
    Certificate result;
    std::unordered_map<Position, bool, HashOfPosition> open;  // and whether it is still open
    std::vector<Frame> line;
    const auto enter = [&](const Position& p) {
        const MoveList moves = legal_moves(p);
        Frame frame{p, {}};
        if (!moves.empty()) {
            const std::uint8_t code = codes.at(p);
            result.codes.push_back(code);
            if (code == leaf) {
                ++result.leaves;
                result.slices.insert(tablebase::slice_of(tablebase::placement_of(p)));
            } else if (code == every_move) {
                for (int i = moves.size(); i-- > 0;) frame.next.push_back(after(p, moves[i]));
            } else frame.next.push_back(after(p, moves[code]));
        }
        open[p] = true;
        line.push_back(std::move(frame));
    };
    enter(root);
    while (!line.empty()) {
        if (line.back().next.empty()) {
            open[line.back().position] = false;
            line.pop_back();
            continue;
        }
        const Position next = line.back().next.back();
        line.back().next.pop_back();
        const auto seen = open.find(next);
        if (seen == open.end()) enter(next);
        else if (seen->second && !on_cycle(next)) return std::nullopt;
    }
    return result;
}

// -- wins ------------------------------------------------------------------------------------------------

class WinCollector {
public:
    WinCollector(const StopToken& stop) : stop_(stop) {}

    // Codes for the position and everything below it. What the table has lost is searched again in a table of its own,
    // and that part, which rests on nothing else, replaces what was there: so no cycle comes about by it.
    void collect(const ProofSearch& search, const Position& root, Codes& codes) {
        std::vector<Position> waiting{root};
        std::vector<Position> lost;
        while (!waiting.empty()) {
            const Position p = waiting.back();
            waiting.pop_back();
            const MoveList moves = legal_moves(p);
            if (moves.empty() || codes.contains(p)) continue;
            const auto code = code_of(search, p, moves);
            if (!code) {
                lost.push_back(p);
                continue;
            }
            codes[p] = *code;
            if (*code == every_move)
                for (const Move move : moves) waiting.push_back(after(p, move));
            else if (*code != leaf) waiting.push_back(after(p, moves[*code]));
        }
        for (const Position& p : lost)
            if (!codes.contains(p)) repair(search, p, codes);
    }

    void repair(const ProofSearch& search, const Position& position, Codes& codes) {
        for (std::size_t bytes = std::size_t{1} << 20; bytes <= most_bytes; bytes *= 8) {
            ProofSearch again(bytes, search.attacker(), search.evaluation(), search.oracle(), search.scout());
            const Outcome outcome = again.search(position, bytes / nodes_share, stop_);
            check(stop_);
            if (outcome == Outcome::Unknown) continue;
            if (outcome == Outcome::Disproved) throw std::logic_error("a position that was proved is not won");
            Codes part;
            collect(again, position, part);
            for (const auto& [p, code] : part) codes[p] = code;
            return;
        }
        throw NotCertified("a part of the proof was lost, because the table is too small");
    }

private:
    static constexpr std::size_t most_bytes = std::size_t{1} << 30;
    static constexpr std::size_t nodes_share = 4;  // so many bytes of a table for a node: it fills up, and more

    static std::optional<std::uint8_t> code_of(const ProofSearch& search, const Position& p, const MoveList& moves) {
        const Outcome known = search.known(p);
        if (known == Outcome::Disproved) throw std::logic_error("a position that was proved is not won");
        if (known == Outcome::Proved && !must_jump(p)) return leaf;
        if (p.turn != search.attacker()) return every_move;
        if (known == Outcome::Proved) {
            for (int i = 0; i < moves.size(); ++i)
                if (search.known(after(p, moves[i])) == Outcome::Proved) return static_cast<std::uint8_t>(i);
        }
        const Entry* entry = search.table().find(p.key);
        if (!entry || entry->mover != 0 || entry->move >= moves.size()) return std::nullopt;
        return entry->move;
    }

    const StopToken& stop_;
};

// -- positions that are not lost -------------------------------------------------------------------------

// The defender's move by the set that holds; where a database knows the position, one that it allows.
std::uint8_t held_code(const ProofSearch& search, const Holding& holding, const Position& p, const MoveList& moves) {
    const bool known = search.known(p) != Outcome::Unknown;
    if (known && !must_jump(p)) return leaf;
    if (p.turn == search.attacker()) return every_move;
    if (!known) return holding.move_at(p);
    for (int i = 0; i < moves.size(); ++i)
        if (search.known(after(p, moves[i])) == Outcome::Disproved || legal_moves(after(p, moves[i])).empty())
            return static_cast<std::uint8_t>(i);
    throw std::logic_error("the database contradicts itself");
}

Codes held_codes(const ProofSearch& search, const Holding& holding, const Position& root) {
    Codes codes;
    std::vector<Position> waiting{root};
    while (!waiting.empty()) {
        const Position p = waiting.back();
        waiting.pop_back();
        const MoveList moves = legal_moves(p);
        if (moves.empty() || codes.contains(p)) continue;
        const std::uint8_t code = codes[p] = held_code(search, holding, p, moves);
        if (code == every_move)
            for (const Move move : moves) waiting.push_back(after(p, move));
        else if (code != leaf) waiting.push_back(after(p, moves[code]));
    }
    return codes;
}

}  // namespace

Certificate certify_win(ProofSearch& search, const Position& root, const StopToken& stop) {
    WinCollector collector(stop);
    Codes codes;
    collector.collect(search, root, codes);
    constexpr int most_repairs = 1000;
    for (int i = 0; i < most_repairs; ++i) {
        check(stop);
        std::optional<Position> cycle;
        const auto remember = [&](const Position& p) {
            cycle = p;
            return false;
        };
        if (auto certificate = written(codes, root, remember)) return *std::move(certificate);
        collector.repair(search, *cycle, codes);
    }
    throw NotCertified("the proof goes round in circles, because the table is too small");
}

Certificate certify_no_loss(ProofSearch& search, const Position& root, const StopToken& stop) {
    constexpr std::size_t most_positions = 50'000'000;  // some gigabytes
    Holding holding(search);
    const Outcome outcome = holding.run(root, most_positions, stop);
    check(stop);
    if (outcome != Outcome::Disproved) throw NotCertified("the set of positions that holds was not found again");
    return *written(held_codes(search, holding, root), root, [](const Position&) { return true; });
}

}  // namespace crownhead::proof
