#include "environment/batch.hpp"

#include <cstring>

namespace crownhead::environment {
namespace {

// Eight squares as eight bytes of 0 or 1.
constexpr std::array<std::uint64_t, 256> bytes_of_bits = [] {
    std::array<std::uint64_t, 256> table{};
    for (std::size_t bits = 0; bits < 256; ++bits)
        for (std::size_t i = 0; i < 8; ++i) table[bits] |= static_cast<std::uint64_t>(bits >> i & 1) << 8 * i;
    return table;
}();

void write_plane(std::uint8_t* plane, std::uint32_t set) {
    for (std::size_t i = 0; i < 4; ++i) {
        const std::uint64_t bytes = bytes_of_bits[set >> 8 * i & 0xFF];
        if constexpr (std::endian::native == std::endian::little) std::memcpy(plane + 8 * i, &bytes, 8);
        else
            for (std::size_t j = 0; j < 8; ++j) plane[8 * i + j] = static_cast<std::uint8_t>(bytes >> 8 * j & 1);
    }
}

void write_observation(const EnvGame& game, std::uint8_t* row) {
    const Position& p = game.position();
    const Side us = p.turn;
    const std::array<Bits, 5> sets = {p.own() & ~p.kings, p.own() & p.kings, p.enemy() & ~p.kings, p.enemy() & p.kings,
                                      game.jumping()};
    for (const Bits set : sets) {
        write_plane(row, seen_by(us, set));
        row += 32;
    }
    std::memset(row, game.quiet_moves(), 32);
    std::memset(row + 32, game.earlier_occurrences(), 32);
}

int legal_move_count(const EnvGame& game) { return game.is_over() ? 0 : legal_moves(game.position()).size(); }

void write_mask(const EnvGame& game, Actions actions, std::uint8_t* row) {
    if (actions == Actions::Steps) {
        for (int direction = 0; direction < 4; ++direction)
            write_plane(row + 32 * direction, game.steps_seen(direction));
    } else {
        const auto legal = static_cast<std::size_t>(legal_move_count(game));
        std::memset(row, 1, legal);
        std::memset(row + legal, 0, max_moves - legal);
    }
}

std::int32_t nth_step(const EnvGame& game, int n) {
    for (int direction = 0;; ++direction) {
        std::uint32_t set = game.steps_seen(direction);
        const int here = std::popcount(set);
        if (n >= here) {
            n -= here;
            continue;
        }
        for (; n > 0; --n) set &= set - 1;
        return 32 * direction + std::countr_zero(set);
    }
}

// A number below `bound`, by the upper bits of a random word: fair but for one part in 2^32 / bound.
int below(int bound, std::uint64_t& random) {
    return static_cast<int>((next_random(random) >> 32) * static_cast<std::uint64_t>(bound) >> 32);
}

std::uint64_t seed_of_game(std::uint64_t seed, std::size_t number) {
    std::uint64_t state = seed + 0x9E3779B97F4A7C15ULL * (number + 1);
    return next_random(state);
}

}  // namespace

Batch::Batch(int games, std::uint64_t seed, Actions actions, int threads, std::vector<Position> starts, bool restarts)
    : actions_(actions), starts_(std::move(starts)), restarts_(restarts), crew_(threads) {
    games_.reserve(static_cast<std::size_t>(games));
    for (int i = 0; i < games; ++i) games_.push_back({EnvGame(starts_[0]), 0});
    reset(seed, {});
}

void Batch::begin(Seat& seat) {
    const int drawn = starts_.size() == 1 ? 0 : below(static_cast<int>(starts_.size()), seat.random);
    seat.game.begin(starts_[static_cast<std::size_t>(drawn)]);
}

template <typename Work>
void Batch::share(const Work& work) {
    constexpr std::size_t least = 64;  // fewer games take less time than waking a thread
    const std::size_t size = games_.size();
    if (crew_.size() == 1 || size < 2 * least) return work(std::size_t{0}, size);
    const auto parts = static_cast<std::size_t>(crew_.size());
    crew_.run([&](int number) {
        const auto part = static_cast<std::size_t>(number);
        work(size * part / parts, size * (part + 1) / parts);
    });
}

void Batch::reset(std::uint64_t seed, const Outputs& out) {
    for (std::size_t i = 0; i < games_.size(); ++i) {
        games_[i].random = seed_of_game(seed, i);
        begin(games_[i]);
        if (out.reward) out.reward[i] = 0;
        if (out.done) out.done[i] = 0;
    }
    write(out);
}

bool Batch::is_allowed(const EnvGame& game, std::int32_t action) const {
    if (game.is_over()) return action == no_action;
    if (actions_ == Actions::Steps) return game.allows_step(action);
    return action >= 0 && action < legal_move_count(game);
}

std::optional<int> Batch::step(std::span<const std::int32_t> chosen, const Outputs& out) {
    for (std::size_t i = 0; i < games_.size(); ++i)
        if (!is_allowed(games_[i].game, chosen[i])) return static_cast<int>(i);
    share([&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) act(games_[i], chosen[i], i, out);
    });
    return std::nullopt;
}

