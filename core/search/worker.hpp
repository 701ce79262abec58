// One thread's search of the tree: principal variation search with a transposition table.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "evaluation/evaluation.hpp"
#include "rules/endgame_oracle.hpp"
#include "search/abdada.hpp"
#include "search/leaf_cache.hpp"
#include "search/move_picker.hpp"
#include "search/task.hpp"

namespace crownhead {

// What the threads of one search have in common.
struct Shared {
    explicit Shared(std::size_t megabytes) : table(megabytes) {}

    TranspositionTable table;
    Abdada abdada;
    bool has_helpers = false;
    Clock clock;
    std::atomic<bool> stop = false;
    std::shared_ptr<const Evaluation> evaluation;
    std::shared_ptr<const EndgameOracle> oracle;
};

struct RootMove {
    Move move;
    Score score = -infinite_score;
    Score earlier_score = -infinite_score;  // of the iteration before
    std::vector<Move> line;
};

// Aligned so that no two threads write to one cache line.
class alignas(128) Worker {
public:
    explicit Worker(Shared& shared) : shared_(shared) {}

    void prepare(const Task& task, std::uint64_t node_limit);
    void forget();  // everything learnt from earlier searches

    // Searches the root moves from `first` on and puts the best of them there. The contract of search().
    Score search_root(Score alpha, Score beta, int depth, int first);

    const Position& root() const { return root_; }
    const std::vector<RootMove>& root_moves() const { return root_moves_; }
    bool is_stopped() const { return stopped_; }
    int selective_depth() const { return selective_depth_; }
    // These two may be read by other threads, and lag behind a little.
    std::uint64_t nodes() const { return published_nodes_.load(std::memory_order_relaxed); }
    std::uint64_t database_hits() const { return published_hits_.load(std::memory_order_relaxed); }

    void begin_iteration();
    // Of the moves of so many lines that were searched, the best first.
    void order_lines(int lines);
    void publish();

private:
    struct Node {
        const AccumulatedPosition& position;
        Bits jumping;  // the pieces that must jump
        Score alpha;
        Score beta;
        int depth;
        int ply;         // from the root
        int reversible;  // plies since the last capture or advance of a man
    };
    struct Found {
        Score score = -infinite_score;
        Bound bound = Bound::Upper;
        Move move;  // none if all stayed below alpha
    };
    // What a search of moves does with the hash move: so many plies deeper, or without it.
    struct HashMoveRole {
        int extension = 0;
        HashMove left_out = no_hash_move;
    };
    // The principal variation below each ply.
    struct Line {
        std::array<Move, max_ply + 1> moves;
        int length = 0;
    };

    template <Side Us>
    Score search_root_for(Score alpha, Score beta, int depth, int first);
    template <Side Us, bool Pv>
    Score search(const AccumulatedPosition& position, Score alpha, Score beta, int depth, int ply, int reversible);
    template <Side Us, bool Pv>
    Score search_node(Node& node);
    template <Side Us>
    bool is_singular(const Node& node, TranspositionEntry entry);
    template <Side Us, bool Pv>
    Found search_moves(const Node& node, MovePicker& moves, HashMoveRole hash_move);
    template <Side Us, bool Pv>
    Score search_child(const AccumulatedPosition& next, int number, Score alpha, Score beta, int depth, int reduction,
                       int ply, int reversible);

    template <Side Us>
    Score search_jumps(const AccumulatedPosition& position, Bits jumping, Score alpha, Score beta, int ply);
    template <Side Us>
    Score evaluate(const AccumulatedPosition& position);
    template <Side Us>
    Score evaluate_quiet(const AccumulatedPosition& position, int ply);

    // The steps of search() that may end it: true, and then `score` is the result.
    bool is_repetition(Key key, int ply, int reversible);
    bool probe_oracle(const Node& node, Score& score);
    bool probe_leaf_cache(const Node& node, Key key, Score& score) const;
    bool probe_table(const Node& node, TranspositionEntry entry, Score& score) const;
    template <Side Us>
    bool prune_by_futility(const Node& node, Score& score);

    template <Side Us>
    void generate_moves(const Node& node, MovePicker& moves) const;
    int late_move_reduction(const Node& node, int number) const;
    template <Side Us>
    void learn_from_cutoff(const MovePicker& moves, int number, int depth, int ply);
    void store(const Node& node, Key key, const Found& found);
    void extend_line(Move move, int ply);

    void look_for_unresolved_root(const Task& task);
    bool is_unresolved(const Position& position, Verdict verdict) const;
    Score score_of(const EndgameValue& value, const Position& position, int ply) const;

    bool count_node() {
        ++nodes_;
        return --until_poll_ > 0 || poll();
    }
    bool poll();

    Shared& shared_;
    Position root_;
    int root_reversible_ = 0;
    bool full_width_ = false;
    int oracle_pieces_ = 0;                  // positions with more are not probed; 0 without an oracle
    Verdict unresolved_ = Verdict::Unknown;  // of the root, if it is a win or loss whose distance no database knows
    std::vector<RootMove> root_moves_;
    std::vector<Key> path_;        // of the game, then of the line looked at
    std::size_t game_length_ = 0;  // how many of them are of the game
    int repeated_ply_ = max_ply;   // of the earliest position that the tree below came back to; below 0 in the game
    History history_;
    LeafCache leaf_cache_;
    std::array<Killers, max_ply + 2> killers_{};
    std::array<Line, max_ply + 2> lines_{};
    int selective_depth_ = 0;
    bool stopped_ = false;
    int until_poll_ = 0;
    std::uint64_t nodes_ = 0;
    std::uint64_t node_limit_ = unlimited_nodes;
    std::uint64_t hits_ = 0;
    std::atomic<std::uint64_t> published_nodes_ = 0;
    std::atomic<std::uint64_t> published_hits_ = 0;
};

}  // namespace crownhead
