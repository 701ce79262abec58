#include "rules/perft.hpp"

#include <mutex>

#include "base/thread_crew.hpp"

namespace crownhead {
namespace {

using Leaves = std::uint64_t;

// Counts without making lists: quiet moves at the last ply are counted as sets. Pieces are passed as
// three words, not as a Position, because they stay in registers and no key is needed.
template <Side Us, bool Unique>
class Counter {
    static constexpr Side Them = opponent(Us);
    using Next = Counter<Them, Unique>;
    friend Next;

public:
    // Contract: depth >= 1.
    static Leaves leaves(Bits own, Bits enemy, Bits kings, int depth) {
        return depth == 1 ? moves(own, enemy, kings) : deeper(own, enemy, kings, depth);
    }

private:
    static Leaves moves(Bits own, Bits enemy, Bits kings) {
        const Bits empty = all_squares & ~(own | enemy);
        if (const Bits jumping = jumpers<Us>(own, enemy, kings, empty)) [[unlikely]]
            return jumps(jumping, enemy, kings, empty);
        return static_cast<Leaves>(count_quiet_moves<Us>(own, kings, empty));
    }

    [[gnu::noinline]] static Leaves jumps(Bits jumping, Bits enemy, Bits kings, Bits empty) {
        if constexpr (Unique) {
            MoveList list = unique_jumps(jumping, enemy, kings, empty);
            return static_cast<Leaves>(list.size());
        } else {
            Leaves n = 0;
            for_each_jump<Us>(jumping, enemy, kings, empty, [&](Move) { ++n; });
            return n;
        }
    }

    static MoveList unique_jumps(Bits jumping, Bits enemy, Bits kings, Bits empty) {
        MoveList list;
        for_each_jump<Us>(jumping, enemy, kings, empty, [&](Move move) { list.push(move); });
        keep_one_of_each_result(list);
        return list;
    }

    static Leaves deeper(Bits own, Bits enemy, Bits kings, int depth) {
        const Bits empty = all_squares & ~(own | enemy);
        if (const Bits jumping = jumpers<Us>(own, enemy, kings, empty))
            return after_jumps(own, enemy, kings, empty, jumping, depth);
        return depth == 2 ? after_quiets<true>(own, enemy, kings, empty, depth)
                          : after_quiets<false>(own, enemy, kings, empty, depth);
    }

    static Leaves after_jumps(Bits own, Bits enemy, Bits kings, Bits empty, Bits jumping, int depth) {
        Leaves n = 0;
        const auto play = [&](Move move) {
            const Bits from = single(move.origin()), to = single(move.target()), captured = move.captured();
            const bool king = (kings & from) || (to & crownhead_row<Us>);
            n += Next::leaves(enemy ^ captured, (own ^ from) | to, (kings & ~(captured | from)) | (king ? to : 0),
                              depth - 1);
        };
        if constexpr (Unique)
            for (const Move move : unique_jumps(jumping, enemy, kings, empty)) play(move);
        else for_each_jump<Us>(jumping, enemy, kings, empty, play);
        return n;
    }