void Batch::act(Seat& seat, std::int32_t action, std::size_t row, const Outputs& out) {
    if (seat.game.is_over()) {
        out.reward[row] = 0;
        return;
    }
    const Ending ending =
        actions_ == Actions::Steps ? seat.game.step(action) : seat.game.play(legal_moves(seat.game.position())[action]);
    out.reward[row] = ending == Ending::Win ? 1.0F : 0.0F;
    out.done[row] = ending != Ending::None;
    if (ending != Ending::None && restarts_) begin(seat);
    write_row(seat.game, row, out);
}

void Batch::write_row(const EnvGame& game, std::size_t row, const Outputs& out) const {
    if (out.observation) write_observation(game, out.observation + row * observation_bytes);
    if (out.mask) write_mask(game, actions_, out.mask + row * static_cast<std::size_t>(action_count(actions_)));
    if (out.turn) out.turn[row] = static_cast<std::uint8_t>(game.position().turn);
}

void Batch::write(const Outputs& out) {
    share([&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) write_row(games_[i].game, i, out);
    });
}

void Batch::sample(std::span<std::int32_t> chosen) {
    share([&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            Seat& seat = games_[i];
            if (seat.game.is_over()) chosen[i] = no_action;
            else if (actions_ == Actions::Steps)
                chosen[i] = nth_step(seat.game, below(seat.game.step_count(), seat.random));
            else chosen[i] = below(legal_move_count(seat.game), seat.random);
        }
    });
}

void Batch::label(const EndgameOracle& oracle, std::span<std::int8_t> labels) {
    const auto label_of = [&](const EnvGame& game) {
        const Position& p = game.position();
        if (game.jumping() || count(p.occupied()) > oracle.most_pieces()) return Label::Unknown;
        switch (oracle.verdict(p)) {
            case Verdict::Win: return Label::Win;
            case Verdict::Loss: return Label::Loss;
            case Verdict::Draw: return Label::Draw;
            case Verdict::Unknown: break;
        }
        return Label::Unknown;
    };
    share([&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) labels[i] = static_cast<std::int8_t>(label_of(games_[i].game));
    });
}

void Batch::set_position(int number, const Position& position) {
    games_[static_cast<std::size_t>(number)].game.begin(position);
}

void Batch::copy_game(int from, int to) {
    games_[static_cast<std::size_t>(to)].game = games_[static_cast<std::size_t>(from)].game;
}

std::unique_ptr<Batch> Batch::copy() const {
    auto copied = std::make_unique<Batch>(games(), 0, actions_, threads(), starts_, restarts_);
    copied->games_ = games_;
    return copied;
}

}  // namespace crownhead::environment
