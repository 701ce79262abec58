// What an endgame oracle says decides between the moves of the root. See test_core.py.
#include <cstdio>
#include <map>

#include "search/search.hpp"

using namespace crownhead;

// Black lacks four men: by what is on the board, every move is worth less than a draw.
const Position root = make_position(start_position().black & ~row_bits(0), start_position().white, 0, Side::Black);

// Knows the positions it is told of, and of the others nothing.
class FewPositions final : public EndgameOracle {
public:
    void put(const Position& position, Verdict verdict, int plies = -1) { known_[position.key] = {verdict, plies}; }
    int most_pieces() const override { return 24; }
    EndgameValue probe(const Position& position) const override {
        const auto found = known_.find(position.key);
        return found == known_.end() ? EndgameValue{} : found->second;
    }
    Verdict verdict(const Position& position) const override { return probe(position).verdict; }
    std::optional<Move> winning_move(const Position&, int, const StopToken&) const override { return std::nullopt; }

private:
    std::map<Key, EndgameValue> known_;
};

Report answer(const FewPositions& oracle) {
    Search search(1, 1, std::make_shared<Evaluation>(), std::make_shared<FewPositions>(oracle));
    Task task;
    task.position = root;
    task.depth = 6;  // deep enough for an aspiration window
    Report last;
    search.begin(task);
    search.run(task, [&](const Report& report) { last = report; });
    return last;
}

// The same is said of all moves but one.
FewPositions oracle_of(const MoveList& moves, Move chosen, EndgameValue after_it, EndgameValue after_others) {
    FewPositions oracle;
    for (const Move move : moves) {
        const EndgameValue value = move == chosen ? after_it : after_others;
        if (value.verdict != Verdict::Unknown) oracle.put(after(root, move), value.verdict, value.plies);
    }
    return oracle;
}

int main() {
    using Kind = ReportedScore::Kind;
    const EndgameValue unknown, draw{Verdict::Draw, -1}, lost{Verdict::Loss, -1}, lost_in_10{Verdict::Loss, 10},
        won_in_9{Verdict::Win, 9};
    const MoveList moves = legal_moves(root);
    if (moves.size() != 7) return 1;
    for (const Move chosen : moves) {
        // One move wins: it is found, whichever is looked at first.
        const Report win = answer(oracle_of(moves, chosen, lost_in_10, unknown));
        if (win.line.front() != chosen || win.score.kind != Kind::WinIn || win.score.plies != 11) return 2;
        const Report far_win = answer(oracle_of(moves, chosen, lost, unknown));
        if (far_win.line.front() != chosen || far_win.score.kind != Kind::DatabaseWin) return 3;

        // All others lose.
        const Report only = answer(oracle_of(moves, chosen, unknown, won_in_9));
        if (only.line.front() != chosen || only.score.kind != Kind::Evaluation) return 4;

        // The root is known to be won, but not how soon: no other move keeps the win, however bad this one looks.
        FewPositions verdicts = oracle_of(moves, chosen, lost, draw);
        verdicts.put(root, Verdict::Win);
        const Report kept = answer(verdicts);
        if (kept.line.front() != chosen || kept.score.kind != Kind::DatabaseWin) return 5;
    }
    // A damaged table: the root is said to be won, but by no move. There is an answer all the same.
    FewPositions damaged = oracle_of(moves, moves[0], draw, draw);
    damaged.put(root, Verdict::Win);
    if (answer(damaged).line.empty()) return 6;
    std::puts("done");
}