    template <bool LastButOne>
    static Leaves after_quiets(Bits own, Bits enemy, Bits kings, Bits empty, int depth) {
        const auto next = [&](Bits next_own, Bits next_kings) {
            if constexpr (LastButOne) return Next::moves(enemy, next_own, next_kings);
            else return Next::deeper(enemy, next_own, next_kings, depth - 1);
        };
        Leaves n = 0;
        const auto men = [&](Bits targets, auto came_from) {
            for (; targets; targets &= targets - 1) {
                const Bits to = lowest_bit(targets);
                n += next(own ^ to ^ came_from(to), kings | (to & crownhead_row<Us>));
            }
        };
        const auto own_kings = [&](Bits targets, auto came_from) {
            for (; targets; targets &= targets - 1) {
                const Bits to = lowest_bit(targets), both = to ^ came_from(to);
                n += next(own ^ both, kings ^ both);
            }
        };
        const Bits moving_men = own & ~kings;
        men(forward<Us, 4>(moving_men) & empty, [](Bits to) { return backward<Us, 4>(to); });
        men(forward<Us, 5>(moving_men) & empty, [](Bits to) { return backward<Us, 5>(to); });
        if (const Bits moving = own & kings) {
            own_kings(forward<Us, 4>(moving) & empty, [](Bits to) { return backward<Us, 4>(to); });
            own_kings(forward<Us, 5>(moving) & empty, [](Bits to) { return backward<Us, 5>(to); });
            own_kings(backward<Us, 4>(moving) & empty, [](Bits to) { return forward<Us, 4>(to); });
            own_kings(backward<Us, 5>(moving) & empty, [](Bits to) { return forward<Us, 5>(to); });
        }
        return n;
    }
};

template <bool Unique>
Leaves count_leaves(const Position& p, int depth) {
    if (depth == 0) return 1;
    return p.turn == Side::Black ? Counter<Side::Black, Unique>::leaves(p.black, p.white, p.kings, depth)
                                 : Counter<Side::White, Unique>::leaves(p.white, p.black, p.kings, depth);
}

MoveList moves_of(const Position& position, bool unique) {
    MoveList moves = legal_moves(position);
    if (unique) keep_one_of_each_result(moves);
    return moves;
}

// A part of the tree for one thread; there are enough of them that threads finish together.
struct Job {
    std::size_t branch;
    Position position;
    int depth;
};

constexpr int job_depth = 6;  // shallower parts of the tree are counted in one go
constexpr std::size_t enough_jobs = 2000;

std::vector<Job> one_ply_on(const std::vector<Job>& jobs, bool unique) {
    std::vector<Job> next;
    for (const Job& job : jobs)
        for (const Move move : moves_of(job.position, unique))
            next.push_back({job.branch, after(job.position, move), job.depth - 1});
    return next;
}

// Asks whether to stop between parts of the tree that take less than a millisecond.
Leaves count_until_stopped(const Position& position, int depth, bool unique, const ThreadCrew::Shift& shift) {
    if (depth <= job_depth) return unique ? count_leaves<true>(position, depth) : count_leaves<false>(position, depth);
    Leaves n = 0;
    for (const Move move : moves_of(position, unique)) {
        shift.check();
        n += count_until_stopped(after(position, move), depth - 1, unique, shift);
    }
    return n;
}

}  // namespace

std::vector<Branch> divide(const Position& position, const PerftOptions& options, const StopToken& stop) {
    std::vector<Branch> branches;
    std::vector<Job> jobs;
    for (const Move move : moves_of(position, options.unique)) {
        jobs.push_back({branches.size(), after(position, move), options.depth - 1});
        branches.push_back({move});
    }
    for (int depth = options.depth - 1; depth > job_depth && jobs.size() < enough_jobs; --depth)
        jobs = one_ply_on(jobs, options.unique);
    std::mutex adding;
    const auto count_jobs = [&](std::uint64_t begin, std::uint64_t end, const ThreadCrew::Shift& shift) {
        for (std::uint64_t i = begin; i < end; ++i) {
            const Leaves n = count_until_stopped(jobs[i].position, jobs[i].depth, options.unique, shift);
            const std::scoped_lock lock(adding);
            branches[jobs[i].branch].leaves += n;
        }
    };
    ThreadCrew(options.threads, stop).share(jobs.size(), 1, count_jobs);
    return branches;
}

std::uint64_t perft(const Position& position, const PerftOptions& options, const StopToken& stop) {
    if (options.depth <= job_depth)
        return options.unique ? count_leaves<true>(position, options.depth)
                              : count_leaves<false>(position, options.depth);
    Leaves sum = 0;
    for (const Branch& branch : divide(position, options, stop)) sum += branch.leaves;
    return sum;
}

}  // namespace crownhead
